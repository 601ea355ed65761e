"""Ratings of people and agents through HTTP, from handmade databases."""

import pytest
from hand_made_games import (
    ANN,
    BOB,
    CYD,
    GREEDY,
    LUDO,
    NOBODY,
    RANDOM,
    TEAMS,
    UR,
    Base,
)
from table_client import Client, Page, begin, follow

from ludo_env.arena import plackett_luce


@pytest.fixture
def base(tmp_path):
    """Return a database without games."""
    return Base(tmp_path / "db")


def points(found):
    """Return the points of each name."""
    return {(row["kind"], row["name"]): row["points"] for row in found["ratings"]}


def test_ratings_are_those_of_the_arena(base):
    """Ratings are the Plackett-Luce strengths of the same games, with their intervals."""
    games = [(ANN, GREEDY)] * 6 + [(GREEDY, ANN)] * 2 + [(ANN, BOB)] * 3 + [(BOB, RANDOM)] * 4
    for winner, loser in games:
        base.add([winner, loser], [1.0, -1.0])
    placed = []
    for winner, loser in games:
        names = [("person", name) if name else ("agent", who) for who, name in (winner, loser)]
        placed.append([((names[0],), 1), ((names[1],), 2)])
    strengths = plackett_luce(placed)
    found = base.ratings()
    assert found["games"] == len(games)
    assert points(found) == pytest.approx({name: one.points for name, one in strengths.items()})
    first = found["ratings"][0]
    assert first == {
        "kind": "person", "name": "Ann", "played": 11, "won": 9,
        "points": strengths["person", "Ann"].points,
        "low": strengths["person", "Ann"].low, "high": strengths["person", "Ann"].high,
    }  # fmt: skip
    assert [row["points"] for row in found["ratings"]] == sorted(points(found).values())[::-1]


def test_games_that_say_little_do_not_count(base):
    """They have no name, one name twice, changed seats, undone moves, other starts, or no end."""
    base.add([ANN, GREEDY], [1.0, -1.0])
    base.add([NOBODY, GREEDY], [1.0, -1.0])
    base.add([ANN, ANN], [1.0, -1.0])
    base.add([RANDOM, RANDOM], [1.0, -1.0])
    base.add([ANN, GREEDY], [0.0, 0.0])
    base.add([ANN, GREEDY], [1.0, -1.0], ended=False)
    for kind, value in (
        ("undo", 3), ("start", "p0=.."), ("seat", {"agent": "greedy"}), ("seat", {"agent": ""}),
        ("time", ["game", "greedy"]),
    ):  # fmt: skip
        base.add([ANN, GREEDY], [1.0, -1.0], events=[("move", 1), (kind, value)])
    assert base.ratings()["games"] == 1
    for kind, value in (
        ("seat", {"name": "Ann"}), ("seat", {"by_hand": False}), ("seat", {"token": "x"}),
        ("time", ["move", "random"]), ("clock", [30, 0]), ("analysis", False),
    ):  # fmt: skip
        base.add([ANN, GREEDY], [1.0, -1.0], events=[("move", 1), (kind, value)])
    assert base.ratings()["games"] == 7


def test_partners_win_together(base):
    """In teams each partner is rated; an agent can sit on both sides."""
    for _ in range(5):
        base.add([ANN, GREEDY, BOB, GREEDY], [1.0, -1.0, 1.0, -1.0], TEAMS)
    base.add([CYD, GREEDY, BOB, GREEDY], [-1.0, 1.0, -1.0, 1.0], TEAMS)
    base.add([ANN, ANN, BOB, BOB], [1.0, -1.0, 1.0, -1.0], TEAMS)
    found = base.ratings("?game=ludo")
    assert found["games"] == 6
    rated = points(found)
    assert rated["person", "Ann"] > rated["agent", "greedy"] > rated["person", "Cyd"]
    assert {row["name"]: (row["won"], row["played"]) for row in found["ratings"]} == {
        "Ann": (5, 5), "Bob": (5, 6), "greedy": (2, 12), "Cyd": (0, 1),
    }  # fmt: skip


def test_ratings_are_of_one_game_or_of_all(base):
    """Ratings can be limited to one game, by its name in the list."""
    base.add([ANN, GREEDY], [1.0, -1.0])
    base.add([GREEDY, BOB, CYD, RANDOM], [1.0, -1.0, -1.0, -1.0], LUDO)
    assert {row["name"] for row in base.ratings("?game=ludo")["ratings"]} == {
        "greedy", "Bob", "Cyd", "random",
    }  # fmt: skip
    assert base.ratings("?game=ur_blitz")["games"] == 1
    assert base.ratings("")["games"] == 2
    assert base.ratings("?game=x") == {"games": 0, "ratings": []}


def test_a_name_is_not_an_agent(base):
    """A person with the name of an agent is rated separately."""
    base.add([["human", "greedy"], GREEDY], [1.0, -1.0])
    assert {row["kind"]: row["name"] for row in base.ratings()["ratings"]} == {
        "person": "greedy", "agent": "greedy",
    }  # fmt: skip


def test_games_that_were_played_count(server):
    """A played game changes the ratings, which only the owner sees."""
    table = begin(server, UR, ["me", "random"])
    page = Page(server, table["table"], table["host"])
    assert page.do("seat", seat=0, name="Ann")[0] == 200
    follow([page], lambda: page.state["waits"] == "over")
    found = Client(server, server.owner).get("/api/ratings")
    assert found["games"] == 1
    assert {(row["kind"], row["name"]) for row in found["ratings"]} == {
        ("person", "Ann"), ("agent", "random"),
    }  # fmt: skip
    assert sum(row["won"] for row in found["ratings"]) == 1
    for token in (table["host"], "x", ""):
        assert Client(server, token).ask("GET", "/api/ratings")[0] == 401
