"use strict";

// Who sits at a table: their plates, with their clocks, and who plays for them; the links of seats.

const CLOCK = 250; // milliseconds from one look at the clocks to the next
const LOW = 10; // seconds that are few
let ahead = 0; // seconds that the time of the server is ahead of ours

// ---------------------------------------------------------------- plates

function called(seat) {
  const { name, player } = state.seats[seat];
  return name ? `${name} (${player})` : player;
}

function status(seat, number) {
  if (state.stand_in && number === state.turn) return `${state.stand_in} plays`;
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
    const line = part("span", `agent ${here ? "here" : "away"}`, status(seat, number));
    if (state.clock && !seat.agent) line.append(part("span", "clock", ""));
    who.append(line);
    item.classList.toggle("turn", number === state.turn && state.waits !== "over");
    item.append(dot, who);
    return item;
  }));
  tellClocks();
  tellLimits();
  const { watching } = presence;
  by("watching").textContent = watching ? `${watching} ${watching === 1 ? "spectator" : "spectators"}` : "";
}

// ---------------------------------------------------------------- clocks

// The seconds that somebody has: for this move, if they are to act, and for the game; null is any.
function timeOf(number) {
  const { move, game, used, spent, since } = state.clock;
  const acts = number === state.turn && (state.waits === "decision" || state.waits === "throw");
  const passed = acts && since !== null ? Math.max(0, Date.now() / 1000 + ahead - since) : 0;
  return [
    move && acts ? Math.max(0, move - spent - passed) : null,
    game ? Math.max(0, game - used[number] - passed) : null,
  ];
}

function clockText(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function tellClocks() {
  if (!state || !state.clock) return;
  [...by("players").children].forEach((item, number) => {
    const clock = item.querySelector(".clock");
    if (!clock) return;
    const times = timeOf(number).filter((time) => time !== null);
    const text = state.waits === "over" ? "" : times.map(clockText).join(" / ");
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("low", times.some((time) => time < LOW));
  });
}
setInterval(tellClocks, CLOCK);

function tellLimits() {
  const { clock } = state;
  by("limits").hidden = !clock || state.waits === "over";
  if (!clock) return;
  const limits = [["a move", clock.move], ["the game", clock.game]].filter(([, seconds]) => seconds);
  const words = limits.map(([what, seconds]) => `${clockText(seconds)} for ${what}`).join(", ");
  by("limits").textContent = `${words}${clock.since === null ? ". The clock begins when everybody has come." : ""}`;
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
