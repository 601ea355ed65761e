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
import time
import ludo_env
imported = time.perf_counter()
env = ludo_env.{maker}
env.reset(seed=1)
first, longest = 0.0, 0.0
while not first or env.unwrapped.backend == "python":
    if not env.agents or env.terminations[env.agent_selection]:
        env.reset()
    begun = time.perf_counter()
    env.step(env.action_space(env.agent_selection).sample(env.last()[0]["action_mask"]))
    done = time.perf_counter()
    if first:
        longest = max(longest, done - begun)
    else:
        first = done - imported
        print(first, flush=True)
print(done - imported, longest, flush=True)
"""


class Start(NamedTuple):
    """The start of one process, in seconds."""

    process: float  # from the start of the process to its first step
    first: float  # from the end of the import to its first step
    compiled: float  # from the end of the import to the first compiled step
    longest: float  # the longest step between those two


class Starts(NamedTuple):
    """A start with an empty disk cache, the best one with a filled cache, and the cached files."""

    cold: Start
    warm: Start
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
    """Time a start of a game with an empty disk cache, and then some with a filled one.

    `maker` is the expression that makes its environment: "ludo_v0.env()".
    """
    with tempfile.TemporaryDirectory() as folder:
        cold = _start(maker, folder)
        files_cold = _files(folder)
        warm = min(_start(maker, folder) for _ in range(warm_starts))
        return Starts(cold, warm, files_cold, _files(folder))


def _start(maker: str, cache: str) -> Start:
    begun = time.perf_counter()
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
        first = child.stdout.readline()
        seconds = time.perf_counter() - begun
        rest = child.stdout.readline()
        complaint = child.stderr.read()
    if not rest:
        raise SystemExit(f"A fresh process could not take a step:\n{complaint}")
    return Start(seconds, *map(float, (first, *rest.split())))


def _output(program: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout


def _files(folder: str) -> int:
    return sum(path.is_file() for path in Path(folder).rglob("*"))
