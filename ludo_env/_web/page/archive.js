"use strict";

// The archive of the owner: all games of the server, and how strong people and agents are.

async function showArchive() {
  const asked = new URLSearchParams({
    game: by("of-game").value, state: by("of-state").value, sitter: by("of-sitter").value,
  });
  let found;
  try {
    found = await ask("GET", `/api/tables?${asked}`, owner);
  } catch (error) {
    by("trouble").textContent = error.message;
    return;
  }
  by("archive").hidden = false;
  const list = by("archive").querySelector("ul");
  list.replaceChildren(...found.games.map(archived));
  if (!found.games.length) list.append(made("li", "No game is like this."));
}

function archived(game) {
  const item = made("li");
  const sitters = game.sitters.map(([sitter, name]) => name || sitter);
  const [end, returns] = game.result;
  const winners = sitters.filter((_, seat) => returns[seat] > 0).join(" and ");
  const result = game.ended ? `${winners || "nobody"} won` : end;
  item.append(
    made("b", title(game.game)),
    made("span", new Date(game.made * 1000).toLocaleString()),
    made("span", sitters.join(", ")),
    made("span", `${game.moves} ${game.moves === 1 ? "move" : "moves"}, ${result}`),
  );
  if (game.ended) {
    const replay = made("button", "Replay", { type: "button" });
    replay.addEventListener("click", () => download(`/api/tables/${game.id}/replay.html`, `${game.game}.html`));
    item.append(replay, made("a", "Analysis", { href: `/analysis/${game.id}#${owner}` }));
  }
  const remove = made("button", "Delete", { type: "button" });
  remove.addEventListener("click", async () => {
    if (!confirm(`Delete this game of ${title(game.game)}?`)) return;
    await ask("DELETE", `/api/tables/${game.id}`, owner);
    showArchive();
  });
  item.append(remove);
  return item;
}

async function download(path, name) {
  const answer = await fetch(path, { headers: { Authorization: `Bearer ${owner}` } });
  if (!answer.ok) {
    by("trouble").textContent = (await answer.json()).error;
    return;
  }
  const link = made("a", "", { href: URL.createObjectURL(await answer.blob()), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

by("of-game").addEventListener("change", showRatings);
for (const id of ["of-game", "of-state", "of-sitter"]) by(id).addEventListener("change", showArchive);
for (const kind of ["jsonl", "parquet"]) {
  by(`as-${kind}`).addEventListener("click", () => {
    const asked = new URLSearchParams({ format: kind, game: by("of-game").value, sitter: by("of-sitter").value });
    download(`/api/export?${asked}`, `games.${kind}`);
  });
}

// ---------------------------------------------------------------- ratings

async function showRatings() {
  const game = by("of-game").value;
  let found;
  try {
    found = await ask("GET", `/api/ratings?${new URLSearchParams({ game })}`, owner);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return; // the archive says why
  }
  by("ratings").hidden = !found.ratings.length;
  const games = `${found.games} ${found.games === 1 ? "game" : "games"}`;
  by("rated").textContent = `From ${games}${game ? ` of ${title(game)}` : ""}: 400 points are odds of ten to one, the mean is 0.`;
  by("ratings").querySelector("tbody").replaceChildren(...found.ratings.map((row) => {
    const line = made("tr");
    const name = row.kind === "agent" ? `${row.name} (agent)` : row.name;
    line.append(made("th", name, { scope: "row" }));
    for (const value of [points(row.points), `${points(row.low)} .. ${points(row.high)}`, `${row.won} of ${row.played}`]) {
      line.append(made("td", value));
    }
    return line;
  }));
}

const points = (number) => (number < 0 ? `\u2212${Math.round(-number)}` : `${Math.round(number)}`);

begun.then(() => {
  by("of-game").append(...games.map((game) => made("option", title(game.name), { value: game.name })));
  if (!owner) return;
  showArchive();
  showRatings();
});
