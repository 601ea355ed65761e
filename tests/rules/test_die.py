"""`die`: a die is thrown before every turn, and its number is the exact distance of one unit."""

import pytest
from generals_positions import (
    do,
    expect,
    generals,
)


@pytest.mark.parametrize(
    ("number", "legal"),
    [(1, "31>21 31>41 31>30 31>32"), (3, "31>01 31>61 31>34"), (6, "31>91 31>37")],
)
def test_a_unit_moves_by_the_exact_number(number, legal):
    """Shorter and longer moves are illegal."""
    expect(generals(f"A=31 D=99 turn=0 die={number}", backend="python"), legal=legal)


def test_it_is_thrown_before_every_turn():
    """Each turn has one die."""
    env = generals("A=20 D=99 turn=0 die=3", [5, 2], backend="python")
    do(env, "20>23")
    expect(env, turn=1, die=5)
    do(env, "99>94")
    expect(env, turn=0, die=2)
