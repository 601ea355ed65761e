"use strict";

// The page on which tables begin. With the token of the owner behind the #, it has the archive.

const by = (id) => document.getElementById(id);
const KEPT = 20; // tables that a browser remembers
const MODES = { ffa: "alone", teams: "in teams" };

let games = [];
let agents = [];
let owner = location.hash.slice(1);
const given = new URLSearchParams(location.search); // of the position editor

function made(element, words, more = {}) {
  const node = document.createElement(element);
  if (words !== undefined) node.textContent = words;
  return Object.assign(node, more);
}

const title = (name) => {
  const words = name.replaceAll("_", " ");
  return words[0].toUpperCase() + words.slice(1);
};
const chosen = () => games.find((game) => game.name === by("games").querySelector(":checked")?.value);

// ---------------------------------------------------------------- a new table

function showGames() {
  for (const game of games) {
    const label = made("label", undefined, { className: "card" });
    const radio = made("input", undefined, { type: "radio", name: "game", value: game.name });
    radio.checked = game.name === (given.get("game") || "ludo");
    radio.addEventListener("change", showSetup);
    const picture = made("img", undefined, { alt: "", loading: "lazy" });
    picture.dataset.game = game.name;
    label.append(radio, picture, made("span", title(game.name)));
    by("games").append(label);
  }
  pictures();
  new MutationObserver(pictures).observe(document.documentElement, { attributeFilter: ["data-scheme"] });
}

function pictures() {
  const { scheme } = document.documentElement.dataset;
  for (const picture of document.querySelectorAll("img[data-game]")) {
    picture.src = `/api/games/${picture.dataset.game}/${scheme}.svg`;
  }
}

function options(select, values, words = (value) => value) {
  select.replaceChildren(...values.map((value) => made("option", words(value), { value })));
}

function showSetup() {
  const game = chosen();
  by("summary").textContent = game.summary;
  options(by("players"), game.players);
  by("players").value = Math.max(...game.players);
  options(by("mode"), game.modes, (mode) => MODES[mode] || mode);
  by("players-box").hidden = game.players.length < 2;
  by("mode-box").hidden = !game.modes.length;
  by("by-hand").closest("label").hidden = game.hands;
  showSeats();
}

function showSeats() {
  const box = by("seats");
  const before = [...box.querySelectorAll("select")].map((select) => select.value);
  const game = chosen();
  box.querySelectorAll(".seat").forEach((row) => row.remove());
  for (let seat = 0; seat < Number(by("players").value); seat += 1) {
    const row = made("div", undefined, { className: "seat" });
    const select = made("select");
    select.setAttribute("aria-label", `Who has seat ${seat + 1}`);
    const people = game.hands && seat ? [["friend", "A friend, by a link"]] : [["me", "Me"], ["friend", "A friend, by a link"]];
    const words = [...people, ...agents.map((name) => [name, `Agent: ${name}`])];
    select.append(...words.map(([value, text]) => made("option", text, { value })));
    const usual = seat ? "greedy" : "me";
    select.value = before[seat] && words.some(([value]) => value === before[seat]) ? before[seat] : usual;
    row.append(made("span", `Seat ${seat + 1}`), select);
    box.append(row);
  }
}

by("players").addEventListener("change", () => {
  const game = chosen();
  by("mode-box").hidden = !game.modes.length || Number(by("players").value) < Math.max(...game.players);
  showSeats();
});

by("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  by("trouble").textContent = "";
  const seats = [...by("seats").querySelectorAll("select")].map((select) => (
    select.value === "me" || select.value === "friend"
      ? { who: select.value, by_hand: by("by-hand").checked }
      : { who: "agent", agent: select.value }
  ));
  const body = { game: chosen().name, seats };
  if (!by("players-box").hidden) body.players = Number(by("players").value);
  if (!by("mode-box").hidden) body.mode = by("mode").value;
  const clock = { move: Number(by("move-time").value), game: Number(by("game-time").value) };
  if (clock.move || clock.game) body.clock = clock;
  const position = by("position").value.trim();
  if (position) body.position = position;
  try {
    const table = await ask("POST", "/api/tables", owner || "none", body);
    keepTable({ id: table.table, token: table.host, game: body.game, at: Date.now() });
    location.assign(`/table/${table.table}#${table.host}`);
  } catch (error) {
    by("trouble").textContent = error.message;
  }
});

// A position that was set up on the board.
function takeGiven() {
  if (!given.get("position")) return;
  if (given.get("players")) by("players").value = given.get("players");
  if (given.get("mode")) by("mode").value = given.get("mode");
  showSeats();
  by("position").value = given.get("position");
  by("position").closest("details").open = true;
}

by("set-up").addEventListener("click", () => {
  const asked = new URLSearchParams({ game: chosen().name, position: by("position").value.trim() });
  if (!by("players-box").hidden) asked.set("players", by("players").value);
  if (!by("mode-box").hidden) asked.set("mode", by("mode").value);
  location.assign(`/editor?${asked}${location.hash}`);
});

// ---------------------------------------------------------------- tables of this browser

function keptTables() {
  try {
    return JSON.parse(localStorage.getItem("tables")) || [];
  } catch {
    return [];
  }
}

function keepTable(table) {
  try {
    localStorage.setItem("tables", JSON.stringify([table, ...keptTables()].slice(0, KEPT)));
  } catch {
    // A private window may keep nothing.
  }
}

function showMine() {
  const tables = keptTables();
  by("mine").hidden = !tables.length;
  by("mine").querySelector("ul").replaceChildren(...tables.map((table) => {
    const item = made("li");
    const link = made("a", title(table.game), { href: `/table/${table.id}#${table.token}` });
    item.append(link, made("span", new Date(table.at).toLocaleString()));
    return item;
  }));
}

// ---------------------------------------------------------------- the beginning

try {
  if (owner) sessionStorage.setItem("owner", owner);
  else owner = sessionStorage.getItem("owner") || "";
} catch {
  // A private window may keep nothing.
}
const begun = fetch("/api/games").then((answer) => answer.json()).then((data) => {
  ({ games, agents } = data);
  showGames();
  showSetup();
  takeGiven();
});
showMine();
