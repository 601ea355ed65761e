"use strict";

// The board of a page: items that come, go and move. They are named by keys, and drawn by
// <use> of the pictures that the page holds as art-NAME, with their signs as sign-NAME.

const SVG = "http://www.w3.org/2000/svg";
const ARRIVED = 0.7; // the share of a glide after which captured pieces go home

const by = (id) => document.getElementById(id);
const layer = by("items");
const nodes = new Map(); // what is on the board, by key
const still = matchMedia("(prefers-reduced-motion: reduce)");

let signs = false;

// The motions of a move as the page of a game has them: keys, and a row of numbers.
function waysOf(rows) {
  return rows.map(([key, landsAs, first, row]) => {
    const points = [];
    for (let index = 0; index < row.length; index += 2) points.push([row[index], row[index + 1]]);
    return { key, landsAs, points, begins: first ? 0 : ARRIVED, ends: first ? ARRIVED : 1 };
  });
}

// Shows items; those that move take so many milliseconds, 0 for no motion.
function draw(items, ways, time) {
  const before = new Map();
  for (const [key, node] of nodes) {
    node.getAnimations().forEach((animation) => animation.cancel());
    before.set(node, node.place);
  }
  rename(ways);
  const shown = new Set();
  const order = items.map(([key, art, x, y]) => {
    const node = nodes.get(key) || made(key);
    shown.add(key);
    node.art = art;
    node.place = [x, y];
    node.setAttribute("transform", `translate(${x} ${y})`);
    dress(node);
    return node;
  });
  for (const [key, node] of nodes) {
    if (!shown.has(key)) {
      node.remove();
      nodes.delete(key);
    }
  }
  arrange(order);
  if (time > 0 && !still.matches) glide(order, before, ways, time);
}

// What lands as something else stays the same element, so that it can be seen to move.
function rename(ways) {
  const changed = ways.filter((way) => way.key !== way.landsAs && nodes.has(way.key));
  const moved = changed.map((way) => [way.landsAs, nodes.get(way.key)]);
  changed.forEach((way) => nodes.delete(way.key));
  for (const [key, node] of moved) {
    if (!key) {
      node.remove();
      continue;
    }
    if (nodes.has(key)) nodes.get(key).remove();
    node.dataset.key = key;
    nodes.set(key, node);
  }
}

function made(key) {
  const node = document.createElementNS(SVG, "g");
  node.appendChild(document.createElementNS(SVG, "use"));
  node.dataset.key = key;
  nodes.set(key, node);
  return node;
}

function dress(node) {
  const signed = signs && by(`sign-${node.art}`);
  const name = `#${signed ? "sign" : "art"}-${node.art}`;
  const use = node.firstChild;
  if (use.getAttribute("href") !== name) use.setAttribute("href", name);
}

function arrange(order) {
  order.forEach((node, index) => {
    if (layer.children[index] !== node) layer.insertBefore(node, layer.children[index] || null);
  });
}

// What moves is above all others until it has arrived.
function glide(order, before, ways, time) {
  const moving = new Map(ways.map((way) => [nodes.get(way.landsAs), way]));
  const animations = [];
  for (const node of order) {
    const from = before.get(node);
    if (!from) {
      node.animate({ opacity: [0, 1] }, { duration: time / 2 });
      continue;
    }
    const way = moving.get(node) || { points: [], begins: 0, ends: 1 };
    const points = [from, ...way.points, node.place];
    if (length(points) < 0.01) continue;
    const animation = node.animate(keyframes(points), {
      delay: way.begins * time,
      duration: (way.ends - way.begins) * time,
      easing: "ease-in-out",
      fill: "backwards",
    });
    animations.push(animation);
    if (moving.has(node)) layer.appendChild(node);
  }
  const arrived = () => arrange(order);
  const interrupted = () => {};
  Promise.all(animations.map((animation) => animation.finished)).then(arrived, interrupted);
}

function keyframes(points) {
  const whole = length(points);
  return points.map(([x, y], index) => ({
    offset: Math.min(1, length(points.slice(0, index + 1)) / whole),
    transform: `translate(${x}px, ${y}px)`,
  }));
}

function length(points) {
  let sum = 0;
  for (let index = 1; index < points.length; index += 1) {
    sum += Math.hypot(
      points[index][0] - points[index - 1][0], points[index][1] - points[index - 1][1],
    );
  }
  return sum;
}

// ---------------------------------------------------------------- texts and colours

function part(element, kind, text) {
  const node = document.createElement(element);
  if (kind) node.className = kind;
  node.textContent = text;
  return node;
}

function colour(node, hue) {
  if (hue === "") return;
  node.style.setProperty("--token", `var(--seat-${hue})`);
  node.style.setProperty("--token-edge", `var(--dark-${hue})`);
}

by("signs").addEventListener("click", () => {
  signs = !signs;
  document.documentElement.toggleAttribute("data-signs", signs);
  by("signs").setAttribute("aria-pressed", String(signs));
  nodes.forEach(dress);
});
