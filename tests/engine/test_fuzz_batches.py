"""Odd calls on batches, in any order and at any time: right, or refused in one sentence."""

import json
import pathlib
import subprocess
import sys

import pytest

FUZZER = pathlib.Path(__file__).parents[1] / "fuzz_batches.py"


def fuzz(count, seed):
    """Run the fuzzer in a process of its own; what the calls did, by kind."""
    done = subprocess.run(
        [sys.executable, str(FUZZER), str(count), str(seed)],
        capture_output=True, text=True, check=False, cwd=FUZZER.parent,
    )  # fmt: skip
    assert done.returncode == 0, f"exit {done.returncode}:\n{done.stderr[-3000:]}"
    counts = json.loads(done.stdout)
    assert sum(counts.values()) == count
    return counts


def test_odd_calls():
    """A share of the calls."""
    counts = fuzz(100, 5)
    assert counts["step"] > 3
    assert counts["odd step: refused"] > 10
    assert counts["odd set_state: refused"] > 1


@pytest.mark.long
def test_very_many_odd_calls():
    """Two thousand calls, on fifty batches of every kind."""
    counts = fuzz(2000, 1)
    assert counts["threads"] > 20
    assert counts["step"] > 100
