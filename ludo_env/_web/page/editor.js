"use strict";

// A position set up by hand. The server reads each change by the rules of the game and answers
// with the new position, or says why there is no such position; then nothing changes here.

const asked = new URLSearchParams(location.search);
const terms = { game: asked.get("game") || "ludo" };
if (asked.get("players")) terms.players = Number(asked.get("players"));
if (asked.get("mode")) terms.mode = asked.get("mode");

let position = null; // what the server said last
let older = []; // texts before each change
let dragged = null;
let sent = 0;

// ---------------------------------------------------------------- changes

async function change(text, what, keeps = true) {
  const number = sent += 1;
  const before = position;
  try {
    const body = { ...terms, position: text };
    if (what) body.change = what;
    const found = await ask("POST", "/api/positions", "none", body);
    if (number !== sent) return; // a later change has been sent
    by("refused").textContent = found.refused || "";
    if (found.refused) {
      // What was typed stays, to be mended; what was dragged goes back.
      if (position) draw(position.items, [], 0);
      else if (text) await change("", null); // the position of the address is refused
      by("refused").textContent = found.refused;
      return;
    }
    if (before && keeps && found.position !== before.position) older.push(before.position);
    position = found;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (number !== sent) return;
    by("refused").textContent = error.message;
  }
  if (position) show();
}

function show() {
  by("board").setAttribute("viewBox", `0 0 ${position.size[0]} ${position.size[1]}`);
  by("ground").replaceChildren(...read(position.board));
  keep(position.arts);
  draw(position.items, [], 0);
  for (const [key, item] of nodes) item.toggleAttribute("data-movable", /^(piece|unit) /.test(key));
  by("text").value = position.position;
  by("back").disabled = !older.length;
  showWords();
  const begin = new URLSearchParams({ ...terms, position: position.position });
  by("begin").href = `/?${begin}${location.hash}`;
}

// What is not on the board: whose turn it is, the dice, and what rules remember.
function showWords() {
  const focused = document.activeElement?.dataset?.key;
  by("words").replaceChildren(...position.words.map(([key, word]) => {
    const label = part("label", "", "");
    const input = document.createElement(key === "turn" ? "select" : "input");
    input.dataset.key = key;
    if (key === "turn") {
      for (const [value, player] of position.turns) {
        const option = part("option", "", player);
        option.value = value;
        input.append(option);
      }
    } else {
      input.maxLength = 300;
      input.spellcheck = false;
      input.placeholder = key === "dice" || key === "die" ? "to be thrown" : "";
    }
    input.value = word;
    input.addEventListener("change", () => change(position.position, { key, word: input.value.trim() }));
    label.append(part("span", "", key.replaceAll("_", " ")), input);
    return label;
  }));
  if (focused) by("words").querySelector(`[data-key="${focused}"]`)?.focus();
}

// ---------------------------------------------------------------- dragging

function pointOf(event) {
  const at = new DOMPoint(event.clientX, event.clientY);
  return at.matrixTransform(by("board").getScreenCTM().inverse());
}

by("items").addEventListener("pointerdown", (event) => {
  const item = event.target.closest("g[data-movable]");
  if (!item || event.button) return;
  event.preventDefault();
  const { x, y } = pointOf(event);
  dragged = { item, away: [item.place[0] - x, item.place[1] - y], at: item.place };
  item.classList.add("dragged");
  layer.append(item); // above all others
  by("board").setPointerCapture(event.pointerId);
});
by("board").addEventListener("pointermove", (event) => {
  if (!dragged) return;
  const { x, y } = pointOf(event);
  dragged.at = [x + dragged.away[0], y + dragged.away[1]];
  dragged.item.setAttribute("transform", `translate(${dragged.at[0]} ${dragged.at[1]})`);
});
by("board").addEventListener("pointerup", () => {
  if (!dragged) return;
  const { item, at } = dragged;
  dragged = null;
  item.classList.remove("dragged");
  change(position.position, { item: item.dataset.key, x: at[0], y: at[1] });
});
by("board").addEventListener("pointercancel", () => {
  if (!dragged) return;
  dragged.item.classList.remove("dragged");
  dragged = null;
  show();
});

// ---------------------------------------------------------------- buttons

by("text").addEventListener("change", () => change(by("text").value.trim().replace(/\s+/g, " "), null));
by("start").addEventListener("click", () => change("", null));
by("back").addEventListener("click", () => change(older.pop(), null, false));
by("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(position.position);
    by("copy").textContent = "Copied";
    setTimeout(() => { by("copy").textContent = "Copy"; }, 1500);
  } catch {
    by("text").select();
  }
});

by("game").textContent = terms.game.replaceAll("_", " ");
by("home").href = `/${location.hash}`;
change(asked.get("position") || "", null);
