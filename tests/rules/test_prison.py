"""The rule `prison`.

A lone enemy on an open square goes to the captor's prison; one six buys it back home.
"""

import pytest
from mechanism_races import given, race
from positions import expect, expect_all, play

from ludo_env import load_game
from ludo_env.rules import (
    prison,
)

BUYS = "{} buys it back from prison"


@pytest.mark.parametrize(
    ("mechanism", "shown", "said"),
    [
        ("die", "6", {0: BUYS.format(6), 1: "6 from 10 to 16"}),
        ("die", "5", {1: "5 from 10 to 15"}),
        (
            "two",
            "6,3",
            {0: BUYS.format(6), 1: "6 from 10 to 16", 5: "3 from 10 to 13", 9: "6+3 from 10 to 19"},
        ),
        ("two", "4,2", {1: "4 from 10 to 14", 5: "2 from 10 to 12", 9: "4+2 from 10 to 16"}),
        ("owed", "6,3", {0: BUYS.format(6), 1: "6 from 10 to 16", 5: "3 from 10 to 13"}),
        ("chain", "6,3", {0: BUYS.format("6+3"), 1: "6+3 from 10 to 19"}),
        ("chain", "3", {1: "3 from 10 to 13"}),
        (
            "bag",
            "6,3",
            {
                4: BUYS.format(6),
                46: "3 from 10 to 13",
                48: "6 from 10 to 16",
                50: "6+3 combined from 10 to 19",
            },
        ),
        ("spinner", "6", {0: BUYS.format(6), 1: "6 from 10 to 16"}),
        ("spinner", "5", {1: "5 from 10 to 15"}),
        ("cards", "6,3", {9: "3 from 10 to 13", 20: BUYS.format(6), 21: "6 from 10 to 16"}),
    ],
)
def test_prison(mechanism, shown, said):
    """A six frees a captive, alone if dice can be parted; no sum and no other die does."""
    env = given(race(mechanism, capture=prison()), f"p0=x1,10,f,f turn=0 dice={shown}")
    piece = {action: action // 44 if mechanism == "bag" else action % 4 for action in said}
    expect_all(env, {action: f"piece {piece[action]}: {what}" for action, what in said.items()})


def test_ludo_with_a_prison():
    """In Ludo a six buys a piece back into the yard, and rolls again like any six."""
    ludo = load_game("ludo").without("capture_lone").with_rules(prison(), after="blocks")
    env = given(ludo, "p0=10 p1=1 turn=0 dice=4", rolls=[6, 5, 6, 1])
    play(env, 0)  # captures, and rolls again
    expect(env, p1="x0", turn=0, dice=6)
    env = given(ludo, "p0=14 p1=x0,3,3,4 turn=1 dice=5", rolls=[2])
    expect(env, legal={1, 2, 3})
    assert env.explain(0) == (
        "prison: A lone enemy on an open square goes to the captor's prison; "
        "one six buys it back home."
    )
    env = given(ludo, "p0=14 p1=x0,f,f,f turn=1 dice=6", rolls=[6, 3])
    expect_all(env, {0: "piece 0: 6 buys it back from prison"})
    play(env, 0)
    expect(env, p1="y,f,f,f", turn=1, dice=6)
    expect_all(env, {0: "piece 0: 6 from the yard to 0"})
