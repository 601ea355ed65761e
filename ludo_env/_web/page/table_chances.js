"use strict";

// Chances to win at a table: of the position that the page shows, when its dice are thrown.

let shownFor = -1; // the number of the event of which the chances are shown
let asking = false;

async function tellChances() {
  const over = state.waits === "over";
  by("analysis").hidden = !over;
  by("analysis").href = `/analysis/${id}#${token}`;
  by("show-chances").checked = state.analysis;
  by("show-chances-row").hidden = !me.host || over;
  if (!state.analysis) by("chances").hidden = true;
  if (!state.analysis || asking || shownFor === state.asked || state.waits === "throw") return;
  asking = true;
  const { asked } = state;
  try {
    const found = await ask("GET", `${path}/analysis?from=999999&count=0`, token);
    shownFor = asked;
    showChances(found.chances);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  } finally {
    asking = false;
  }
  if (state.asked !== asked) tellChances(); // the game has gone on meanwhile
}

function showChances(chances) {
  by("chances").hidden = !chances.length || !state.analysis;
  if (!chances.length) return;
  const hues = state.seats.map((seat) => seat.hue);
  drawBar(by("bar"), chances, hues, state.seats.map((seat, number) => called(number)));
  by("odds").replaceChildren(...chances.map((chance, player) => {
    const item = document.createElement("li");
    const dot = part("span", "token", "");
    colour(dot, hues[player]);
    item.append(dot, part("span", "", percent(chance)));
    return item;
  }));
}

by("show-chances").addEventListener("change", () => tried("analysis", { shown: by("show-chances").checked }));
by("copy-position").addEventListener("click", async () => {
  const button = by("copy-position");
  try {
    await navigator.clipboard.writeText(state.position);
    button.textContent = "Copied";
  } catch {
    prompt("Copy this position:", state.position);
  }
  setTimeout(() => { button.textContent = "Copy position"; }, 1500);
});
