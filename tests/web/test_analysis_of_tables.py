"""The analysis of tables by HTTP: chances, judged moves, and games from other positions."""

import json

import pytest
from table_client import Client, Page, begin, follow

SEATS = [{"who": "me", "by_hand": False}, *[{"who": "agent", "agent": "random"}] * 3]
POSITION = "p0=3,y,y,y p1=y,y,y,y p2=y,y,y,y p3=y,y,y,y turn=0 dice=6"


def analysis(page, first=0, count=20):
    """Return the server's analysis of a game."""
    return page.ask("GET", f"{page.path}/analysis?from={first}&count={count}")


def ended(server, game="mensch", position=""):
    """Return a page of a game that has ended."""
    body = {"game": game, "seats": SEATS, "position": position}
    status, table = Client(server).ask("POST", "/api/tables", body)
    assert status == 201, table
    page = Page(server, table["table"], table["host"])
    follow([page], lambda: page.state["waits"] == "over")
    return page


def test_chances_come_with_the_moves(server):
    """Each player has a chance and each move a mark; repeated requests use the database."""
    table = begin(server, "mensch", ["me"] * 4)
    page = Page(server, table["table"], table["host"])
    follow([page], lambda: page.state["moves"] >= 15)
    status, found = analysis(page)
    assert status == 200
    assert found["judge"]
    assert found["moves"] >= 15
    assert len(found["chances"]) == 4
    assert abs(sum(found["chances"]) - 1) < 0.01
    assert len(found["judged"]) >= 5
    kept = server.state.store.judged(table["table"], 0)
    assert {str(move): json.loads(text) for move, (_, text) in kept.items()} == found["judged"]
    assert analysis(page, 0, 0)[1]["judged"] == found["judged"]
    spectator = Page(server, table["table"], table["watch"])
    assert analysis(spectator, 3, 0)[1]["chances"] == found["chances"]
    assert analysis(Page(server, table["table"], table["host"]), 999)[1]["judged"] == {}


def test_a_move_that_was_taken_back_is_judged_no_longer(server):
    """The judgement of an undone move is not applied to the move played instead."""
    table = begin(server, "mensch", ["me", "random", "random", "random"])
    page = Page(server, table["table"], table["host"])

    def has_choice():
        if not page.mine or page.state["moves"] < 8:
            return False
        page.read_until(lambda: page.choices and page.choices["asked"] == page.state["asked"])
        return len(page.choices["list"]) > 1

    follow([page], has_choice)
    at, judged = page.state["moves"], []
    for pick in (0, 1):
        while page.state["moves"] > at:
            page.read_to(page.do("undo", asked=page.state["asked"])[1]["number"])
        page.read_to(page.step(pick)[1]["number"])
        follow([page], lambda: page.mine and page.state["moves"] > at)
        assert str(at) in analysis(page, at, 1)[1]["judged"]
        judged.append(server.state.store.judged(table["table"], at)[at][0])
    assert judged[0] != judged[1]


def test_dice_that_are_not_thrown_are_not_given_away(server):
    """Before the throw there is no judgement of the move that led to it."""
    table = begin(server, "mensch", ["me"] * 4, by_hand=True)
    page = Page(server, table["table"], table["host"])
    follow([page], lambda: page.state["waits"] == "throw" and page.state["moves"] >= 3)
    moves = page.state["moves"]
    found = analysis(page)[1]
    assert str(moves - 1) not in found["judged"]


def test_the_host_hides_chances_until_the_end(server):
    """The host can hide chances at the start or later; others cannot."""
    body = {"game": "mensch", "seats": SEATS, "analysis": False}
    table = Client(server).ask("POST", "/api/tables", body)[1]
    page = Page(server, table["table"], table["host"])
    assert page.state["analysis"] is False
    status, answer = analysis(page)
    assert (status, "while the game goes on" in answer["error"]) == (409, True)
    spectator = Page(server, table["table"], table["watch"])
    assert spectator.do("analysis", shown=True)[0] == 403
    assert page.do("analysis", shown=1)[0] == 400
    number = page.do("analysis", shown=True)[1]["number"]
    spectator.read_to(number)
    assert spectator.state["analysis"] is True
    assert analysis(spectator)[0] == 200


def test_hidden_hands_stay_hidden(server):
    """Chances would reveal hidden hands, so they are shown after the end."""
    table = begin(server, "tock", ["me", "friend", "random", "random"])
    page = Page(server, table["table"], table["host"])
    assert page.state["analysis"] is False
    assert analysis(page)[0] == 409


@pytest.mark.parametrize("question", ["from=-1", "from=x", "count=1e3", "from=99999999"])
def test_odd_questions_are_refused(server, question):
    """Numbers must be whole, and a token is required."""
    table = begin(server, "mensch", ["me"] * 4)
    client = Client(server, table["host"])
    path = f"/api/tables/{table['table']}/analysis"
    assert client.ask("GET", f"{path}?{question}")[0] == 400
    assert client.ask("GET", path, token="wrong" * 4)[0] == 401


def test_a_game_begins_at_a_position(server):
    """A game and its replay begin at a position with its dice; illegal positions are refused."""
    table = Client(server).ask(
        "POST", "/api/tables", {"game": "ludo", "seats": SEATS, "position": POSITION}
    )[1]
    page = Page(server, table["table"], table["host"])
    assert page.state["position"].startswith("p0=3,y,y,y p1=y,y,y,y")
    assert "dice=6" in page.state["position"]
    assert page.state["waits"] == "decision"
    for wrong in ("p0=99", "nonsense", POSITION.replace("3,y", "3"), 5, ["a"]):
        status, answer = Client(server).ask(
            "POST", "/api/tables", {"game": "ludo", "seats": SEATS, "position": wrong}
        )
        assert (status, bool(answer["error"])) == (400, True), wrong
    assert len(server.state.store.ids()) == 1


def test_play_goes_on_from_a_game_that_has_ended(server):
    """Play continues from a position of that game, against an agent; a running game is refused."""
    late = "p0=h0,h1,h2,20 p1=h0,h1,h2,20 p2=h0,h1,h2,20 p3=h0,h1,h2,20 turn=0 tries=0"
    page = ended(server, position=late)
    replay = page.get(f"{page.path}/replay.json")
    assert page.do("branch", move=10**6, seats=SEATS)[0] == 400
    status, table = page.do("branch", move=8, seats=SEATS)
    assert status == 201, table
    branch = Page(server, table["table"], table["host"])
    rooms = server.state.lobby
    assert branch.state["moves"] == 0
    start = rooms.room(table["table"]).table.start
    assert start
    assert start != rooms.room(page.table).table.position
    table = begin(server, "mensch", ["me"] * 4)
    running = Page(server, table["table"], table["host"])
    assert running.do("branch", move=0, seats=SEATS)[0] == 409
    again = ended(server, position=start)
    assert again.get(f"{again.path}/replay.json")["start"] == start
    assert replay["start"] == late
    found = analysis(again, 0, 3)[1]
    assert found["over"]
    assert len(found["judged"]) == 3
