"""The rule `staircase`.

A piece stops on its gate, climbs by the number of each step, and goes home by the last.
"""

import pytest
from positions import described
from rule_positions import at, graph, race

from ludo_env import SpecError
from ludo_env.rules import staircase


@pytest.mark.parametrize(
    ("place", "number", "there"),
    [
        ("48", 2, "50"),
        ("48", 3, None),  # not past the gate
        ("50", 1, "h0"),
        ("50", 2, None),
        ("h0", 2, "h1"),
        ("h3", 5, "h4"),
        ("h3", 4, None),
        ("h4", 5, "home"),
        ("h4", 1, None),
    ],
)
def test_each_step_has_its_number(place, number, there):
    """The gate, then 1, 2, 3, 4, 5, and 5 again for home."""
    env = at(f"p0={place},f,f,f dice={number}", last=staircase())
    assert described(env) == {f"piece 0: {number} from {place} to {there}" if there else "pass"}


def test_staircase_refuses():
    """A board that is not a ring or a cross is refused."""
    with pytest.raises(SpecError, match=r"Rule 'staircase' needs a ring or a cross"):
        race(board=graph(), last=staircase()).check()
