"""Links to tables of `ludo-env serve`: requests and states, with the standard library only.

The server is not trusted: characters that could control a terminal are replaced, and the size of
every answer is limited. Redirections are not followed: the token is for one server.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from ludo_env._engine.errors import LudoError, cut, quoted
from ludo_env._engine.spec import Spec
from ludo_env._play.json_file import game_of_data

_SILENCE = 40.0  # seconds without data after which the server counts as lost
_AGAIN = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)  # seconds before each new try
_MOST_BYTES = 2_000_000  # of an answer, or of a line
_MOST_SAID = 300  # letters of a refusal


class Denied(LudoError):  # noqa: N818  (most are no mistake of the program)
    """A request that the server refuses, with the server's message."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status


class _Place(NamedTuple):
    """The parts of the link of a seat."""

    secure: bool
    host: str
    table: str
    token: str


class TableLink:
    """A seat at a table, by its link: http://127.0.0.1:8000/table/ID#TOKEN."""

    def __init__(self, link: str, sleep: Callable[[float], object] = time.sleep) -> None:
        self._place, self._sleep = _place_of(link), sleep

    def game(self) -> Spec:
        """Return the game that is played; only rules of the library are allowed."""
        answer = self._lasting("GET", "game")
        return game_of_data(answer.get("game"), trust=False)

    def do(self, verb: str, **body: Any) -> Mapping[str, Any]:
        """Send a request, again after an interruption; the server counts repetitions once."""
        return self._lasting("POST", verb, body)

    def states(self) -> Iterator[dict[str, Any]]:
        """Yield the states of the table until the game ends, including those missed meanwhile."""
        last, failures = -1, 0
        while True:
            try:
                with closing(self._connected()) as connection:
                    after = f"states?after={last}" if last >= 0 else "states"
                    for state in _lines(self._asked(connection, "GET", after)):
                        failures, last = 0, state["event"]
                        yield state
                        if state.get("waits") == "over":
                            return
            except Denied as denied:
                if denied.status < 500 and denied.status != 429:
                    raise
            except (OSError, HTTPException):
                pass
            self._wait(failures)
            failures += 1

    def _lasting(self, method: str, path: str, body: Any = None) -> Mapping[str, Any]:
        """Return the answer to a request, which is sent again if there is no answer."""
        failures = 0
        while True:
            try:
                with closing(self._connected()) as connection:
                    answer = self._asked(connection, method, path, body)
                    data = _data(answer.read(_MOST_BYTES))
                    if isinstance(data, dict):
                        return data
                    raise LudoError("The answer of the server is not one of a table.")
            except Denied as denied:
                if denied.status not in {429, 503}:
                    raise
            except (OSError, HTTPException):
                pass
            self._wait(failures)
            failures += 1

    def _connected(self) -> HTTPConnection:
        kind = HTTPSConnection if self._place.secure else HTTPConnection
        return kind(self._place.host, timeout=_SILENCE)

    def _asked(
        self, connection: HTTPConnection, method: str, path: str, body: Any = None
    ) -> HTTPResponse:
        """Return the answer to a request; raise `Denied` if the server refuses it."""
        headers = {"Authorization": f"Bearer {self._place.token}"}
        sent = None
        if body is not None:
            sent, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        connection.request(method, f"/api/tables/{self._place.table}/{path}", sent, headers)
        answer = connection.getresponse()
        if not 200 <= answer.status < 300:
            data = _data(answer.read(_MOST_BYTES))
            words = data.get("error") if isinstance(data, dict) else None
            known = words if isinstance(words, str) else f"The server answers {answer.status}."
            raise Denied(answer.status, cut(known, _MOST_SAID))
        return answer

    def _wait(self, failures: int) -> None:
        if failures >= len(_AGAIN):
            raise LudoError(f"The server {quoted(self._place.host)} does not answer.")
        self._sleep(_AGAIN[failures])


def _lines(answer: HTTPResponse) -> Iterator[dict[str, Any]]:
    """Yield the objects of a stream; an empty line only keeps the connection alive."""
    while True:
        line = answer.readline(_MOST_BYTES)
        if not line:
            return
        if line.strip():
            state = _data(line)
            if not isinstance(state, dict) or type(state.get("event")) is not int:
                raise LudoError("The server does not send states of a table.")
            yield state


def _data(text: bytes) -> Any:
    """Return JSON as plain data that a terminal can show; None for anything else."""
    try:
        return _shown(json.loads(text))
    except (ValueError, RecursionError):
        return None


def _shown(data: Any) -> Any:
    if isinstance(data, str):
        return "".join(letter if letter.isprintable() else "?" for letter in data)
    if isinstance(data, list):
        return [_shown(one) for one in data]
    if isinstance(data, dict):
        return {_shown(name): _shown(value) for name, value in data.items()}
    return data


def _place_of(link: str) -> _Place:
    """Return the parts of a link; refuse one that is not the link of a seat."""
    try:
        parts = urlsplit(link)
        host, table = parts.netloc, re.fullmatch(r"/table/([\w-]{1,100})", parts.path)
        parts.port  # noqa: B018  (it refuses what is no port)
    except ValueError:
        parts, host, table = urlsplit(""), "", None
    token = parts.fragment
    known = parts.scheme in {"http", "https"} and host and "@" not in host and table
    if not known or table is None or not re.fullmatch(r"[\w-]{1,100}", token, re.ASCII):
        raise LudoError(
            "The link of a seat is such as http://127.0.0.1:8000/table/ID#TOKEN, "
            f"not {quoted(link)}."
        )
    return _Place(parts.scheme == "https", host, table[1], token)
