"""Changed states are refused in one sentence, or play on; nothing ends the process or hangs."""

import pytest
from batches import GAMES as NAMED
from fresh_process import run_fuzzer

# Besides the named games: games in which owners change, with many players, and with one.
GAMES = (*NAMED, "converting", "crowd", "alone")
# 10^5 states in full, over all games; of batches a tenth of that.
FULL, FULL_BATCHES = 100_000 // len(GAMES) + 1, 10_000 // len(GAMES) + 1
SEVERAL = ("ludo", "french", "generals")


def fuzz(name, count, backend, *kind):
    """The numbers of changed states that were refused and accepted."""
    counts = run_fuzzer("fuzz_states.py", name, count, 7, backend, *kind)
    assert sum(counts.values()) == count
    return counts


@pytest.mark.parametrize("name", SEVERAL)
def test_changed_states(name):
    """A share of the states, compiled, where a wrong one could end the process."""
    counts = fuzz(name, 150, "numba")
    assert counts["refused"] > 60
    assert counts["taken"] > 10


def test_changed_states_of_batches():
    """A share of the saved games of batches."""
    counts = fuzz("ludo", 60, "numba", "batch")
    assert counts["refused"] > 20
    assert counts["taken"] > 3


def test_changed_states_in_plain_python():
    """Plain Python checks every index and range; an accepted state must never need these checks."""
    assert fuzz("french", 150, "python")["taken"] > 5


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_very_many_changed_states(name):
    """10^5 states over all games."""
    assert fuzz(name, FULL, "numba")["taken"] > FULL // 20


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_very_many_changed_states_of_batches(name):
    """10^4 saved batches over all games."""
    assert fuzz(name, FULL_BATCHES, "numba", "batch")["taken"] > 0
