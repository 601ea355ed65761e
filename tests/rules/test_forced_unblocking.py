"""The rule `forced_unblocking`.

A pile right before the last piece of a player with three at home must be moved first.
"""

from dataclasses import replace

import pytest
from mechanism_races import given, race
from positions import expect, legal_set

from ludo_env import SpecError, load_game
from ludo_env.rules import forced_unblocking


@pytest.mark.parametrize(
    ("mechanism", "shown", "legal"),
    [
        ("die", "2", {0, 1}),
        ("two", "2,1", {0, 1, 4, 5, 8, 9}),
        ("owed", "2,1", {0, 1, 4, 5}),
        ("chain", "2", {0, 1}),
        ("bag", "2,1", {1, 2, 3, 45, 46, 47}),
        ("spinner", "2", {0, 1}),
        ("cards", "2,3", {4, 5, 8, 9}),
    ],
)
def test_forced_unblocking(mechanism, shown, legal):
    """The pile on 19 is right before the last piece of player 1, and must be moved."""
    spec = race(mechanism, forced_unblocking())
    env = given(spec, f"p0=19,19,30,3 p1=5,f,f,f turn=0 dice={shown}")
    expect(env, legal=legal)
    struck = 90 if mechanism == "bag" else min(legal) + 2
    assert env.explain(struck).startswith("forced_unblocking: ")
    free = given(spec, f"p0=19,19,30,3 p1=5,7,f,f turn=0 dice={shown}")
    assert legal < legal_set(free)


def test_forced_unblocking_in_ludo():
    """It works with the blocks of Ludo; a pile that cannot move creates no duty."""
    ludo = load_game("ludo").with_rules(forced_unblocking())
    expect(given(ludo, "p0=19,19,30,3 p1=5,f,f,f turn=0 dice=2"), legal={0, 1})
    expect(given(ludo, "p0=19,19,30,3 p1=5,f,f,f p2=46,46 turn=0 dice=3"), legal={2, 3})
    expect(given(ludo, "p0=19,19,30,3 p1=6,f,f,f turn=0 dice=2"), legal={0, 1, 2, 3})


def test_team_mates_oblige_nobody():
    """A pile in front of a team-mate's last piece may stay."""
    ludo = load_game("ludo").with_rules(forced_unblocking())
    teams = replace(ludo, board=replace(ludo.board, teams=(0, 0, 1, 1)))
    expect(given(teams, "p0=19,19,30,3 p1=5,f,f,f turn=0 dice=2"), legal={0, 1, 2, 3})


def test_forced_unblocking_refuses():
    """The owner of the pile is one of some words."""
    with pytest.raises(SpecError, match=r"unblock_scope is one of .*, not"):
        race("die", forced_unblocking(scope="none")).check()
