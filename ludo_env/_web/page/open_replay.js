"use strict";

// The page of a replay, as the server makes it, inside another page; and games as text for links.

function node(element, words, more = {}) {
  const made = document.createElement(element);
  if (words !== undefined) made.textContent = words;
  return Object.assign(made, more);
}

function script(name) {
  return new Promise((done, failed) => {
    const tag = node("script", undefined, { src: `/page/${name}.js`, onload: done, onerror: failed });
    document.body.append(tag);
  });
}

// Shows the page that is answered; `prepare` comes before its scripts. An error takes its place.
async function showReplay(asked, title, prepare = () => {}) {
  const answer = await asked;
  const text = await answer.text();
  if (!answer.ok) {
    document.querySelector("#waiting p").textContent = JSON.parse(text).error;
    return false;
  }
  // Its styles are files here: a policy forbids those inside a page even while it is read.
  const page = new DOMParser().parseFromString(text.replace(/<style>[^]*?<\/style>/, ""), "text/html");
  page.querySelectorAll("script:not([type]), noscript").forEach((part) => part.remove());
  document.title = `${title}: ${page.title}`;
  history.replaceState(null, "", "#");
  document.getElementById("waiting").remove();
  document.body.prepend(...[...page.body.childNodes].map((part) => document.adoptNode(part)));
  prepare();
  await script("look");
  await script("replay");
  return true;
}

// The text of a replay for the part of an address that browsers send to nobody. It is not read as
// JSON here: its seed has more digits than numbers of a script.
async function packed(replay) {
  const stream = new Blob([replay]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpacked(text) {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}
