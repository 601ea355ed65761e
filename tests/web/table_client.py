"""A client of a table for tests: requests and the events of a stream, by the standard library."""

from __future__ import annotations

import http.client
import json
import time
from urllib.parse import urlsplit

PATIENCE = 10


class Client:
    """A client of a server, possibly with a token."""

    def __init__(self, server, token=""):
        self.server, self.token = server, token
        self.host = urlsplit(server.address).netloc

    def ask(self, method, path, body=None, headers=None, token=None):
        """Return the status and the answer of a request."""
        connection = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        token = self.token if token is None else token
        sent = {"Authorization": f"Bearer {token}"} if token else {}
        data = body
        if body is not None and not isinstance(body, bytes):
            data, sent["Content-Type"] = json.dumps(body).encode(), "application/json"
        connection.request(method, path, data, {**sent, **(headers or {})})
        answer = connection.getresponse()
        text = answer.read()
        self.headers = dict(answer.getheaders())
        connection.close()
        is_json = self.headers.get("content-type", "").startswith("application/json")
        return answer.status, json.loads(text) if is_json else text

    def get(self, path):
        """Return the answer of a request that is allowed."""
        status, answer = self.ask("GET", path)
        assert status == 200, answer
        return answer


class Page(Client):
    """A player's or spectator's page of a table, built from the events of their stream."""

    def __init__(self, server, table, token, after=None):
        super().__init__(server, token)
        self.table, self.path = table, f"/api/tables/{table}"
        self.state, self.events, self.choices, self.presence = {}, [], None, {}
        self.you, self.arts = {}, {}
        self.open(after)

    def open(self, after=None):
        """Listen from the event after this one on."""
        self.stream = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        asked = "" if after is None else f"?after={after}"
        self.stream.request(
            "GET", f"{self.path}/events{asked}", headers={"Authorization": f"Bearer {self.token}"}
        )
        self.answer = self.stream.getresponse()
        self.status = self.answer.status
        if self.status == 200:
            self.read_until(lambda: self.you)

    def close(self):
        """Close the stream."""
        self.answer.close()
        self.stream.close()

    def reopen(self):
        """Listen again, like a browser whose stream the server has ended because it read slowly."""
        assert self.you, "the stream has ended before it began"
        self.close()
        self.open(after=self.state.get("number"))
        assert self.status == 200, "the stream has ended"

    def read(self):
        """Read and return one message."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            line = self.answer.readline()
            if not line:
                self.reopen()
            elif line.startswith(b"data: "):
                message = json.loads(line[6:])
                self._take(message)
                return message
        raise AssertionError("nothing comes")

    def read_until(self, is_there):
        """Read until a condition is true."""
        end = time.monotonic() + PATIENCE
        while not is_there():
            assert time.monotonic() < end
            self.read()

    def read_to(self, number):
        """Read until an event arrives."""
        self.read_until(lambda: self.state["number"] >= number)

    def _take(self, message):
        kind = message["kind"]
        if kind == "choices":
            self.choices = message
        elif kind == "presence":
            self.presence = message
        elif kind == "you":
            self.you = message
        elif kind == "trouble":
            raise AssertionError(message["words"])
        else:
            self.events.append(message)
            self.state = {**self.state, **message}
            self.arts |= message["arts"]

    def do(self, verb, **body):
        """Send a request to the table; return the status and the answer."""
        return self.ask("POST", f"{self.path}/{verb}", body)

    @property
    def mine(self):
        """Return whether this page is to act."""
        return self.state["turn"] in self.you["seats"] and self.state["waits"] in (
            "throw",
            "decision",
        )

    def step(self, pick=0):
        """Throw, or play one of the choices."""
        asked = self.state["asked"]
        if self.state["waits"] == "throw":
            return self.do("throw", asked=asked)
        self.read_until(lambda: self.choices and self.choices["asked"] == asked)
        choice = self.choices["list"][pick % len(self.choices["list"])]
        return self.do("play", action=choice["action"], asked=asked)


class Program(Client):
    """A program at a seat, which reads the states of a table line by line."""

    def __init__(self, server, table, token, after=None):
        super().__init__(server, token)
        self.path, self.lines = f"/api/tables/{table}", []
        self.stream = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        asked = "" if after is None else f"?after={after}"
        headers = {"Authorization": f"Bearer {token}"}
        self.stream.request("GET", f"{self.path}/states{asked}", headers=headers)
        self.answer = self.stream.getresponse()
        self.status = self.answer.status

    def read(self):
        """Return the next state."""
        line = b"\n"
        while line == b"\n":
            line = self.answer.readline()
        self.lines.append(json.loads(line))
        return self.lines[-1]

    def read_until(self, is_there):
        """Return the first state from now on for which a condition is true."""
        for _ in range(1000):
            if self.lines and is_there(self.lines[-1]):
                return self.lines[-1]
            self.read()
        raise AssertionError("it never came to that")

    def step(self, pick=0):
        """Throw, or play one of the moves."""
        state = self.lines[-1]
        body = {"asked": state["asked"], "seat": state["turn"]}
        if state["do"] == "play":
            body["action"] = state["moves"][pick % len(state["moves"])]["action"]
        return self.ask("POST", f"{self.path}/{state['do']}", body)

    def close(self):
        """Close the stream."""
        self.answer.close()
        self.stream.close()


def begin(server, game="mensch", seats=("me", "friend", "greedy", "random"), **more):
    """Create a table; return its id and the tokens of its links."""
    wanted = [
        {"who": seat} if seat in ("me", "friend") else {"who": "agent", "agent": seat}
        for seat in seats
    ]
    for seat in wanted:
        seat["by_hand"] = more.get("by_hand", False)
    body = {"game": game, "seats": wanted}
    body |= {name: more[name] for name in ("players", "mode", "clock") if name in more}
    status, answer = Client(server).ask("POST", "/api/tables", body)
    assert status == 201, answer
    return answer


def follow(pages, until, steps=3000):
    """Let the people of these pages play until a condition is true."""
    for number in range(steps):
        if until():
            return
        acting = next((page for page in pages if page.mine), None)
        if acting is None:
            pages[0].read()
        else:
            status, answer = acting.step(number)
            assert status == 200, answer
            acting.read_to(answer["number"])
        last = max(page.state["number"] for page in pages)
        for page in pages:
            page.read_to(last)
    raise AssertionError("it never came to that")
