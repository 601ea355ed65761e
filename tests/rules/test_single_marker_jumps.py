"""The rule `single_marker_jumps`.

The only piece in play must jump by all dice at once if nothing can enter; no other may.
"""

import pytest
from mechanism_races import given, race
from positions import expect

from ludo_env import SpecError
from ludo_env.rules import single_marker_jumps


@pytest.mark.parametrize(
    ("mechanism", "shown", "legal"),
    [("two", "3,1", {8}), ("bag", "3,1", {3}), ("chain", "6,3", {0}), ("owed", "3,1", {0, 4})],
)
def test_single_marker_jumps(mechanism, shown, legal):
    """The only piece in play must jump by all dice, whatever the number of that action."""
    spec = race(mechanism, single_marker_jumps())
    expect(given(spec, f"p0=10 turn=0 dice={shown}"), legal=legal)


def test_single_marker_jumps_refuses():
    """The rule needs two to four dice."""
    with pytest.raises(SpecError, match=r"single_marker_jumps\.count is 2 to 4 dice, not 5"):
        race("two", single_marker_jumps(count=5)).check()
