"""The rule `exact_finish`.

A piece must reach home by the exact number; a larger one cannot be played on it.
"""

import pytest
from positions import described
from rule_positions import at


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (1, "piece 0: 1 from h3 to h4"),
        (2, "piece 0: 2 from h3 to home"),
        (3, "pass"),
        (5, "pass"),
    ],
)
def test_home_takes_the_exact_number(number, said):
    """Two steps from home a larger number is illegal."""
    env = at(f"p0=h3 dice={number}")
    assert described(env) == {said}
    if said == "pass":
        assert env.explain(0).startswith("exact_finish: ")
