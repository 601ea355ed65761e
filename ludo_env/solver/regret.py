"""The mean exact regret of an agent: how much win probability its decisions give away."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludo_env._engine.arguments import is_whole
from ludo_env._engine.errors import LudoError, quoted
from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env.agents import Agent, View, make_agent
from ludo_env.agents.decisions import Decisions, batch_hook
from ludo_env.arena import match
from ludo_env.solver.solution import Solution

# The number of groups of games, from which the standard error is calculated.
_GROUPS = 20
_MOST_GAMES = 10**7
# An action that gives away no more than this, in residuals of the solution, is not a mistake.
_NOTHING = 4


class Regret(NamedTuple):
    """What an agent gave away in games against itself; forced moves are not decisions."""

    agent: str
    mean: float  # win probability that a decision gave away on average
    error: float  # the standard error of the mean
    mistakes: float  # the share of decisions that gave something away
    decisions: int
    games: int


def mean_regret(solution: Solution, agent: str | Agent, games: int = 1000, seed: int = 0) -> Regret:
    """Return the mean regret of an agent in the decisions of games that it plays against itself.

    solution: the values of the game that is played.
    agent: a text for `make_agent`, or an agent.
    games: how many; at least 20, because the standard error is calculated from 20 groups of games.

    A decision has at least two legal actions.
    """
    if not is_whole(games, _GROUPS, _MOST_GAMES):
        raise LudoError(f"mean_regret plays {_GROUPS} to {_MOST_GAMES} games, not {quoted(games)}.")
    player = make_agent(agent) if isinstance(agent, str) else agent
    witness = _witness_of(player)
    sums, counts, mistakes = np.zeros(_GROUPS), np.zeros(_GROUPS), 0
    for group in range(_GROUPS):
        share = (group + 1) * games // _GROUPS - group * games // _GROUPS
        match(
            [witness, witness], solution.spec, share, seed=seed * _GROUPS + group, seats="fixed",
            backend=solution.game.backend,
        )  # fmt: skip
        given_away = witness.regrets(solution)
        sums[group], counts[group] = given_away.sum(), len(given_away)
        mistakes += int((given_away > _NOTHING * solution.residual).sum())
    decisions = int(counts.sum())
    if not decisions:
        return Regret(player.name, 0.0, 0.0, 0.0, 0, games)
    mean = float(sums.sum() / decisions)
    spread = (sums - mean * counts).std(ddof=1) * math.sqrt(_GROUPS) / decisions
    return Regret(player.name, mean, float(spread), mistakes / decisions, decisions, games)


class OptimalAgent:
    """An agent that plays by a solution."""

    name = "optimal"

    def __init__(self, solution: Solution) -> None:
        self._solution = solution

    def act(self, view: View) -> int:
        """Return the best action; the first of several."""
        values = self._solution.action_values(view.record)
        return max(values, key=lambda action: values[action])

    def act_batch(self, decisions: Decisions) -> npt.NDArray[np.int64]:
        """Return the best action of each row."""
        values = self._solution.all_action_values(decisions.records)
        best: npt.NDArray[np.int64] = np.where(np.isnan(values), -1.0, values).argmax(axis=1)
        return best


class _Witness:
    """An agent that remembers its decisions."""

    def __init__(self, agent: Agent) -> None:
        self.name = agent.name
        self._agent = agent
        self._seen: list[tuple[Record, npt.NDArray[np.int64]]] = []

    def prepare(self, game: Game) -> None:
        """Let the agent build what it needs."""
        ready: Callable[[Game], Any] | None = getattr(self._agent, "prepare", None)
        if ready is not None:
            ready(game)

    def act(self, view: View) -> int:
        """Return the action of the agent."""
        action = self._agent.act(view)
        self._seen.append((view.record.copy(), np.array([action], np.int64)))
        return action

    def regrets(self, solution: Solution) -> npt.NDArray[np.float64]:
        """Return what each decision with a choice has given away, and forget all decisions."""
        if not self._seen:
            return np.zeros(0)
        records = np.concatenate([record for record, _ in self._seen])
        chosen = np.concatenate([actions for _, actions in self._seen])
        self._seen.clear()
        values = solution.all_action_values(records)
        choice = (~np.isnan(values)).sum(axis=1) > 1
        rows = values[choice]
        given_away: npt.NDArray[np.float64] = (
            np.nanmax(rows, axis=1) - rows[np.arange(len(rows)), chosen[choice]]
        )
        return given_away


class _BatchWitness(_Witness):
    """A witness of an agent that takes many decisions at once."""

    def act_batch(self, decisions: Decisions) -> npt.NDArray[np.int64]:
        """Return the actions of the agent."""
        hook = batch_hook(self._agent)
        assert hook is not None
        actions: npt.NDArray[np.int64] = np.asarray(hook(decisions), np.int64)
        self._seen.append((decisions.records, actions.copy()))
        return actions


def _witness_of(agent: Agent) -> _Witness:
    return _Witness(agent) if batch_hook(agent) is None else _BatchWitness(agent)
