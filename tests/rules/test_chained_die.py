"""The rule `chained_die`.

A certain number is thrown again; all throws together are one move of one piece.
"""

import pytest
from positions import described, expect
from rule_positions import at, only

from ludo_env import PositionError, SpecError, hooks, rule
from ludo_env.rules import (
    ROLL_AGAIN,
    capture_lone,
    chained_die,
)


@pytest.mark.parametrize(
    ("rolls", "thrown", "there"),
    [([4], "4", 14), ([6, 4], "6,4", 20), ([6, 6, 1], "6,6,1", 23), ([6, 6, 6], "6,6,6", 28)],
)
def test_chained_die(rolls, thrown, there):
    """A six is thrown again, at most twice, and the sum is one move."""
    env = at("p0=10", capture_lone(), die=chained_die(), exit_number=5, rolls=[*rolls, 3, 2])
    expect(env, dice=thrown)
    said = f"piece 0: {thrown.replace(',', '+')} from 10 to {there}"
    assert described(env) == {said}
    env = at(f"p0=10 dice={thrown}", capture_lone(), die=chained_die(), exit_number=5, rolls=[3])
    assert described(env) == {said}
    after = only(env)
    assert (after["p0"], after["turn"], after["dice"]) == (f"{there},y,y,y", "2", "3")


def test_chained_die_passes_over():
    """All throws are one move: a piece where the six alone would end is not captured."""
    env = at("p0=10 p2=42 dice=6,4", capture_lone(), die=chained_die(), exit_number=5)
    assert described(env) == {"piece 0: 6+4 from 10 to 20"}
    env = at("p0=10 p2=46 dice=6,4", capture_lone(), die=chained_die(), exit_number=5)
    assert described(env) == {"piece 0: 6+4 from 10 to 20, captures player_1 on square 20"}


def test_chained_die_thrown_anew():
    """A player who may throw again because no move was possible begins a new chain."""

    @rule()
    def patient(board):
        """Who cannot move rolls again."""
        return hooks(stuck=lambda s, player: ROLL_AGAIN)

    die, rolls = chained_die(most=2), [6, 1, 6, 6, 2, 6, 5, 5]
    env = at("turn=0", capture_lone(), patient(), die=die, exit_number=5, rolls=rolls)
    expect(env, dice="5")
    assert len(described(env)) == 4


@pytest.mark.parametrize("text", ["6", "4,6", "4,4", "6,6,6,1", "7", "6,-", "6,6"])
def test_chained_die_refuses_throws_that_cannot_be(text):
    """Only a six is thrown again, and always except for the third time."""
    with pytest.raises(PositionError, match="dice="):
        at(f"p0=10 dice={text}", capture_lone(), die=chained_die())


@pytest.mark.parametrize(
    ("wrong", "refusal"),
    [
        ({"on": 7}, "one of its faces"),
        ({"most": 0}, "1 to 120 times"),
        ({"most": 30}, "up to 180 steps"),
        ({"weights": (1,)}, "6 faces"),
        ({"faces": (6,)}, "rule 15"),
        ({"weights": (0, 0, 0, 0, 0, 1)}, "rule 15"),
        ({"weights": (1, 1, 1, 1, 1, -1)}, "from 0"),
        ({"on": "6"}, "whole number"),
    ],
)
def test_chained_die_refuses(wrong, refusal):
    """Chains that cannot be."""
    with pytest.raises(SpecError, match=refusal):
        chained_die(**wrong)
