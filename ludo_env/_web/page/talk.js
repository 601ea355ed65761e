"use strict";

// What a page says to the server, and hears from it. The token is in the address behind the #,
// which no browser sends: it goes into a header of each request.

const SILENCE = 40000; // milliseconds without a sign of life, after which the page asks again
const AGAIN = [200, 500, 1000, 2000, 4000]; // milliseconds before it tries again

class Refused extends Error {
  constructor(status, words) {
    super(words);
    this.status = status;
  }
}

const rest = (time) => new Promise((done) => { setTimeout(done, time); });

// Sends a request; returns its answer. A request without an answer is sent again: the server
// takes a repeated move for one move.
async function ask(method, path, token, body) {
  let answer;
  for (let tries = 0; ; tries += 1) {
    try {
      const headers = { Authorization: `Bearer ${token}` };
      if (body !== undefined) headers["Content-Type"] = "application/json";
      answer = await fetch(path, {
        method, headers, body: body === undefined ? undefined : JSON.stringify(body),
      });
      if (answer.status !== 503 || tries === AGAIN.length) break;
    } catch (error) {
      if (tries === AGAIN.length) throw new Refused(0, "The server does not answer.");
    }
    await rest(AGAIN[Math.min(tries, AGAIN.length - 1)]);
  }
  const data = await answer.json().catch(() => ({ error: "The answer cannot be read." }));
  if (!answer.ok) throw new Refused(answer.status, data.error);
  return data;
}

// Listens to a table for ever. It goes on after the last event that it has, whatever comes between.
async function listen(path, token, heard, connected) {
  let last = null;
  let failures = 0;
  let stop = () => {};
  let alive = Date.now();
  const wake = () => {
    if (!document.hidden && Date.now() - alive > SILENCE / 2) stop();
  };
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", () => stop());
  for (;;) {
    const control = new AbortController();
    let timer = 0;
    stop = () => control.abort();
    const living = () => {
      alive = Date.now();
      clearTimeout(timer);
      timer = setTimeout(stop, SILENCE);
    };
    living();
    try {
      const answer = await fetch(`${path}/events${last === null ? "" : `?after=${last}`}`, {
        headers: { Authorization: `Bearer ${token}` }, signal: control.signal, cache: "no-store",
      });
      if (answer.status >= 400 && answer.status < 429) {
        const data = await answer.json().catch(() => ({}));
        connected(false, data.error || "This table cannot be opened.");
        return;
      }
      if (!answer.ok) throw new Refused(answer.status, "");
      failures = 0;
      connected(true, "");
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        living();
        text += value;
        const messages = text.split("\n\n");
        text = messages.pop();
        for (const message of messages) {
          for (const line of message.split("\n")) {
            if (line.startsWith("id: ")) last = Number(line.slice(4));
            if (line.startsWith("data: ")) heard(JSON.parse(line.slice(6)));
          }
        }
      }
    } catch (error) {
      if (!(error instanceof Refused) && error.name !== "AbortError" && !isOfNetwork(error)) throw error;
    }
    clearTimeout(timer);
    connected(false, "");
    await rest(AGAIN[Math.min(failures, AGAIN.length - 1)]);
    failures += 1;
  }
}

// Browsers say in words of their own that a server cannot be reached.
function isOfNetwork(error) {
  return error instanceof TypeError || error instanceof DOMException;
}
