"use strict";

// A table: the board, whose turn it is, what I can do, and who sits where. All texts are set as
// text; pictures are those of the server, read as SVG without anything that could run.

const GLIDE_TIME = 520; // milliseconds of a move

const id = location.pathname.split("/").pop();
const token = location.hash.slice(1);
const path = `/api/tables/${encodeURIComponent(id)}`;

let state = null; // what the last event said
let me = { seats: [], host: false };
let links = null; // the tokens of the table, if it is mine
let presence = { seats: [], watching: 0 };
let log = [];
let moves = null; // my choices: of which event, and how they are marked
let selection = new Selection([]);
let hinted = -1; // the action of the last hint
let waiting = []; // events that are still to be shown
let busy = 0; // until when something moves

const send = (verb, body = {}) => ask("POST", `${path}/${verb}`, token, body);
const say = (words) => { by("words").textContent = words; };

// ---------------------------------------------------------------- what is heard

function heard(message) {
  if (message.kind === "you") {
    me = message;
    ahead = message.now - Date.now() / 1000;
    if (me.host && !links) openLinks();
    if (state) tellAll();
  } else if (message.kind === "presence") {
    presence = message;
    if (state) tellPlayers();
  } else if (message.kind === "choices") {
    moves = message;
    keep(message.arts);
    begin();
  } else if (message.kind === "trouble") {
    say(message.words);
  } else {
    waiting.push(message);
    if (waiting.length === 1) setTimeout(show, Math.max(0, busy - Date.now()));
  }
}

// Shows the next event. A page that was away shows the last one of many at once.
function show() {
  const late = waiting.length > 2 || document.hidden;
  const shown = late ? waiting : [waiting[0]];
  waiting = late ? [] : waiting.slice(1);
  shown.forEach((event, index) => take(event, late || index < shown.length - 1));
  if (waiting.length) setTimeout(show, Math.max(0, busy - Date.now()));
}

function take(event, late) {
  const before = state;
  keep(event.arts);
  if (event.kind === "state") {
    by("board").setAttribute("viewBox", `0 0 ${event.size[0]} ${event.size[1]}`);
    by("ground").replaceChildren(...read(event.board));
    log = event.log;
  }
  if (event.line) log.push(event.line);
  log.length = Math.min(log.length, event.moves);
  state = { ...before, ...event };
  const ways = event.ways ? waysOf(event.ways) : [];
  const time = late || !before || event.kind === "state" ? 0 : GLIDE_TIME;
  busy = Date.now() + (ways.length && time && !still.matches ? time : 0);
  draw(event.items, ways, time);
  const thrown = event.kind === "throw" || (event.kind === "move" && state.waits !== "throw");
  if (thrown && time) tumble(event.kind === "throw" ? 0 : time);
  if (event.kind !== "seat" && event.kind !== "rematch") {
    hinted = -1;
    if (before && before.asked !== event.asked) say("");
  }
  if (event.kind === "time") {
    const [scope, agent] = event.value;
    say(`Time is up: ${agent} plays ${scope === "move" ? "this move" : "from now on"} for ${called(event.seat)}.`);
  }
  begin();
  tellAll();
}

// ---------------------------------------------------------------- what I can do

function mine() {
  return Boolean(state) && me.seats.includes(state.turn);
}

function deciding() {
  return mine() && state.waits === "decision" && moves !== null && moves.asked === state.asked;
}

function begin() {
  const now = deciding() ? moves.list : [];
  if (selection.choices !== now) selection = new Selection(now);
  choose();
}

function choose() {
  mark();
  const list = by("choices");
  const shown = deciding() ? selection.meant : [];
  list.replaceChildren(...shown.map((choice) => {
    const button = part("button", choice.action === hinted ? "hinted" : "", choice.words);
    button.type = "button";
    button.addEventListener("click", () => play(choice));
    const point = () => { selection.shown = choice; };
    button.addEventListener("focus", point);
    const item = document.createElement("li");
    item.append(button);
    return item;
  }));
}

async function play(choice) {
  const { asked, turn } = state;
  moves = null;
  begin();
  await tried("play", { action: choice.action, asked, seat: turn });
}

async function tried(verb, body) {
  try {
    return await send(verb, body);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    say(error.message);
    return null;
  }
}

function press(keys) {
  if (!deciding()) return;
  const known = keys.some((key) => selection.targets.includes(key)
    || selection.sources.includes(key) || selection.choices.some((one) => one.dice.includes(key)));
  const choice = selection.press(keys);
  if (choice) {
    play(choice);
    return;
  }
  choose();
  if (known) say(selection.source || selection.die ? "Choose where it ends, or one of the moves." : "");
  else if (keys.length) why(keys);
}

async function why(keys) {
  if (!deciding()) return;
  const { asked } = state;
  const answer = await tried("why", { keys: keys.slice(0, 5) });
  if (answer && state.asked === asked) say(answer.words);
}

const DEEDS = {
  throw: () => { if (mine() && state.waits === "throw") tried("throw", { asked: state.asked, seat: state.turn }); },
  undo: () => { if (!by("undo").hidden) tried("undo", { asked: state.asked }); },
  hint: async () => {
    if (!deciding()) return;
    say("Thinking about a hint ...");
    const answer = await tried("hint");
    if (!answer || answer.asked !== state.asked) return;
    say(answer.words);
    hinted = answer.action;
    choose();
  },
  why: () => why(selection.source ? [selection.source] : []),
  rematch: async () => {
    const answer = state.next ? { table: state.next } : await tried("rematch");
    if (answer) location.assign(`/table/${answer.table}#${token}`);
  },
  replay: async () => {
    const answer = await fetch(`${path}/replay.html`, { headers: { Authorization: `Bearer ${token}` } });
    if (!answer.ok) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([await answer.blob()], { type: "text/html" }));
    link.download = `${state.game}.html`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  },
};
for (const [name, deed] of Object.entries(DEEDS)) by(name).addEventListener("click", deed);

// ---------------------------------------------------------------- what is told

function tellAll() {
  by("game").textContent = state.game.replaceAll("_", " ");
  const yours = mine() && (state.waits === "throw" || state.waits === "decision");
  document.title = `${yours ? "\u25cf " : ""}${by("game").textContent}`;
  by("now").textContent = title(yours);
  by("now").classList.toggle("told", state.waits === "over" || yours);
  by("throw").hidden = !(mine() && state.waits === "throw");
  by("hint").hidden = by("why").hidden = !(mine() && state.waits === "decision");
  by("undo").hidden = !(state.undo && me.seats.length);
  by("replay").hidden = state.waits !== "over";
  by("rematch").hidden = state.waits !== "over" || !(me.seats.length || me.host || state.next);
  by("rematch").textContent = state.next ? "To the rematch" : "Rematch";
  tellPlayers();
  tellLog();
  tellSeats();
  tellChances();
}

function title(yours) {
  const seat = state.seats[state.turn];
  if (state.waits === "over" || state.waits === "pass") return state.title;
  const named = state.title.replace(seat.player, called(state.turn));
  if (state.waits === "throw") return yours ? `${called(state.turn)}: throw the dice` : `${called(state.turn)} is to throw`;
  if (state.waits === "agent") return `${named}: ${state.stand_in || seat.agent} is thinking`;
  return yours ? `${named}: your move` : named;
}

function tellLog() {
  const list = by("moves");
  while (list.children.length > log.length) list.lastChild.remove();
  for (let number = list.children.length; number < log.length; number += 1) {
    const [player, words] = log[number];
    const item = document.createElement("li");
    colour(item, state.seats[player].hue);
    item.append(part("span", "number", number + 1), part("span", "words", words));
    list.append(item);
  }
  list.scrollTop = list.scrollHeight;
}

// ---------------------------------------------------------------- the beginning

fetch("/api/games").then((answer) => answer.json()).then((data) => {
  agents = data.agents;
  if (state) tellSeats();
});
listen(path, token, heard, (is, words) => {
  by("connection").textContent = words || (is ? "" : "Connecting again ...");
  document.documentElement.toggleAttribute("data-away", !is);
});
addEventListener("hashchange", () => location.reload());
