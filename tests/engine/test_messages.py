"""What messages quote, and warnings that are given only once."""

import warnings

import numpy as np
import pytest

from ludo_env import ludo_v0
from ludo_env._engine.errors import MOST_QUOTED, cut, quoted
from ludo_env._envs import option_warnings as slips


@pytest.mark.parametrize(
    "view", ["env", "parallel_env", "single_env", "batch_env", "single_batch_env"]
)
def test_a_slip_in_the_options_is_warned_about_once(view, monkeypatch):
    """Two wrong letters are a slip; a name that differs more is an option of another program."""
    monkeypatch.setattr(slips, "_warned", set())
    games = (2,) if "batch" in view else ()
    env = getattr(ludo_v0, view)(*games, backend="python")
    with pytest.warns(UserWarning, match="ignores the option 'postion'; did you mean 'position'"):
        env.reset(seed=1, options={"postion": "turn=1"})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env.reset(seed=1, options={"postion": "turn=1"})
        env.reset(seed=1, options={"options": 1, "colour": "red", "d": 1, 3: 4})
    key, meant = ("reset_msk", "reset_mask") if games else ("dic", "dice")
    with pytest.warns(UserWarning, match=f"did you mean '{meant}'"):
        env.reset(seed=1, options={key: None})


def test_what_a_message_quotes():
    """A quote has at most eighty characters, on one line, whatever the value is."""
    deep = []
    for _ in range(100_000):
        deep = [deep]
    for value in ("x" * 10**6, deep, 10**5000, np.zeros((99, 99)), {1: "\n" * 999}, b"x" * 999):
        assert len(quoted(value)) <= MOST_QUOTED
        assert "\n" not in quoted(value)
    assert quoted("it's") == '"it\'s"'
    assert cut("a\x1b[31m\u202eb") == "a?[31m?b"
