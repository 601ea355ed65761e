"""Clocks by HTTP: tests move the time, and all clients see the consequences."""

import pytest
from table_client import Client, Page, Program, begin

from ludo_env.server import Options, TableServer


class Time:
    """The time of a server's events."""

    def __init__(self, *servers):
        self.now = 1000.0
        for server in servers:
            self.rules(server)

    def rules(self, server):
        """Make a server use this time for tables that are opened from now on."""
        server.state.lobby.now = lambda: self.now


@pytest.fixture
def time(server):
    """Return a time that passes only when a test says so."""
    return Time(server)


def pair(server, **clock):
    """Return a table of two people with this clock, and their pages, once both have joined."""
    table = begin(server, "ludo", ["me", "friend"], players=2, clock=clock)
    pages = [Page(server, table["table"], table["host"])]
    assert pages[0].state["clock"]["since"] is None
    pages.append(Page(server, table["table"], table["seats"][1]))
    pages[0].read_until(lambda: pages[0].state["clock"]["since"] is not None)
    return table, pages


def to_decision(pages):
    """Read until a player is to decide; return their seat."""
    pages[0].read_until(lambda: pages[0].state["waits"] == "decision")
    for page in pages:
        page.read_to(pages[0].state["number"])
    return pages[0].state["turn"]


def test_a_move_is_played_for_who_is_too_slow(server, time):
    """A random move is played; the next is theirs again, and all screens show the clock."""
    table, pages = pair(server, move=30)
    seat, moves = to_decision(pages), pages[0].state["moves"]
    assert pages[0].state["clock"] == {
        "move": 30, "game": 0, "used": [0, 0], "spent": 0, "since": 1000.0,
    }  # fmt: skip
    time.now += 31
    pages[0].read_until(lambda: pages[0].state["kind"] == "time")
    assert (pages[0].state["seat"], pages[0].state["value"]) == (seat, ["move", "random"])
    assert pages[0].state["waits"] == "agent"
    pages[0].read_until(lambda: pages[0].state["moves"] > moves)
    assert pages[0].state["log"] is not None
    assert "time is up, random plays" in pages[0].state["line"][1]
    assert pages[0].state["seats"][seat]["agent"] == ""
    assert pages[0].state["clock"]["used"][seat] == 31
    room = server.state.lobby.room(table["table"])
    assert room.seats[seat].person_plays


def test_a_move_after_the_end_of_its_time_is_refused(server, time):
    """A late move is refused while the agent thinks; afterwards the game has gone on."""
    table, pages = pair(server, move=30)
    seat = to_decision(pages)
    room = server.state.lobby.room(table["table"])
    asked, action, moves = room.asked, room.actions[0], room.table.moves
    time.now += 31
    pages[0].read_until(lambda: pages[0].state["kind"] == "time")
    status, _ = pages[seat].do("play", action=action, asked=asked)
    pages[0].read_until(lambda: pages[0].state["moves"] > moves)
    # If the move equals the one that was drawn, it counts as sent again, and is one move.
    assert status in {200, 409}
    assert room.table.actions[moves] == action or status == 409
    assert "time is up" in room.log[moves][1]


def test_the_rest_is_played_for_who_has_no_time_left(server, time):
    """An agent plays, and keeps the seat; a program sees the time that is left."""
    table, pages = pair(server, game=60)
    seat = to_decision(pages)
    key = [table["host"], table["seats"][1]][seat]
    assert Program(server, table["table"], key).read()["left"] == 60
    time.now += 25
    assert Program(server, table["table"], key).read()["left"] == 35
    time.now += 35
    pages[0].read_until(lambda: pages[0].state["kind"] == "time")
    assert pages[0].state["value"] == ["game", "greedy"]
    assert pages[0].state["seats"][seat]["agent"] == "greedy"
    status, answer = pages[seat].do("seat", seat=seat, agent="")
    assert (status, answer["error"]) == (409, f"player_{seat} has used all of their time.")


def test_the_clock_begins_when_everybody_has_come(server, time):
    """The clock begins when all players have joined or their seats are an agent's."""
    table = begin(server, "ludo", ["me", "friend"], players=2, clock={"move": 30})
    host = Page(server, table["table"], table["host"])
    watcher = Page(server, table["table"], table["watch"])
    time.now += 500
    assert watcher.state["clock"]["since"] is None
    assert host.do("seat", seat=1, agent="random")[0] == 200
    host.read_until(lambda: host.state["clock"]["since"] == time.now)
    assert server.state.lobby.room(table["table"]).clock.used == [0, 0]


def test_a_rematch_has_the_same_clock(server, time):
    """The clock of a rematch begins with the full time."""
    table, pages = pair(server, move=30, game=600)
    room = server.state.lobby.room(table["table"])
    for page in pages:
        page.close()
    while room.waits_for != "over":
        time.now += 0.01
        room.play(room.turn, room.actions[0], room.asked)
    status, answer = Client(server, table["host"]).ask(
        "POST", f"/api/tables/{table['table']}/rematch", {}
    )
    assert status == 200
    clock = server.state.lobby.room(answer["table"]).clock
    assert (clock.move, clock.game, clock.used, clock.since) == (30, 600, [0, 0], None)


def test_a_clock_survives_the_end_of_the_server(tmp_path):
    """Used time stays used; downtime counts for no player, and the present move begins anew."""
    path = tmp_path / "db"
    with TableServer(Options(path, port=0, pace=0.0, workers=0)) as server:
        time = Time(server)
        table, pages = pair(server, move=30, game=600)
        seat = to_decision(pages)
        time.now += 20
        assert pages[seat].step()[0] == 200
        to_decision(pages)
        time.now += 10
    time.now += 5000
    with TableServer(Options(path, port=0, pace=0.0, workers=0)) as server:
        time.rules(server)
        room = server.state.lobby.room(table["table"])
        assert (room.clock.used[seat], room.clock.move, room.clock.game) == (20, 30, 600)
        page = Page(server, table["table"], table["host"])
        page.read_until(lambda: page.state["clock"]["since"] == time.now)
        assert room.time_left() in (30, None)
        assert room.clock.used[seat] == 20
        page.read_until(lambda: page.state["waits"] == "decision")
        time.now += 31
        page.read_until(lambda: page.state["kind"] == "time")
