"""The rule `special_exit`.

With n sixes n pieces leave at once and capture the n enemies that block their entry.
"""

import pytest
from mechanism_races import given, race
from positions import expect, legal_set, play

from ludo_env.rules import (
    exit_with_a_six,
    lock_after_capture,
    prison,
    special_exit,
)


@pytest.mark.parametrize(
    ("mechanism", "shown", "special", "left"),
    [
        ("die", "6", None, ""),
        ("spinner", "6", None, ""),
        ("two", "6,5", None, ""),
        ("two", "6,6", 12, ""),
        ("owed", "6,6", 20, ""),
        ("chain", "6,6,3", 4, ""),  # all throws are one move: the three is played with the sixes
        ("bag", "6,6,3", 176, "3"),
    ],
)
def test_special_exit(mechanism, shown, special, left):
    """Two sixes break the block on the own entry: a prisoner and a house piece come out."""
    rules = {"leave": exit_with_a_six(), "capture": prison()}
    spec = race(mechanism, lock_after_capture(), special_exit(), **rules)
    env = given(spec, f"p0=10,x1 p1=39,39 turn=0 dice={shown}")
    if special is None:
        assert not any("special" in env.describe(action) for action in legal_set(env))
        return
    assert special in legal_set(env)
    play(env, special)
    expect(env, p0="10,0,0", p1="x0,x0", turn=0 if left else 1)
    if left:
        expect(env, dice=left, locked="1,2")
