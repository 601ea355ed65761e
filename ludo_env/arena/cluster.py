"""The engine "ray": chunks as tasks on an existing cluster, or on a local one.

Every machine of the cluster needs this library. A task is repeated if its worker dies.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ludo_env._engine.errors import LudoError, reason
from ludo_env.arena.batch_play import Played, play_parcel

# How often a task is repeated after its worker has died.
_RETRIES = 3


def on_cluster(parcel: bytes, chunks: Sequence[Sequence[int]], jobs: int) -> Iterator[list[Played]]:
    """Play chunks of a packed plan as tasks, `jobs` at once."""
    with joined_cluster(jobs) as ray:
        task = ray.remote(max_retries=_RETRIES)(play_task)
        shared = ray.put(parcel)
        running: dict[Any, Sequence[int]] = {}
        waiting = iter(chunks)
        while True:
            for chunk in waiting:
                running[task.remote(sys.path, shared, chunk)] = chunk
                if len(running) >= jobs:
                    break
            if not running:
                return
            done, _ = ray.wait(list(running))
            yield _games(ray, done[0], running.pop(done[0]))


@contextmanager
def joined_cluster(jobs: int) -> Iterator[Any]:
    """Yield ray, connected to a cluster; stop the cluster afterwards if it was started here."""
    ray = import_ray()
    ours = _join(ray, jobs)
    try:
        yield ray
    finally:
        if ours:
            ray.shutdown()


def play_task(paths: Sequence[str], parcel: bytes, chunk: Sequence[int]) -> list[Played]:
    """Play a chunk in a task with the caller's import path."""
    # Agents that are objects are unpickled by the names of their modules.
    sys.path += [path for path in paths if path not in sys.path]
    return play_parcel(parcel, chunk)


def import_ray() -> Any:
    """Import ray, or raise a `LudoError`."""
    try:
        import ray
    except ImportError as error:
        raise LudoError(
            'engine="ray" needs ray, which cannot be imported here; `pip install "ludo_env[ray]"`.'
        ) from error
    return ray


def _join(ray: Any, jobs: int) -> bool:
    """Connect to a cluster; return whether it was started here, so that it must be stopped."""
    if ray.is_initialized():
        return False
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        ray.init(address="auto", **quiet)
    except ConnectionError:
        ray.init(address="local", num_cpus=jobs, include_dashboard=False, **quiet)
    return True


def _games(ray: Any, done: Any, chunk: Sequence[int]) -> list[Played]:
    try:
        games: list[Played] = ray.get(done)
    except ray.exceptions.RayTaskError as error:
        # The error that the agent raised, unwrapped.
        raise error.cause from error
    except ray.exceptions.RayError as error:
        raise LudoError(
            f"The task of games {chunk[0]}..{chunk[-1]} was lost permanently ({reason(error)}); "
            f'engine="process" names the agent that is at work when a worker ends.'
        ) from error
    return games
