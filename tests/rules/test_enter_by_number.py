"""The rule `enter_by_number`.

Any number brings a piece out: a one to its entry, a two one square further.
"""

import pytest
from positions import described
from rule_positions import at

from ludo_env.rules import (
    capture_lone,
    enter_by_number,
)


@pytest.mark.parametrize(("number", "there"), [(1, 0), (3, 2), (6, 5)])
def test_any_number_brings_a_piece_out(number, there):
    """A one leads to the entry, a two one square further, and so on."""
    env = at(f"p0=f,f,f,y dice={number}", leave=enter_by_number())
    assert described(env) == {f"piece 3: {number} from the yard to {there}"}


def test_it_lands_like_any_piece():
    """It captures where it lands, not on the way."""
    env = at("p0=f,f,f,y p2=28,27 dice=3", capture_lone(), leave=enter_by_number())
    assert described(env) == {"piece 3: 3 from the yard to 2, captures player_1 on square 2"}
