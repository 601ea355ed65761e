"""Links to tables: a client whose server is away, slow, odd, or hostile."""

import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from ludo_env import LudoError
from ludo_env._play.remote_game import RemoteGame
from ludo_env._play.remote_table import RemoteTable
from ludo_env._play.table_link import Denied, TableLink

STATE = {"event": 3, "asked": 3, "turn": 0, "yours": [0], "waits": "decision", "do": "play"}


class Answers:
    """A server that gives each of these answers once, and keeps the requested paths."""

    def __init__(self, *answers):
        self.answers, self.paths = list(answers), []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                outer.paths.append(self.path)
                status, body, headers = outer.answers.pop(0)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                self.do_GET()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.link = f"http://127.0.0.1:{self.server.server_port}/table/a#b"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def answer(data, status=200, **headers):
    """An answer of JSON, or of these bytes."""
    return status, data if isinstance(data, bytes) else json.dumps(data).encode() + b"\n", headers


def test_a_broken_stream_goes_on_after_the_last_event():
    """This works however often it breaks; every state comes once."""
    one, two = answer({**STATE, "event": 3}), answer({"event": 4, "waits": "over"})
    slept = []
    with Answers(one, answer({}, 503), answer(b""), two) as server:
        states = list(TableLink(server.link, slept.append).states())
    assert [state["event"] for state in states] == [3, 4]
    assert server.paths == ["/api/tables/a/states", *["/api/tables/a/states?after=3"] * 3]
    assert slept == [0.5, 1.0, 2.0]


def test_a_request_without_an_answer_is_sent_again():
    """The server treats a repeated request as one."""
    with Answers(answer({"error": "later"}, 429), answer({"number": 5})) as server:
        assert TableLink(server.link, lambda _: None).do("play", action=1) == {"number": 5}
    assert len(server.paths) == 2


def test_a_server_that_is_away_is_given_up():
    """The client gives up after half a minute."""
    slept = []
    with pytest.raises(LudoError, match=r"The server '127.0.0.1:9' does not answer\."):
        TableLink("http://127.0.0.1:9/table/a#b", slept.append).game()
    assert 20 <= sum(slept) <= 60


def test_a_refusal_has_the_words_of_the_server():
    """They are cut, and contain nothing that a terminal would obey."""
    said = answer({"error": "no\x1b[2J" + "x" * 999}, 409)
    with Answers(said) as server, pytest.raises(Denied) as caught:
        TableLink(server.link).do("play")
    assert str(caught.value).startswith("no?[2Jxxx")
    assert len(str(caught.value)) <= 310
    assert caught.value.status == 409


def test_redirections_are_not_followed():
    """The token is sent to one server only."""
    with Answers() as other, Answers(answer({}, 302, Location=other.link)) as server:
        link = TableLink(server.link)
        with pytest.raises(Denied, match="answers 302"):
            link.game()
    assert other.paths == []


@pytest.mark.parametrize(
    "line", [b"x" * 2_100_000, b"[1]\n", b"[" * 100_000 + b"\n", b"\xff\n", b'{"event": "x"}\n']
)
def test_lines_are_limited(line):
    """They must also be objects of JSON."""
    with Answers(answer(line)) as server:
        states = TableLink(server.link).states()
        with pytest.raises(LudoError, match="does not send states of a table"):
            list(states)


@pytest.mark.parametrize(
    "odd",
    [
        {"turn": 9}, {"turn": None}, {"yours": 5}, {"yours": ["x"]}, {"asked": "x"},
        {"moves": [5]}, {"moves": [{"action": "x", "words": ""}]}, {"moves": 7},
        {"position": 5}, {"position": "x" * 5000}, {"position": "p0=99,99,99,99"},
    ],
)  # fmt: skip
def test_states_that_are_none_of_the_game_are_refused(odd):
    """They are refused, whatever is wrong with them."""
    with Answers(answer({"game": "mensch"})) as server:
        table = RemoteTable(TableLink(server.link))
    with pytest.raises(LudoError):
        table.take({**STATE, **odd})


@pytest.mark.parametrize("game", ["evil.py:Mine", "/etc/passwd", {"rules": ["evil.py:mine"]}, None])
def test_a_server_names_games_of_the_library_only(game):
    """No file, and no code."""
    with Answers(answer({"game": game})) as server, pytest.raises(LudoError):
        TableLink(server.link).game()


def test_moves_of_other_rules_are_refused():
    """They may come from a server of another version."""
    with Answers(answer({"game": "mensch"})) as server:
        table = RemoteTable(TableLink(server.link))
    position = "p0=3,y,y,y p1=y,y,y,y p2=y,y,y,y p3=y,y,y,y turn=0 dice=3"
    table.take({**STATE, "position": position, "moves": [{"action": 99, "words": "fly"}]})
    with pytest.raises(LudoError, match="plays other rules of mensch"):
        _ = table.view


def test_the_screen_shows_whom_the_game_waits_for():
    """It also shows the news since the person was last asked, and the others' moves."""
    position = "p0=3,y,y,y p1=y,y,y,y p2=y,y,y,y p3=y,y,y,y turn=1 dice=6"
    waits = {**STATE, "turn": 1, "do": "", "moves": [], "position": position, "kind": "state"}
    moved = {**waits, "event": 4, "kind": "move", "by": 0, "words": "piece 1: 2 steps, 1 to 3"}
    over = {**moved, "event": 5, "by": 1, "words": "pass", "waits": "over", "title": "Green won."}
    lines = b"".join(
        json.dumps({"title": "yellow, dice 6", **state}).encode() + b"\n"
        for state in (waits, moved, over)
    )
    shown = []
    with Answers(answer({"game": "mensch"}), answer(lines)) as server:
        table = RemoteTable(TableLink(server.link))
        RemoteGame(table, output=shown.append, size=lambda: (80, 24)).run()
    assert "Waiting for yellow, dice 6." in shown[0]
    assert "piece 1: 2 steps" in re.sub(r"\s+", " ", shown[1])
    assert shown[-1] == "Green won."
