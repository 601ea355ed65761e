"""Engines of self-play by name: this process, processes of this machine, or a cluster.

What an actor plays follows from its own state and dice, which it receives and returns. So a network
depends on the seed and the number of actors, but not on the engine.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import lru_cache, partial
from multiprocessing import get_context
from typing import TypeAlias

from ludo_env._engine.arguments import check_choice, is_whole
from ludo_env._engine.errors import LudoError, quoted
from ludo_env._engine.game import Game, game_of
from ludo_env._engine.game_data import of_key
from ludo_env._engine.network import Network
from ludo_env.agents.net_file import network_for
from ludo_env.arena.cluster import import_ray, joined_cluster
from ludo_env.training.playing import Actor, Numbers, Pace, Played, play_rows
from ludo_env.training.rival import Rival, rival_of

ENGINES = ("inline", "process", "ray")
MOST_JOBS = 10_000
# play(numbers, actors, pace, rows): so many rows of each actor, in their order.
PlayAll: TypeAlias = Callable[[Numbers, Sequence[Actor], Pace, int], list[Played]]


def check_engine(engine: str, jobs: int) -> None:
    """Refuse an unknown engine, jobs that it does not have, and a missing ray."""
    check_choice("engine", engine, ENGINES)
    if not is_whole(jobs, 1, MOST_JOBS):
        raise LudoError(f"jobs is a whole number from 1, not {quoted(jobs)}.")
    if engine == "inline" and jobs > 1:
        raise LudoError(
            f'engine="inline" plays in this process alone; {jobs} jobs need engine="process" or '
            f'"ray".'
        )
    if engine == "ray":
        import_ray()


@contextmanager
def playing_on(
    engine: str, jobs: int, game: Game, network: Network, against: str = ""
) -> Iterator[PlayAll]:
    """Yield the function with which actors play on an engine, against a rival if one is named."""
    if engine == "inline":
        yield partial(_in_turn, game, network, rival_of(game, against))
        return
    shape = network.shape
    # The game is sent as plain data, which the kernels on disk know; see `Plan.packed`.
    parcel = pickle.dumps((game.spec.key, game.backend, (shape.first, shape.second), against))
    if engine == "process":
        # Never by forking: threads of the parent (numba's) do not survive it.
        with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:

            def in_processes(
                numbers: Numbers, actors: Sequence[Actor], pace: Pace, rows: int
            ) -> list[Played]:
                given = ((parcel, numbers, actor, pace, rows) for actor in actors)
                waiting = [pool.submit(play_parcel, *each) for each in given]
                return [each.result() for each in waiting]

            yield in_processes
        return
    with joined_cluster(jobs) as ray:
        task, shared = ray.remote(max_retries=3)(play_on_cluster), ray.put(parcel)

        def on_cluster(
            numbers: Numbers, actors: Sequence[Actor], pace: Pace, rows: int
        ) -> list[Played]:
            weights = ray.put(numbers)
            waiting = [
                task.remote(sys.path, shared, weights, actor, pace, rows) for actor in actors
            ]
            found: list[Played] = ray.get(waiting)
            return found

        yield on_cluster


def play_parcel(parcel: bytes, numbers: Numbers, actor: Actor, pace: Pace, rows: int) -> Played:
    """Play the rows of one actor: the task of a worker."""
    game, network, rival = _unpacked(parcel)
    return play_rows(game, network, numbers, actor, pace, rows, rival)


def play_on_cluster(
    paths: Sequence[str], parcel: bytes, numbers: Numbers, actor: Actor, pace: Pace, rows: int
) -> Played:
    """Play the rows of one actor in a task with the caller's import path."""
    sys.path += [path for path in paths if path not in sys.path]
    return play_parcel(parcel, numbers, actor, pace, rows)


def _in_turn(
    game: Game,
    network: Network,
    rival: Rival | None,
    numbers: Numbers,
    actors: Sequence[Actor],
    pace: Pace,
    rows: int,
) -> list[Played]:
    return [play_rows(game, network, numbers, actor, pace, rows, rival) for actor in actors]


@lru_cache(maxsize=1)
def _unpacked(parcel: bytes) -> tuple[Game, Network, Rival | None]:
    key, backend, hidden, against = pickle.loads(parcel)  # noqa: S301  (packed by this program)
    game = game_of(of_key(key), backend)
    return game, network_for(game, hidden), rival_of(game, against)
