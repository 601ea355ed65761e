"""Answers of many positions, in this process or in several; each is calculated alone."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from ludo_env._engine.forecast import Forecast
from ludo_env._engine.game import Game, game_of
from ludo_env._engine.game_data import of_key
from ludo_env._engine.state import Record
from ludo_env.agents.forecast import forecast_of
from ludo_env.agents.make import agent_of
from ludo_env.quiz.playouts import Known, winning_chances

# Tasks that wait for each process.
_WAITING = 2


class How(NamedTuple):
    """How the answers are calculated; plain data that other processes can receive."""

    key: str  # of the game
    backend: str
    by: Any  # an agent, or its text
    within: float
    most: int
    luck: bool


class Task(NamedTuple):
    """A position to answer."""

    record: bytes
    category: str
    actions: tuple[int, ...]
    seed: int


def answered(how: How, tasks: Iterable[Task], jobs: int) -> Iterator[tuple[Task, list[Known]]]:
    """Yield the tasks with their answers, in order."""
    if jobs == 1:
        for task in tasks:
            yield task, _answer(how, task)
        return
    # These imports take longer than most of the library's.
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    left, waiting = iter(tasks), deque[tuple[Task, object]]()
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        try:
            while True:
                for task in islice(left, jobs * _WAITING - len(waiting)):
                    waiting.append((task, pool.submit(_answer, how, task)))
                if not waiting:
                    return
                task, answer = waiting.popleft()
                yield task, answer.result()  # type: ignore[attr-defined]
        finally:
            pool.shutdown(cancel_futures=True)


def record_of(game: Game, task: Task) -> Record:
    """Return the state of a task."""
    record: Record = np.frombuffer(bytearray(task.record), game.layout.dtype)
    return record


def _answer(how: How, task: Task) -> list[Known]:
    game, forecast = _prepared(how.key, how.backend, how.by)
    return winning_chances(
        game, forecast, record_of(game, task), list(task.actions), task.seed, how.within,
        how.most, how.luck,
    )  # fmt: skip


@lru_cache(maxsize=4)
def _prepared(key: str, backend: str, by: Any) -> tuple[Game, Forecast]:
    """Return the game and the forecast of its agent."""
    game = game_of(of_key(key), backend)
    return game, forecast_of(agent_of(by), game)
