"use strict";

// The replay of a game that is in the address: nothing of it is kept by the server.

async function open() {
  const label = document.querySelector("#waiting p");
  let replay;
  try {
    replay = await unpacked(location.hash.slice(1));
  } catch {
    label.textContent = "This link holds no whole game; it may have been cut.";
    return;
  }
  await showReplay(fetch("/api/shared", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: `{"replay": ${replay}}`,
  }), "A game");
}

open();
