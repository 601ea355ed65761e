"""Threats around a table: archives, programs, clocks, analysis and hostile servers."""

import json
import socket
import threading
from contextlib import suppress
from urllib.parse import quote as quoted

import pytest
from hostile import ODD, state_of
from table_client import Client, Page, Program, begin, follow

from ludo_env import __main__ as cli
from ludo_env.server import Limits, Options, TableServer

SEATS = [{"who": "me", "by_hand": False}, {"who": "agent", "agent": "random"}]


def test_the_archive_is_for_the_owner(server, table):
    """Players, spectators and clients without a link have no access."""
    for path in ("/api/tables", "/api/export", "/api/export?format=parquet", "/api/ratings"):
        for key in (table["host"], table["seats"][1], table["watch"], "", "x"):
            status, answer = Client(server, key).ask("GET", path)
            assert status in (401, 429), (path, key, answer)
        assert Client(server, server.owner).ask("GET", path)[0] == 200


def test_programs_see_no_more_than_pages(server):
    """No line has another hand, the seed, or dice to come; each seat gets only its own moves."""
    table = begin(server, "tock", ["friend"] * 4)
    room = server.state.lobby.room(table["table"])
    keys = [*table["seats"], table["watch"]]
    programs = [Program(server, table["table"], key) for key in keys]
    checked = 0
    while checked < 4:
        number = room.number
        for program in programs:
            program.read_until(lambda line: line["event"] >= number)  # noqa: B023
        lines, position, turn = [one.lines[-1] for one in programs], room.table.position, room.turn
        if room.number > number or lines[turn]["waits"] != "decision":
            continue  # somebody has to pass, which happens automatically
        checked += 1
        hands = dict(word.split("=") for word in position.split())["hands"].split("/")
        for seat, line in enumerate(lines):
            seen = dict(word.split("=") for word in line["position"].split())["hands"].split("/")
            assert seen == [hand if seat == player else "?" for player, hand in enumerate(hands)]
            assert (bool(line["moves"]), bool(line["dice"])) == (seat == turn, seat == turn)
            assert str(room.terms.seed) not in json.dumps(line)
        assert programs[turn].step()[0] == 200
    table = begin(server, "ludo", ["friend"] * 4, by_hand=True)
    for key in (*table["seats"], table["watch"]):
        line = Program(server, table["table"], key).read()
        assert (line["waits"], line["position"], line["dice"]) == ("throw", "", [])


def test_nobody_stops_a_clock(server):
    """Reconnecting, a short use of an agent, and late moves do not stop a clock."""
    now = [1000.0]
    server.state.lobby.now = lambda: now[0]
    table = begin(server, "ludo", ["me", "friend"], players=2, clock={"move": 30})
    pages = [Page(server, table["table"], key) for key in (table["host"], table["seats"][1])]
    room = server.state.lobby.room(table["table"])
    pages[0].read_until(lambda: pages[0].state["waits"] == "decision")
    seat, number, asked, action = room.turn, room.number, room.asked, room.actions[0]
    now[0] += 20
    for key in (table["host"], table["seats"][1], table["watch"]) * 4:
        Page(server, table["table"], key).close()
        Program(server, table["table"], key).close()
    assert room.number == number
    for agent in ("greedy", ""):
        body = {"seat": 1 - seat, "agent": agent}
        assert pages[1 - seat].do("seat", **body)[0] == 200
    assert room.time_left() == 10
    now[0] += 10
    pages[0].read_until(lambda: pages[0].state["kind"] == "time")
    pages[0].read_until(lambda: pages[0].state["kind"] == "move")
    moves = room.table.moves
    status, answer = pages[seat].do("play", action=action, asked=asked)
    # A move equal to the drawn one counts as one move.
    assert status == 409 or (answer["number"] <= room.number and room.log[moves - 1][0] == seat)
    assert "time is up" in pages[0].state["line"][1]


@pytest.fixture
def ended(server):
    """Return a game that has ended, with its tokens."""
    table = begin(server, "ur_blitz", ["me", "random"])
    page = Page(server, table["table"], table["host"])
    follow([page], lambda: page.state["waits"] == "over")
    page.close()
    return table


def test_analysis_tells_nothing_hidden(server):
    """Not even the owner learns cards, or dice that wait to be thrown."""
    table = begin(server, "tock", ["me", "friend", "random", "random"])
    for key in (table["host"], table["seats"][1], table["watch"], server.owner):
        client = Client(server, key)
        assert client.ask("GET", f"/api/tables/{table['table']}/analysis")[0] == 409
    table = begin(server, "mensch", ["me"] * 4, by_hand=True)
    page = Page(server, table["table"], table["host"])
    follow([page], lambda: page.state["waits"] == "throw" and page.state["moves"] >= 3)
    for key in (table["host"], table["watch"], server.owner):
        found = Client(server, key).get(f"{page.path}/analysis")
        assert str(page.state["moves"] - 1) not in found["judged"]


def test_analysis_is_done_once(server, ended, monkeypatch):
    """A request covers about 20 moves at most; repeated ones use the database."""
    thinking = server.state.thinking
    asked, run = [], thinking.run

    async def counted(question, *arguments):
        asked.append(question.__name__)
        return await run(question, *arguments)

    monkeypatch.setattr(thinking, "run", counted)
    path = f"/api/tables/{ended['table']}/analysis?from=0&count=999999"
    client = Client(server, ended["watch"])
    assert len(client.get(path)["judged"]) == 20
    before = len(asked)
    for _ in range(10):
        assert len(client.get(f"/api/tables/{ended['table']}/analysis?count=0")["judged"]) == 20
    assert len(asked) == before
    for odd in ("-1", "x", "1e3", "%00", "", "9" * 50, "0x10", "\u0663"):
        status, _ = client.ask("GET", f"/api/tables/{ended['table']}/analysis?from={quoted(odd)}")
        assert status == 400, odd


def test_what_others_see_is_for_the_host(server, table):
    """Only the host hides and shows chances."""
    before = state_of(server, table)
    path = f"/api/tables/{table['table']}/analysis"
    for key, status in ((table["seats"][1], 403), (table["watch"], 403), ("x", 401)):
        assert Client(server, key).ask("POST", path, {"shown": False})[0] == status
    host = Client(server, table["host"])
    for odd in ODD:
        if type(odd) is not bool:
            assert host.ask("POST", path, {"shown": odd})[0] == 400
    assert state_of(server, table) == before


def test_branches_are_tables_of_their_own(server, ended):
    """People with a link can branch an ended game, with new links and new dice."""
    path = f"/api/tables/{ended['table']}/branch"
    rooms = server.state.lobby
    before = state_of(server, ended)
    body = {"move": 5, "seats": SEATS}
    assert Client(server, "x").ask("POST", path, body)[0] == 401
    status, branch = Client(server, ended["watch"]).ask("POST", path, body)
    assert status == 201
    assert not {*branch["seats"], branch["host"], branch["watch"]} & {
        ended["host"], ended["watch"], server.owner,
    }  # fmt: skip
    for opened, other in ((branch, ended), (ended, branch)):
        status, _ = Client(server, opened["host"]).ask(
            "POST", f"/api/tables/{other['table']}/rematch", {}
        )
        assert status == 401
    assert rooms.room(branch["table"]).terms.seed != rooms.room(ended["table"]).terms.seed
    running = Client(server, branch["host"])
    assert running.ask("POST", f"/api/tables/{branch['table']}/branch", body)[0] == 409
    games = len(server.state.store.ids())
    for odd in (odd for odd in ODD if odd != 0 or odd is False):
        for wrong in ({**body, "move": odd}, {**body, "seats": odd}, {**body, "more": odd}):
            status, answer = Client(server, ended["host"]).ask("POST", path, wrong)
            assert status in (400, 429), (wrong, answer)
    assert len(server.state.store.ids()) == games
    assert state_of(server, ended)[:3] == before[:3]


def test_branches_are_limited(tmp_path):
    """Branches are limited like new tables."""
    limits = Limits(tables=(0.01, 3))
    options = Options(tmp_path / "db", port=0, pace=0.0, workers=0, limits=limits)
    with TableServer(options) as server:
        table = begin(server, "ur_blitz", ["random", "random"])
        page = Page(server, table["table"], table["host"])
        page.read_until(lambda: page.state["waits"] == "over")
        statuses = [page.do("branch", move=2, seats=SEATS)[0] for _ in range(4)]
    assert statuses == [201, 201, 429, 429]


def test_a_server_cannot_harm_a_terminal(capsys):
    """With the link of a hostile server, its texts remain text, and its game cannot be a file."""
    odd = "\x1b[2J\x1b]0;x\x07\u202e"
    state = {
        "event": 1, "asked": 1, "turn": 0, "yours": [0], "waits": "over", "do": "", "moves": [],
        "kind": "move", "by": 1, "words": odd, "title": odd, "position": "",
    }  # fmt: skip
    for game, status in (("mensch", 0), ("/etc/passwd", 2), ("evil.py:Mine", 2)):
        answers = [json.dumps({"game": game}), json.dumps(state)]
        with socket.create_server(("127.0.0.1", 0)) as listening:
            port = listening.getsockname()[1]
            thread = threading.Thread(target=answer_each, args=(listening, answers), daemon=True)
            thread.start()
            link = f"http://127.0.0.1:{port}/table/a#b"
            assert cli.main(["play", "--table", link]) == status
        printed = "".join(capsys.readouterr()).replace("\n", "")
        assert printed.isprintable()
        assert ("?[2J" in printed) == (game == "mensch")


def answer_each(listening, answers):
    """Answer each connection with the next text."""
    with suppress(OSError):
        for text in answers:
            connection, _ = listening.accept()
            with connection:
                connection.recv(10_000)
                connection.sendall(f"HTTP/1.1 200 OK\r\n\r\n{text}\n".encode())
