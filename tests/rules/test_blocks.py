"""`blocks`: two or more pieces of one side on an open square stop everybody, their own side too."""

import pytest
from positions import described
from rule_positions import at, race

from ludo_env import SpecError
from ludo_env.boards import cross
from ludo_env.rules import blocks


def test_two_of_a_side_stop_everybody():
    """No piece passes two on an open square, or lands there; one piece stops nobody."""
    for number in (2, 3):
        env = at(f"p0=10 p2=38,38 dice={number}", blocks())
        assert described(env) == {"pass"}
        assert env.explain(0).startswith("blocks: ")
    assert described(at("p0=10 p2=38 dice=3", blocks())) == {"piece 0: 3 from 10 to 13"}


def test_their_own_side_too():
    """Piece 0 does not pass its own pair on 12."""
    env = at("p0=10,12,12 dice=3", blocks())
    assert described(env) == {"piece 1: 3 from 12 to 15", "piece 2: 3 from 12 to 15"}


def test_on_safe_squares():
    """Safe squares have blocks only with `where`."""
    board = cross(seats=(0, 2), safe=(12,))
    env = at("p0=10 p2=38,38 dice=3", blocks(), board=board)
    assert described(env) == {"piece 0: 3 from 10 to 13"}
    assert described(at("p0=10 p2=38,38 dice=3", blocks(where="everywhere"), board=board)) == {
        "pass"
    }


def test_a_block_of_three():
    """With `size=3` two stop nobody."""
    env = at("p0=10 p2=38,38 dice=3", blocks(size=3))
    assert described(env) == {"piece 0: 3 from 10 to 13"}
    assert described(at("p0=10 p2=38,38,38 dice=3", blocks(size=3))) == {"pass"}


def test_blocks_refuses():
    """The parameter `where` is one of some words."""
    with pytest.raises(SpecError, match=r"blocks.where is one of .*, not"):
        race(blocks(where="nowhere")).check()
