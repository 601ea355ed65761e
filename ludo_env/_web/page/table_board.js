"use strict";

// The board of a table: its pictures, the marks on it, and what is pressed there.

const NEAR = 0.85; // squares: how far from a piece or an end a finger may be
const coarse = matchMedia("(pointer: coarse)");

// ---------------------------------------------------------------- marks and motion

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
