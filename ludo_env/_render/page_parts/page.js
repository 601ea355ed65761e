"use strict";

// Steps through a game. The data are texts and numbers only, and become nothing else:
// texts are set as text, numbers choose among the pictures that the page already holds.

const SVG = "http://www.w3.org/2000/svg";
const SPEEDS = [0.5, 1, 2, 4, 8];
const BETWEEN = 1000; // milliseconds from move to move at the usual speed
const GLIDE = 0.7; // the share of that time in which pieces move
const ARRIVED = 0.7; // the share of a glide after which captured pieces go home
const SWIPE = 40; // pixels

const data = JSON.parse(document.getElementById("data").textContent);
const frames = data.frames.map(([items, ways, player, hue, name, words, position]) => ({
  items: items.map((number) => data.things[number]), ways, player, hue, name, words, position,
}));
const last = frames.length - 1;
const by = (id) => document.getElementById(id);
const layer = by("items");
const nodes = new Map(); // what is on the board, by key
const still = matchMedia("(prefers-reduced-motion: reduce)");
const dark = matchMedia("(prefers-color-scheme: dark)");

let at = 0;
let speed = 1;
let timer = 0;
let unsettled = 0;
let signs = false;

// ---------------------------------------------------------------- the board

function go(to) {
  const from = at;
  at = Math.max(0, Math.min(last, to));
  const near = Math.abs(at - from) === 1;
  draw(frames[at], near ? waysBetween(from, at) : [], near && !still.matches);
  tell();
}

// Backwards everything goes the way it came.
function waysBetween(from, to) {
  return frames[Math.max(from, to)].ways.map(([key, landsAs, first, row]) => {
    const points = [];
    for (let index = 0; index < row.length; index += 2) points.push([row[index], row[index + 1]]);
    const begins = first ? 0 : ARRIVED;
    const ends = first ? ARRIVED : 1;
    if (to > from) return { key, landsAs, points, begins, ends };
    return {
      key: landsAs, landsAs: key, points: points.reverse(), begins: 1 - ends, ends: 1 - begins,
    };
  });
}

function draw(frame, ways, gliding) {
  const before = new Map();
  for (const [key, node] of nodes) {
    node.getAnimations().forEach((animation) => animation.cancel());
    before.set(node, node.place);
  }
  rename(ways);
  const shown = new Set();
  const order = frame.items.map(([key, art, x, y]) => {
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
  if (gliding) glide(order, before, ways);
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
function glide(order, before, ways) {
  const time = (BETWEEN / speed) * GLIDE;
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

// ---------------------------------------------------------------- what is told

const list = by("moves");
const rows = frames.map((frame, number) => row(frame, number));

function row(frame, number) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  const turn = number > 0 && frame.player !== frames[number - 1].player;
  colour(item, frame.hue);
  item.classList.toggle("turn", turn);
  button.type = "button";
  button.tabIndex = -1;
  button.append(part("span", "number", number || ""), part("span", "words", ""));
  if (turn) button.lastChild.append(part("b", "", frame.name), " ");
  button.lastChild.append(number ? frame.words : "The beginning");
  button.addEventListener("click", () => {
    pause();
    go(number);
  });
  item.append(button);
  list.append(item);
  return button;
}

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

function tell() {
  const frame = frames[at];
  const move = at ? `${at}. ${frame.name} \u00b7 ${frame.words}` : "The beginning";
  by("now").textContent = at === last ? data.result : move;
  by("now").classList.toggle("told", at === last);
  by("count").textContent = `${at} / ${last}`;
  by("scrub").value = at;
  by("scrub").setAttribute("aria-valuetext", `move ${at} of ${last}`);
  by("position").textContent = frame.position;
  off(["first", "back"], at === 0);
  off(["forward", "end"], at === last);
  mark(rows[at]);
  bring();
  clearTimeout(unsettled);
  unsettled = setTimeout(note, 400);
}

// Tab comes to the current move only, not to hundreds of them.
function mark(button) {
  const old = list.querySelector("[aria-current]");
  if (old) {
    old.removeAttribute("aria-current");
    old.tabIndex = -1;
  }
  button.setAttribute("aria-current", "step");
  button.tabIndex = 0;
  if (document.activeElement === old) button.focus({ preventScroll: true });
}

// The list moves to the current move; the page itself stays where it is.
function bring() {
  const place = at === last ? list.lastChild : rows[at];
  list.scrollTop = place.offsetTop - (list.clientHeight - place.offsetHeight) / 2;
}

// A button that does nothing now keeps its place in the order of Tab.
function off(ids, is) {
  ids.forEach((id) => by(id).setAttribute("aria-disabled", String(is)));
}

// Browsers allow only so many changes of an address in a time: it is changed at rest.
function note() {
  if (timer) return;
  try {
    history.replaceState(null, "", at ? `#move=${at}` : "#");
  } catch {
    // A page inside another may have no address of its own.
  }
}

function asked() {
  const found = /^#move=(\d{1,9})$/.exec(location.hash);
  return found ? Number(found[1]) : 0;
}

// ---------------------------------------------------------------- what can be pressed

function play() {
  if (at === last) go(0);
  by("play").classList.add("playing");
  by("play").setAttribute("aria-label", "Pause");
  by("now").setAttribute("aria-live", "off");
  clearTimeout(timer);
  timer = setTimeout(next, BETWEEN / speed / 2);
}

function next() {
  go(at + 1);
  if (at === last) pause();
  else timer = setTimeout(next, BETWEEN / speed);
}

function pause() {
  clearTimeout(timer);
  timer = 0;
  by("play").classList.remove("playing");
  by("play").setAttribute("aria-label", "Play");
  by("now").setAttribute("aria-live", "polite");
  clearTimeout(unsettled);
  unsettled = setTimeout(note, 400);
}

function step(to) {
  pause();
  go(to);
}

function faster(by_) {
  const index = SPEEDS.indexOf(speed) + by_;
  speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, index))];
  by("speed").textContent = `${speed}\u00d7`;
  off(["slower"], speed === SPEEDS[0]);
  off(["faster"], speed === SPEEDS[SPEEDS.length - 1]);
}

const DEEDS = {
  play: () => (timer ? pause() : play()),
  first: () => step(0),
  back: () => step(at - 1),
  forward: () => step(at + 1),
  end: () => step(last),
  slower: () => faster(-1),
  faster: () => faster(1),
};
const KEYS = {
  " ": "play", ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "end",
  "+": "faster", "=": "faster", "-": "slower",
};

for (const [id, deed] of Object.entries(DEEDS)) by(id).addEventListener("click", deed);
by("scrub").addEventListener("input", () => step(Number(by("scrub").value)));

// A button that was clicked does not keep the keys to itself; one that Tab has come to does.
document.addEventListener("mousedown", (event) => {
  if (event.target.closest("button")) event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
  if (event.key === " " && event.target.closest("button")) return;
  event.preventDefault();
  DEEDS[KEYS[event.key]]();
});

let touched = null;
by("board").addEventListener("touchstart", (event) => {
  touched = event.touches.length === 1 ? event.touches[0] : null;
}, { passive: true });
by("board").addEventListener("touchend", (event) => {
  if (!touched) return;
  const across = event.changedTouches[0].clientX - touched.clientX;
  const down = event.changedTouches[0].clientY - touched.clientY;
  touched = null;
  if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down)) {
    step(at + (across < 0 ? 1 : -1));
  }
});

function lit(night) {
  document.documentElement.dataset.scheme = night ? "night" : "day";
  by("scheme").setAttribute("aria-pressed", String(night));
}
dark.addEventListener("change", () => lit(dark.matches));
by("scheme").addEventListener("click", () => {
  lit(document.documentElement.dataset.scheme !== "night");
});
by("signs").addEventListener("click", () => {
  signs = !signs;
  document.documentElement.toggleAttribute("data-signs", signs);
  by("signs").setAttribute("aria-pressed", String(signs));
  nodes.forEach(dress);
});

by("copy").addEventListener("click", async () => {
  const text = by("position");
  getSelection().selectAllChildren(text);
  let done = true;
  try {
    await navigator.clipboard.writeText(text.textContent);
  } catch {
    done = document.execCommand("copy");
  }
  by("copy").textContent = done ? "Copied" : "Press Ctrl+C";
  setTimeout(() => { by("copy").textContent = "Copy"; }, 1500);
});

// ---------------------------------------------------------------- the beginning

for (const [name, agent, hue] of data.players) {
  const item = document.createElement("li");
  const who = part("span", "who", name);
  if (agent) who.append(part("span", "agent", agent));
  const token = part("span", "token", "");
  colour(token, hue);
  item.append(token, who);
  by("players").append(item);
}
list.append(part("li", "result", data.result));
lit(dark.matches);
faster(0);
at = Math.min(last, asked());
go(at);
addEventListener("resize", bring);
addEventListener("hashchange", () => step(asked()));
