"""Making a set of positions: games between agents, a few decisions of each, and their answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path

import numpy as np

from ludo_env._engine.errors import LudoError, quoted
from ludo_env._engine.forecast import Forecast, numbers_of
from ludo_env._engine.game import game_of
from ludo_env._engine.state import Record
from ludo_env._play.walkthrough import Drawn, Walk
from ludo_env.agents import Agent
from ludo_env.agents.forecast import forecast_of
from ludo_env.agents.make import agent_of
from ludo_env.agents.simulator import Simulator
from ludo_env.arena.batch_play import Played, Table
from ludo_env.arena.plan import Plan, agents_of, check_count, check_seconds
from ludo_env.arena.run import Agents
from ludo_env.arena.run import Game as AnyGame
from ludo_env.catalogue import load_game
from ludo_env.quiz.files import begun_set, save_positions
from ludo_env.quiz.positions import Position, PositionSet
from ludo_env.quiz.workers import How, Task, answered, record_of

CATEGORIES = ("opening", "middle", "end")
# Values of a forecast that differ by less count as equal.
_SAME = 1e-9
_GAMES_AT_ONCE = 16
# After so many games in a row without a choice, the search for positions is given up.
_MOST_IDLE = 500

Tell = Callable[[int, int], None]


def make_positions(
    count: int,
    game: AnyGame = "ludo",
    agents: Agents = "greedy",
    by: str | Agent = "greedy",
    seed: int = 0,
    within: float = 0.2,
    most: int = 1_000_000,
    out: str | Path | None = None,
    luck: bool = True,
    jobs: int = 1,
    backend: str = "auto",
    progress: Tell | None = None,
) -> PositionSet:
    """Make a set of positions, a third of them from each part of the game.

    Args:
        count: how many positions.
        game: a name, a file, plain data or a `Spec`.
        agents: the agents that play the games: one for each seat, or one for all seats.
        by: the agent that plays all players after the action; it needs a forecast.
        seed: of the games and the playouts.
        within: how exactly every chance must be known, in points of 100, at 95 %.
        most: the most playouts of an action, even if its chance is not yet known so exactly.
        out: a file for the set, saved after every position; an existing file is continued.
        luck: take the luck out of the playouts; False needs more of them, but each is quicker.
        jobs: how many processes calculate answers; with several, a script needs the line that
            `multiprocessing` asks for.
        backend: "auto", "numba" or "python".
        progress: called with the number of positions done, and of all.
    """
    check_count("count", count)
    check_count("most", most)
    check_count("jobs", jobs)
    check_seconds("within", within)
    spec = load_game(game)
    entered = agents_of(agents)
    seated = entered * spec.players if len(entered) == 1 else entered
    plan = Plan(spec, seated, count, seed, "fixed", backend=backend, traces=True).checked()
    running, name = game_of(spec, backend), by if isinstance(by, str) else by.name
    found = PositionSet(spec, name, int(seed), float(within), ())
    if out is not None:
        found = begun_set(found, out)
    done = list(found.positions[:count])
    tasks = islice(_tasks(plan, agent_of(by)), len(done), count)
    how = How(spec.key, backend, by, float(within), int(most), luck)
    for task, known in answered(how, tasks, jobs):
        record = record_of(running, task)
        answers = zip(*[(one.chance, one.error, one.playouts) for one in known], strict=True)
        words = tuple(running.describe(record, action) for action in task.actions)
        text = running.position(record)
        done.append(Position(len(done), text, task.category, task.actions, words, *answers))
        found = replace(found, positions=tuple(done))
        if out is not None:
            save_positions(found, out)
        if progress is not None:
            progress(len(done), count)
    return replace(found, positions=tuple(done))


def _tasks(plan: Plan, by: Agent) -> Iterator[Task]:
    """Yield positions to answer, each with a seed of its own for the playouts."""
    game = game_of(plan.spec, "python")
    for number, (record, category) in enumerate(_decisions(plan, by)):
        actions = tuple(Simulator(game, sound=[record]).legal(record))
        seed = int(np.random.default_rng([int(plan.seed), number, 1]).integers(2**62))
        yield Task(record.tobytes(), category, actions, seed)


def _decisions(plan: Plan, by: Agent) -> Iterator[tuple[Record, str]]:
    """Yield decisions of games, one from each part of a game, in the order of the games."""
    forecast = forecast_of(by, game_of(plan.spec, "python"))
    table = Table(plan)
    played, idle = 0, 0
    while idle < _MOST_IDLE:
        for game in table.play(range(played, played + _GAMES_AT_ONCE)):
            idle += 1
            for choice in _choices(plan, forecast, game):
                idle = 0
                yield choice
        played += _GAMES_AT_ONCE
    raise LudoError(f"Games of {quoted(plan.spec.name)} have no choices that make a difference.")


def _choices(plan: Plan, forecast: Forecast, game: Played) -> Iterator[tuple[Record, str]]:
    """Yield a decision from each part of a game, where there is one that makes a difference."""
    random = np.random.default_rng([int(plan.seed), game.game, 1 << 17])
    actions = [] if game.trace is None else game.trace.actions.tolist()
    states = list(_states(plan, game.game, actions))
    ends = np.linspace(0, len(states), len(CATEGORIES) + 1).astype(int).tolist()
    for category, (low, high) in zip(CATEGORIES, pairwise(ends), strict=True):
        for place in random.permutation(np.arange(low, high)).tolist():
            if _is_choice(plan, forecast, states[place]):
                yield states[place], category
                break


def _states(plan: Plan, number: int, actions: list[int]) -> Iterator[Record]:
    """Yield the state at each decision of a game."""
    game = game_of(plan.spec, "python")
    walk = Walk(game, Drawn(plan.seed, plan.block(number)))
    for action in actions:
        while walk.must_pass:
            walk.play(game.pass_action)
        yield walk.record
        walk.play(action)


def _is_choice(plan: Plan, forecast: Forecast, record: Record) -> bool:
    """Return whether two actions lead to states of different value to the forecast."""
    game = game_of(plan.spec, "python")
    simulator = Simulator(game, sound=[record])
    actions = simulator.legal(record)
    if len(actions) < 2:
        return False
    work, seat, values = np.zeros(forecast.room), int(record["seat"][0]), []
    for after in simulator.plays(record, actions):
        state = game.layout.unpack(after)
        forecast.appraise(state, work, numbers_of(forecast))
        values.append(forecast.value(state, work, seat))
    return bool(max(values) - min(values) > _SAME)
