"""The work of the solver: it can be interrupted at any pause, and goes on."""

import pytest
from solved_games import SMALL

from ludo_env import LudoError
from ludo_env.solver import solve


def test_work_that_was_interrupted_goes_on(tmp_path, monkeypatch):
    """From the bounds in the file, which is removed at the end; of another game it is refused."""
    monkeypatch.setattr("ludo_env.solver.work._PAUSE", 0.0)
    monkeypatch.setattr("ludo_env._engine.solving.layers._AT_ONCE_PLAINLY", 200)
    path = tmp_path / "part"
    spec = SMALL["one piece"]

    def stop(progress):
        if path.exists():
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(spec, progress=stop, backend="python", keep=path)
    with pytest.raises(LudoError, match="another game"):
        solve(SMALL["lot"], backend="python", keep=path)
    assert solve(spec, backend="python", keep=path).start == pytest.approx(
        solve(spec, backend="python").start, abs=1e-12
    )
    assert not path.exists()
