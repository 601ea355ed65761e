"""Engines by name: this process, several processes on this machine, or a cluster.

An engine is a generator. It takes a plan, chunks of game numbers and a number of jobs, and yields
the games of a chunk when they are finished, in any order.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace

from ludo_env._engine.errors import LudoError
from ludo_env.arena.batch_play import Played, Table
from ludo_env.arena.plan import Plan

ENGINES = ("inline", "process", "ray")
Chunk = Sequence[int]


def play_all(
    plan: Plan, indices: Sequence[int], engine: str, jobs: int, chunk: int | None
) -> Generator[list[Played], None, None]:
    """Play these games on an engine, with this many jobs at once."""
    if not indices:
        return
    table = Table(plan)
    # Compiled once here; every worker then loads it from disk.
    table.build()
    size = chunk or _share(table.chunk, len(indices), jobs)
    chunks = [indices[start : start + size] for start in range(0, len(indices), size)]
    if engine == "inline":
        yield from map(table.play, chunks)
        return
    if engine == "process":
        # Imported here, so that "inline" works where there are no processes (in a browser).
        from ludo_env.arena.processes import in_processes

        # Workers then do not search for numba and repeat the warning that it is missing.
        known = replace(plan, backend="python") if table.game.backend == "python" else plan
        yield from in_processes(known, table.game, chunks, jobs)
        return
    from ludo_env.arena.cluster import on_cluster

    yield from on_cluster(plan.packed(), chunks, jobs)


def check_engine(plan: Plan, engine: str, jobs: int) -> None:
    """Refuse several jobs on a single process, agents that cannot be pickled, and a missing ray."""
    if engine == "inline" and jobs > 1:
        raise LudoError(
            f'engine="inline" plays in this process alone; {jobs} jobs need engine="process" or '
            f'"ray".'
        )
    if engine != "inline":
        plan.packed()
    if engine == "ray":
        from ludo_env.arena.cluster import import_ray

        import_ray()


def _share(most: int, games: int, jobs: int) -> int:
    """Return the size of a chunk: limited, and small enough for every job to get some."""
    return max(1, min(most, -(-games // (4 * jobs)) if jobs > 1 else most))
