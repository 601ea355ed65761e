"""The lookahead agent: several decisions deep, averaged over all dice, max^n for each side.

The tree grows level by level: from the states after one decision, through all outcomes of chance
and all answers, to the states after the next. So all leaves are evaluated in one call. Each player
chooses what is best for their own side (max^n), and outcomes of chance are averaged.
"""

from __future__ import annotations

import time
from contextlib import suppress

import numpy as np

from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env.agents.evaluation import Scores, appraisal_of
from ludo_env.agents.greedy import prepare_scores, scores_of
from ludo_env.agents.net import evaluator
from ludo_env.agents.simulator import Simulator, duration, whole_number
from ludo_env.agents.view import View

# The search does not start a level with more states than this.
MOST_STATES = 30_000
# If states are played out instead of evaluated, each costs a thousand times as much.
MOST_PLAYED_OUT = 300
# Unfinished throws that are less likely than this are sampled, not enumerated.
LEAST = 0.01


class _OutOfTimeError(Exception):
    """Raised when the time is up or the next level would be too large."""


class LookaheadAgent:
    """Plays what is best `depth` decisions later, if each player plays for their own side."""

    name = "lookahead"
    plays_on = True  # simulates games: worth a compiled one

    def __init__(
        self,
        depth: int = 2,
        seconds: float | None = 0.05,
        samples: int = 20,
        net: bool | str = False,
    ) -> None:
        self.depth = whole_number(self.name, "depth", depth, 0)
        self.seconds = duration(self.name, seconds)
        self.samples = whole_number(self.name, "samples", samples, 1)
        self.net = evaluator(self.name, net)

    def prepare(self, game: Game) -> None:
        """Compile what decisions need, before any decision is timed."""
        if self.net is None:
            prepare_scores(game)
        else:
            self.net.prepare_chances(game)

    def act(self, view: View) -> int:
        """Return the best action found in the time; the lowest number among equals."""
        actions = view.actions
        if len(actions) == 1:
            return actions[0]
        search = _Search(view, self)
        after = search.simulator.plays(view.record, actions)
        values = search.leaves(after)
        with suppress(_OutOfTimeError):
            for depth in range(1, self.depth + 1):
                values = search.values(after, depth)
        return actions[int(np.argmax(values[:, view.seat]))]


class _Search:
    """The search for one decision, with its simulator, random numbers and deadline."""

    def __init__(self, view: View, agent: LookaheadAgent) -> None:
        self.game, self.random = view.game, view.random
        self.samples, self.net, seconds = agent.samples, agent.net, agent.seconds
        seed = int(view.random.integers(2**62))
        self.simulator = Simulator(view.game, seed, (view.record,))
        self.end = None if seconds is None else time.perf_counter() + seconds
        evaluated = self.net is not None or appraisal_of(view.game) is not None
        self.most = MOST_STATES if evaluated else MOST_PLAYED_OUT

    def leaves(self, states: list[Record]) -> Scores:
        """Return [state, player] -> the value of each state without further search."""
        if self.net is not None:
            return self.net.chances(self.game, np.concatenate(states))
        return scores_of(self.game, states, self.random, self.samples)

    def values(self, states: list[Record], depth: int) -> Scores:
        """Return [state, player] -> the value of each state, searched to this depth."""
        if depth == 0:
            self._check(len(states))
            return self.leaves(states)
        simulator = self.simulator
        # For each decision to come: the state before it, its probability, player and answers.
        decisions: list[tuple[int, float, int, list[int]]] = []
        following: list[Record] = []
        place: dict[bytes, int] = {}
        values = np.zeros((len(states), self.game.players))
        for at, state in enumerate(states):
            for likely, met in simulator.chance(state, LEAST):
                answers = []
                # A final state has no successors, so it keeps its value.
                for after in simulator.plays(met, simulator.legal(met)) or [met]:
                    key = after.tobytes()
                    if key not in place:
                        place[key] = len(following)
                        following.append(after)
                    answers.append(place[key])
                decisions.append((at, likely, simulator.seat(met), answers))
                self._check(len(following))
        found = self.values(following, depth - 1)
        for at, likely, seat, answers in decisions:
            values[at] += likely * found[answers[int(np.argmax(found[answers, seat]))]]
        return values

    def _check(self, states: int) -> None:
        """Stop the search when the time is up or there are too many states."""
        if states > self.most or (self.end is not None and time.perf_counter() > self.end):
            raise _OutOfTimeError
