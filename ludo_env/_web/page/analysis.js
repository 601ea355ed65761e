"use strict";

// The analysis of a game that has ended: the replay page of the game, as the server makes it, with
// chances to win, marks of moves, and a game from here. The scripts of that page follow this one.

const game = location.pathname.split("/").pop();
const key = sessionStorage.getItem(`analysis ${game}`) || location.hash.slice(1);
const api = `/api/tables/${encodeURIComponent(game)}`;
const judged = []; // by move
const standing = []; // chances by number of moves played
let shownMove = 0;
let result = null; // what the server said last

try {
  // The replay keeps its move behind the #; the key goes on in this window.
  sessionStorage.setItem(`analysis ${game}`, key);
} catch {
  // A private window may keep nothing; a reload then needs the link again.
}

async function open() {
  const headers = { Authorization: `Bearer ${key}` };
  const shown = await showReplay(fetch(`${api}/replay.html`, { headers }), "Analysis", () => {
    place();
    document.addEventListener("shown", ({ detail }) => {
      shownMove = detail;
      tellChances();
    });
  });
  if (!shown) return;
  const { agents } = await fetch("/api/games").then((found) => found.json());
  document.getElementById("rival").replaceChildren(...agents.map((name) => node("option", name, { value: name, selected: name === "greedy" })));
  await judge();
}

// Makes room for the chances on the page of the game.
function place() {
  const box = node("div", undefined, { id: "chances" });
  const bar = svgPart("svg", { id: "bar", class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img", "aria-label": "Chances to win" });
  const curve = svgPart("svg", { id: "curve", class: "curve", viewBox: "0 0 100 40", preserveAspectRatio: "none", role: "img", "aria-label": "Chances to win over all moves" });
  box.append(bar, node("ul", undefined, { id: "odds" }), node("p", "", { id: "judge" }));
  document.getElementById("now").before(box);
  document.querySelector(".scrubber").before(curve);
  const from = node("div", undefined, { className: "from" });
  const rival = node("select", undefined, { id: "rival" });
  rival.setAttribute("aria-label", "Against which agent");
  const button = node("button", "Play from here", { type: "button", id: "from-here" });
  button.addEventListener("click", playFromHere);
  const link = node("button", "Copy link of the game", { type: "button", id: "share" });
  link.addEventListener("click", () => copyGame(link));
  from.append(button, node("span", "against"), rival, link);
  document.querySelector(".controls").append(from);
  const summary = node("div", undefined, { id: "summary", hidden: true });
  document.getElementById("players").after(summary);
}

// Asks for some moves at a time until all are judged.
async function judge() {
  const label = document.getElementById("judge");
  for (let from = 0; ;) {
    try {
      result = await ask("GET", `${api}/analysis?from=${from}&count=20`, key);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.status !== 429) {
        label.textContent = error.message;
        return;
      }
      await rest(1000);
      continue;
    }
    if (!result.judge) {
      label.textContent = "Nothing estimates chances in this game.";
      return;
    }
    for (const [move, row] of Object.entries(result.judged)) {
      judged[move] = row;
      standing[move] = row.chances;
      markMove(Number(move), row);
    }
    standing[result.moves] = result.chances;
    const before = from;
    while (judged[from]) from += 1;
    tellChances();
    if (from >= result.moves || from === before) break;
    label.textContent = `Move ${from} of ${result.moves} ...`;
  }
  label.textContent = `Chances by ${result.judge}.`;
  tellSummary();
}

const points = (number) => (Math.abs(number) < 0.0005 ? "0" : `${number > 0 ? "+" : "\u2212"}${(Math.abs(number) * 100).toFixed(1)}`);

function markMove(move, row) {
  if (!row.mark) return;
  const cost = row.mark === "mistake" ? ` \u2212${(row.cost * 100).toFixed(0)}%` : "";
  const mark = node("span", `${row.mark}${cost}`, { className: `mark ${row.mark}` });
  if (row.mark !== "best") mark.title = `Best: ${row.best}`;
  rows[move + 1].lastChild.append(mark);
}

function tellChances() {
  const hues = data.players.map(([, , hue]) => hue);
  const names = data.players.map(([name]) => name);
  const chances = standing[shownMove];
  if (result && result.judge) drawCurve(by("curve"), Array.from(standing), last, hues);
  const at = (shownMove / Math.max(1, last)) * 100;
  by("curve").append(svgPart("path", { class: "here", d: `M${at} 0V40`, "vector-effect": "non-scaling-stroke" }));
  const row = judged[shownMove - 1];
  by("from-here").disabled = shownMove === last;
  if (!chances) return;
  drawBar(by("bar"), chances, hues, names);
  by("odds").replaceChildren(...chances.map((chance, player) => {
    const item = node("li");
    const dot = part("span", "token", "");
    colour(dot, hues[player]);
    const luck = row && row.luck ? row.luck[player] : 0;
    const dice = Math.abs(luck) >= 0.01 ? ` (dice ${points(luck)})` : "";
    item.append(dot, node("span", `${percent(chance)}${dice}`));
    return item;
  }));
}

// Skill and luck of each player, apart from each other.
function tellSummary() {
  const table = node("table");
  const head = node("tr");
  head.append(...["", "best", "good", "mistakes", "cost", "luck"].map((words) => node("th", words, { scope: "col" })));
  table.append(head);
  data.players.forEach(([name], player) => {
    const own = judged.filter((row) => row.player === player);
    const count = (mark) => own.filter((row) => row.mark === mark).length;
    const cost = own.reduce((sum, row) => sum + row.cost, 0);
    const known = judged.every((row) => row.luck);
    const luck = judged.reduce((sum, row) => sum + (row.luck ? row.luck[player] : 0), 0);
    const line = node("tr");
    const cells = [name, count("best"), count("good"), count("mistake"), points(-cost), known ? points(luck) : "?"];
    line.append(...cells.map((words) => node("td", words)));
    table.append(line);
  });
  by("summary").replaceChildren(table);
  by("summary").hidden = false;
}

async function playFromHere() {
  const rival = by("rival").value;
  const turn = frames[shownMove + 1].player;
  const seats = data.players.map((_, player) => (
    player === turn ? { who: "me", by_hand: true } : { who: "agent", agent: rival }
  ));
  try {
    const table = await ask("POST", `${api}/branch`, key, { move: shownMove, seats });
    location.assign(`/table/${table.table}#${table.host}`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    by("judge").textContent = error.message;
  }
}

// A link that holds the whole game: who opens it on any server of this library sees the replay.
async function copyGame(button) {
  const answer = await fetch(`${api}/replay.json`, { headers: { Authorization: `Bearer ${key}` } });
  const link = `${location.origin}/shared#${await packed(await answer.text())}`;
  try {
    await navigator.clipboard.writeText(link);
    button.textContent = "Copied";
  } catch {
    prompt("Copy this link:", link);
  }
  setTimeout(() => { button.textContent = "Copy link of the game"; }, 1500);
}

open();
