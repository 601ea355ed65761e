"use strict";

// A table without a mouse: what each key does.

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
