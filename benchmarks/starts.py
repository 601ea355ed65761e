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
from ludo_env import {module} as module
env = module.env()
env.reset(seed=1)
env.step(env.action_space(env.agent_selection).sample(env.last()[0]["action_mask"]))
print("stepped", flush=True)
"""


class Starts(NamedTuple):
    """Seconds from the start of a process to its first step, and files in the disk cache."""

    cold: float
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


def first_steps(module: str, warm_starts: int = 2) -> Starts:
    """Time a start of a game with an empty disk cache, then some with a filled one."""
    with tempfile.TemporaryDirectory() as folder:
        cold = _first_step(module, folder)
        files_cold = _files(folder)
        warm = min(_first_step(module, folder) for _ in range(warm_starts))
        return Starts(cold, warm, files_cold, _files(folder))


def _first_step(module: str, cache: str) -> float:
    start = time.perf_counter()
    child = subprocess.Popen(
        [sys.executable, "-c", _FIRST_STEP.format(module=module)],
        env=os.environ | {"NUMBA_CACHE_DIR": cache},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stderr is not None
    with child:
        # The clock stops at the step, not at the end of the process.
        stepped = child.stdout.readline()
        seconds = time.perf_counter() - start
        complaint = child.stderr.read()
    if not stepped:
        raise SystemExit(f"A fresh process could not take a step:\n{complaint}")
    return seconds


def _output(program: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout


def _files(folder: str) -> int:
    return sum(path.is_file() for path in Path(folder).rglob("*"))
