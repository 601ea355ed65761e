"use strict";

// A table: the board, whose turn it is, what I can do, and who sits where. All texts are set as
// text; pictures are those of the server, read as SVG without anything that could run.

const GLIDE_TIME = 520; // milliseconds of a move
const NEAR = 0.85; // squares: how far from a piece or an end a finger may be

const id = location.pathname.split("/").pop();
const token = location.hash.slice(1);
const path = `/api/tables/${encodeURIComponent(id)}`;
const coarse = matchMedia("(pointer: coarse)");

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
  begin();
  tellAll();
}

// Dice that were thrown turn for a moment.
function tumble(delay) {
  if (still.matches) return;
  for (const [key, node] of nodes) {
    if (!key.startsWith("die ")) continue;
    const [x, y] = node.place;
    node.animate(
      [0, 0.6, 1].map((share) => ({
        transform: `translate(${x}px, ${y}px) rotate(${share * 360}deg)`, opacity: 0.4 + 0.6 * share,
      })),
      { duration: 420, delay, easing: "ease-out", fill: "backwards" },
    );
  }
}

// The marks of what can be played, what is chosen, where it ends, and what it captures.
function mark() {
  const drawn = [];
  if (deciding()) {
    const { sources, targets, captures } = moves.marks;
    const { meant } = selection;
    const add = (marks, key, kind) => {
      if (!marks || !marks[key]) return;
      const [art, x, y] = marks[key];
      const node = document.createElementNS(SVG, "use");
      node.setAttribute("href", `#art-${art}`);
      node.setAttribute("transform", `translate(${x} ${y})`);
      node.setAttribute("class", kind);
      drawn.push(node);
    };
    const hint = hinted < 0 ? null : moves.list.find((choice) => choice.action === hinted);
    for (const key of selection.source ? [selection.source] : selection.sources) {
      const chosen = key === selection.source || (hint && hint.source === key);
      add(sources, key, chosen ? "chosen" : "");
    }
    for (const key of selection.targets) add(targets, key, "end");
    if (hint && hint.target) add(targets, hint.target, "end");
    if (selection.source || selection.die) {
      for (const choice of meant) choice.captures.forEach((key) => add(captures, key, ""));
    }
  }
  by("marks").replaceChildren(...drawn);
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

// ---------------------------------------------------------------- the board is pressed

by("board").addEventListener("click", (event) => {
  if (state) press(under(event));
});

// What is under a point: the smallest first, then the nearest. A finger may miss by a little.
function under(event) {
  const point = new DOMPoint(event.clientX, event.clientY);
  const { x, y } = point.matrixTransform(by("board").getScreenCTM().inverse());
  const far = (spot) => Math.hypot(spot[1] - x, spot[2] - y);
  const hit = state.spots
    .filter(([, left, top, across, down]) => Math.abs(left - x) <= across && Math.abs(top - y) <= down)
    .sort((one, other) => one[3] * one[4] - other[3] * other[4] || far(one) - far(other))
    .map(([key]) => key);
  const wanted = new Set([...selection.targets, ...selection.sources]);
  if (!coarse.matches || hit.some((key) => wanted.has(key))) return hit;
  const near = state.spots
    .filter((spot) => wanted.has(spot[0]) && far(spot) <= NEAR)
    .sort((one, other) => far(one) - far(other))[0];
  return near ? [near[0]] : hit;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !state) return;
  if (event.target.closest("input, select, summary, a")) return;
  const onButton = event.target.closest("button");
  const inList = event.target.closest("#choices");
  const keys = {
    " ": () => (state.waits === "throw" && mine() ? DEEDS.throw() : false),
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    ArrowDown: () => line(1),
    ArrowUp: () => line(-1),
    Enter: () => accept(),
    Escape: () => { selection.clear(); say(""); choose(); },
    h: DEEDS.hint,
    w: DEEDS.why,
    u: DEEDS.undo,
  };
  const deed = keys[event.key];
  if (!deed || (onButton && (event.key === " " || event.key === "Enter"))) return;
  if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !deciding()) return;
  if (deed() === false && !inList) return;
  event.preventDefault();
});

function step(by_) {
  if (!deciding()) return false;
  selection.next(by_);
  say(selection.meant.length === 1 ? `${selection.meant[0].words}. Enter plays it.` : `${selection.meant.length} moves; the arrows down and up choose one.`);
  choose();
  return true;
}

// Goes through the lines of my moves.
function line(by_) {
  const buttons = [...by("choices").querySelectorAll("button")];
  if (!buttons.length) return false;
  const at = buttons.indexOf(document.activeElement);
  buttons[at < 0 ? (by_ > 0 ? 0 : buttons.length - 1) : (at + by_ + buttons.length) % buttons.length].focus();
  return true;
}

function accept() {
  if (state.waits === "throw") return DEEDS.throw();
  if (!deciding()) return false;
  const choice = selection.only();
  if (choice) play(choice);
  else line(1);
  return true;
}

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
  if (state.waits === "agent") return `${named}: ${seat.agent} is thinking`;
  return yours ? `${named}: your move` : named;
}

function called(seat) {
  const { name, player } = state.seats[seat];
  return name ? `${name} (${player})` : player;
}

function status(seat, number) {
  if (seat.agent) return seat.who === "agent" ? seat.agent : `${seat.agent} plays`;
  if (me.seats.includes(number)) return "you";
  return presence.seats.includes(number) ? "here" : "away";
}

function tellPlayers() {
  by("players").replaceChildren(...state.seats.map((seat, number) => {
    const item = document.createElement("li");
    const who = part("span", "who", called(number));
    const dot = part("span", "token", "");
    const here = seat.agent || me.seats.includes(number) || presence.seats.includes(number);
    colour(dot, seat.hue);
    who.append(part("span", `agent ${here ? "here" : "away"}`, status(seat, number)));
    item.classList.toggle("turn", number === state.turn && state.waits !== "over");
    item.append(dot, who);
    return item;
  }));
  const { watching } = presence;
  by("watching").textContent = watching ? `${watching} ${watching === 1 ? "spectator" : "spectators"}` : "";
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

// ---------------------------------------------------------------- seats and links

let agents = [];

async function openLinks() {
  links = await ask("GET", `${path}/links`, token);
  const friends = links.seats.some(Boolean);
  by("reach").hidden = !friends || !/^(127\.|localhost$|\[::1\]$)/.test(location.hostname);
  by("watch-row").hidden = false;
  if (friends && !log.length) by("settings").open = true;
  tellSeats();
}

function tellSeats() {
  const box = by("seats");
  if (box.contains(document.activeElement) && document.activeElement.tagName === "INPUT") return;
  const focused = document.activeElement?.dataset?.seat;
  by("settings").hidden = !me.host && !me.seats.length;
  box.replaceChildren(...state.seats.map((seat, number) => row(seat, number)).filter(Boolean));
  if (focused) box.querySelector(`[data-seat="${focused}"]`)?.focus();
}

function row(seat, number) {
  const own = me.seats.includes(number);
  if (!own && !me.host) return null;
  const box = part("div", "row", "");
  const label = part("span", "", seat.player);
  const select = document.createElement("select");
  select.dataset.seat = `${number} who`;
  select.setAttribute("aria-label", `Who plays for ${seat.player}`);
  const person = seat.who === "agent" ? [] : [["", own ? "I play" : "Friend plays"]];
  for (const [value, words] of [...person, ...agents.map((name) => [name, name])]) {
    const option = part("option", "", words);
    option.value = value;
    option.selected = value === seat.agent;
    select.append(option);
  }
  select.addEventListener("change", () => tried("seat", { seat: number, agent: select.value }));
  box.append(label, select);
  if (links && links.seats[number]) {
    const copy = part("button", "", "Copy link");
    copy.type = "button";
    copy.dataset.seat = `${number} link`;
    copy.addEventListener("click", () => copied(copy, links.seats[number]));
    box.append(copy);
  }
  if (own) {
    const name = document.createElement("input");
    name.maxLength = 30;
    name.placeholder = "Your name";
    name.value = seat.name;
    name.setAttribute("aria-label", `Your name as ${seat.player}`);
    name.addEventListener("change", () => tried("seat", { seat: number, name: name.value }));
    const hand = document.createElement("input");
    hand.type = "checkbox";
    hand.checked = seat.by_hand;
    hand.addEventListener("change", () => tried("seat", { seat: number, by_hand: hand.checked }));
    const label_ = part("label", "check", "");
    label_.append(hand, "I throw the dice by a press");
    box.append(name, label_);
  }
  return box;
}

async function copied(button, key) {
  const link = `${location.origin}/table/${id}#${key}`;
  let done = true;
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    done = false;
  }
  const words = button.textContent;
  if (done) button.textContent = "Copied";
  else prompt("Copy this link:", link);
  setTimeout(() => { button.textContent = words; }, 1500);
}

by("watch-link").addEventListener("click", () => copied(by("watch-link"), links.watch));

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
