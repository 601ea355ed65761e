"use strict";

// Chances to win as pictures: a bar with a part for each player, and a curve over all moves.
// `players` are their hues; chances are numbers 0 to 1, which need not add up to 1 in teams.

const percent = (chance) => `${Math.round(chance * 100)}%`;

function svgPart(name, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

function hueOf(hue) {
  return hue === "" ? "var(--edge)" : `var(--seat-${hue})`;
}

// Draws the bar of one moment.
function drawBar(svg, chances, players, names) {
  const sum = chances.reduce((total, chance) => total + chance, 0) || 1;
  let left = 0;
  const parts = chances.map((chance, player) => {
    const width = (100 * chance) / sum;
    const part = svgPart("rect", { x: left, y: 0, width, height: 10 });
    part.style.fill = hueOf(players[player]);
    left += width;
    return part;
  });
  svg.replaceChildren(...parts);
  svg.setAttribute("aria-label", `Chances to win: ${chances.map((chance, player) => `${names[player]} ${percent(chance)}`).join(", ")}`);
}

// Draws a line for each player over all moves; `rows` are chances by number of moves, or nothing.
function drawCurve(svg, rows, last, players) {
  const lines = players.map((hue, player) => {
    let path = "";
    let near = false;
    rows.forEach((chances, move) => {
      if (!chances) {
        near = false;
        return;
      }
      path += `${near ? "L" : "M"}${((move / Math.max(1, last)) * 100).toFixed(2)} ${(40 - chances[player] * 40).toFixed(2)}`;
      near = true;
    });
    const line = svgPart("path", { d: path, "vector-effect": "non-scaling-stroke" });
    line.style.stroke = hueOf(hue);
    return line;
  });
  svg.replaceChildren(svgPart("path", { class: "middle", d: "M0 20H100", "vector-effect": "non-scaling-stroke" }), ...lines);
}
