"""The rule `capture_back`.

Landing on a lone enemy on an open square sends it some steps back on its own way.
"""

import pytest
from positions import described
from rule_positions import at, graph, race

from ludo_env import SpecError
from ludo_env.rules import (
    capture_back,
)


@pytest.mark.parametrize(
    ("here", "number", "enemy", "steps", "said"),
    [
        ("10", 5, "41", 6, "from 10 to 15, player_1 from 15 to 9"),
        ("10", 5, "41", 40, "from 10 to 15, player_1 from 15 to 27"),
        ("10", 5, "41", 41, "from 10 to 15, player_1 from 15 to 26"),
        ("10", 5, "41", 42, "from 10 to 15, captures player_1 on square 15"),
        ("27", 3, "4", 6, "from 27 to 30, captures player_1 on square 30"),
        ("10", 5, "41,41", 6, "from 10 to 15"),
    ],
)
def test_capture_back(here, number, enemy, steps, said):
    """The enemy goes so many steps back on its own way, over its entry into the yard."""
    env = at(f"p0={here} p2={enemy} dice={number}", capture_back(steps=steps))
    assert described(env) == {f"piece 0: {number} {said}"}


@pytest.mark.parametrize(
    ("here", "number", "enemy", "steps", "said"),
    [
        ("a1", 2, "a3", 2, "from a1 to a3, player_1 from a3 to a1"),
        ("a1", 2, "a3", 4, "from a1 to a3, player_1 from a3 to a11"),
        ("a1", 2, "a3", 6, "from a1 to a3, captures player_1 on square a3"),  # a10: two ways back
        ("a5", 2, "a7", 1, "from a5 to a7, player_1 from a7 to a6"),
        ("a5", 2, "a7", 2, "from a5 to a7, captures player_1 on square a7"),  # past its entry a6
    ],
)
def test_capture_back_on_a_graph(here, number, enemy, steps, said):
    """It goes back tile by tile; from the entry, or if the way is not unique, into the yard."""
    env = at(f"p0={here},f p1={enemy} dice={number}", capture_back(steps=steps), board=graph())
    assert described(env) == {f"piece 0: {number} {said}"}


def test_capture_back_refuses():
    """The number of steps is 1 or more."""
    with pytest.raises(SpecError, match=r"capture_back.steps is a number 1\.\.1000, not 0"):
        race(capture_back(steps=0)).check()
