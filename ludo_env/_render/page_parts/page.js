// Steps through a game. The data are texts and numbers only, and become nothing else:
// texts are set as text, numbers choose among the pictures that the page already holds.

const SPEEDS = [0.5, 1, 2, 4, 8];
const BETWEEN = 1000; // milliseconds from move to move at the usual speed
const GLIDE = 0.7; // the share of that time in which pieces move
const SWIPE = 40; // pixels

const data = JSON.parse(document.getElementById("data").textContent);
const frames = data.frames.map(([items, ways, player, hue, name, words, position]) => ({
  items: items.map((number) => data.things[number]), ways, player, hue, name, words, position,
}));
const last = frames.length - 1;

let at = 0;
let speed = 1;
let timer = 0;
let unsettled = 0;

// ---------------------------------------------------------------- the board

function go(to) {
  const from = at;
  at = Math.max(0, Math.min(last, to));
  const near = Math.abs(at - from) === 1;
  const time = near ? (BETWEEN / speed) * GLIDE : 0;
  draw(frames[at].items, near ? waysBetween(from, at) : [], time);
  tell();
}

// Backwards everything goes the way it came.
function waysBetween(from, to) {
  const ways = waysOf(frames[Math.max(from, to)].ways);
  if (to > from) return ways;
  return ways.map(({ key, landsAs, points, begins, ends }) => ({
    key: landsAs, landsAs: key, points: points.reverse(), begins: 1 - ends, ends: 1 - begins,
  }));
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
  document.dispatchEvent(new CustomEvent("shown", { detail: at }));
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
faster(0);
at = Math.min(last, asked());
go(at);
addEventListener("resize", bring);
addEventListener("hashchange", () => step(asked()));
