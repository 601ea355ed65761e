"""Odd calls on batches, in any order and at any time: right, or refused in one sentence."""

import json
import pathlib
import subprocess
import sys

import pytest

FUZZER = pathlib.Path(__file__).parents[1] / "fuzz_batches.py"


def fuzz(count, seed, *kinds):
    """Run the fuzzer in a process of its own; what the calls did, by kind."""
    done = subprocess.run(
        [sys.executable, str(FUZZER), *map(str, (count, seed, *kinds))],
        capture_output=True, text=True, check=False, cwd=FUZZER.parent,
    )  # fmt: skip
    assert done.returncode == 0, f"exit {done.returncode}:\n{done.stderr[-3000:]}"
    counts = json.loads(done.stdout)
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
