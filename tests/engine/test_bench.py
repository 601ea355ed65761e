"""`ludo-env bench`: what it measures, and what it compares with."""

import sys
from types import SimpleNamespace

from ludo_env._cli import bench


def test_c_programs_are_measured_in_a_clone(monkeypatch):
    """The programs of the folder `benchmarks`, which lies beside the package there."""
    asked = []

    def c_rounds(program, games):
        asked.append((program, games))
        return lambda amount: amount

    monkeypatch.setitem(sys.modules, "c_loop", SimpleNamespace(c_rounds=c_rounds))
    monkeypatch.setattr(sys, "path", sys.path[:])
    assert set(bench._c_rounds(64)) == {bench.C_LOOP, bench.C_LIMIT}
    assert asked == [("ludo_batch", 64), ("ludo_bits", 64)]


def test_a_machine_without_a_compiler_measures_the_rest(monkeypatch):
    """What cannot be compiled is left out."""
    module = SimpleNamespace(c_rounds=lambda program, games: None)
    monkeypatch.setitem(sys.modules, "c_loop", module)
    monkeypatch.setattr(sys, "path", sys.path[:])
    assert bench._c_rounds(64) == {}
