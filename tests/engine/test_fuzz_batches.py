"""Odd calls on batches, in any order and at any time, are right or refused in one sentence."""

import pytest
from fresh_process import run_fuzzer


def fuzz(count, seed, *kinds):
    """The results of the calls, counted by kind."""
    counts = run_fuzzer("fuzz_batches.py", count, seed, *kinds)
    assert sum(counts.values()) == count
    return counts


def test_odd_calls():
    """A share of the calls, on batches of Ludo, with threads and without."""
    counts = fuzz(300, 5, 2)
    assert counts["step"] > 10
    assert counts["odd step: refused"] > 30
    assert counts["odd set_state: refused"] > 5


@pytest.mark.long
def test_very_many_odd_calls():
    """Two thousand calls, on fifty batches of every kind."""
    counts = fuzz(2000, 1)
    assert counts["threads"] > 20
    assert counts["step"] > 100
