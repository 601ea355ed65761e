"""Start-up times: imports, and the first step, in fresh processes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

_IMPORT = """
import time
start = time.perf_counter()
import {module}
print(time.perf_counter() - start)
"""

_FIRST_STEP = """
import ludo_env
env = ludo_env.{maker}
env.reset(seed=1)
said = False
while not said or env.unwrapped.backend == "python":
    if not env.agents or env.terminations[env.agent_selection]:
        env.reset()
    env.step(env.action_space(env.agent_selection).sample(env.last()[0]["action_mask"]))
    if not said:
        print("stepped", flush=True)
        said = True
print("compiled", flush=True)
"""


class Starts(NamedTuple):
    """Seconds from the start of a process to its first step, and files in the disk cache.

    `compiled` is when a process that begins with an empty cache goes on with compiled steps.
    """

    cold: float
    compiled: float
    warm: float
    files_cold: int
    files_warm: int


def import_times(modules: tuple[str, ...], rounds: int) -> dict[str, float]:
    """Return the shortest import time of each module, in seconds."""
    best = dict.fromkeys(modules, float("inf"))
    for _ in range(rounds):
        for module in modules:
            best[module] = min(best[module], float(_output(_IMPORT.format(module=module))))
    return best


def first_steps(maker: str, warm_starts: int = 2) -> Starts:
    """Time a start of a game with an empty disk cache, then some with a filled one.

    `maker` makes its environment: "ludo_v0.env()".
    """
    with tempfile.TemporaryDirectory() as folder:
        cold, compiled = _first_step(maker, folder)
        files_cold = _files(folder)
        warm = min(_first_step(maker, folder)[0] for _ in range(warm_starts))
        return Starts(cold, compiled, warm, files_cold, _files(folder))


def _first_step(maker: str, cache: str) -> tuple[float, float]:
    """Return the seconds to the first step, and to the first compiled one."""
    start = time.perf_counter()
    child = subprocess.Popen(
        [sys.executable, "-c", _FIRST_STEP.format(maker=maker)],
        env=os.environ | {"NUMBA_CACHE_DIR": cache},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stderr is not None
    with child:
        # The clock stops at the step, not at the end of the process.
        child.stdout.readline()
        stepped = time.perf_counter() - start
        compiled = child.stdout.readline()
        seconds = time.perf_counter() - start
        complaint = child.stderr.read()
    if not compiled:
        raise SystemExit(f"A fresh process could not take a step:\n{complaint}")
    return stepped, seconds


def _output(program: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout


def _files(folder: str) -> int:
    return sum(path.is_file() for path in Path(folder).rglob("*"))
