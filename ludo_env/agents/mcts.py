"""Monte Carlo tree search: UCT with chance drawn between decisions, and random playouts below.

A node is a decision. Its children, by action, are the decisions that chance has led to so far.
Each simulation descends by the upper confidence bound of the player to act, tries a new action at
the last node, and evaluates it by random playouts or a net. The returns of all players are backed
up, so that each player decides for their own side (max^n).
"""

from __future__ import annotations

import time

import numpy as np

from ludo_env._engine.arguments import is_real
from ludo_env._engine.errors import LudoError, quoted
from ludo_env._engine.game import Game
from ludo_env._engine.rollouts import mean_returns
from ludo_env._engine.state import Record
from ludo_env.agents.net import evaluator
from ludo_env.agents.simulator import Simulator, duration, whole_number
from ludo_env.agents.view import View


class _Node:
    """A decision: its legal actions, visit counts, and returns."""

    __slots__ = ("actions", "below", "record", "seat", "sums", "untried", "visits")

    def __init__(self, record: Record, actions: list[int], seat: int, players: int) -> None:
        self.record, self.actions, self.seat = record, actions, seat
        self.visits = np.zeros(len(actions))
        self.sums = np.zeros((len(actions), players))
        self.untried: list[int] | None = None
        self.below: dict[tuple[int, bytes], _Node] = {}

    def best(self, c: float) -> int:
        """Return the index of the action with the highest upper confidence bound."""
        mean = self.sums[:, self.seat] / self.visits
        bound = c * np.sqrt(np.log(self.visits.sum()) / self.visits)
        return int(np.argmax(mean + bound))


class MctsAgent:
    """Plays the action that a tree search has visited most often."""

    name = "mcts"
    plays_on = True  # simulates games: worth a compiled one

    def __init__(
        self,
        simulations: int = 400,
        seconds: float | None = None,
        c: float = 1.0,
        samples: int = 4,
        limit: int = 20_000,
        net: bool | str = False,
    ) -> None:
        self.simulations = whole_number(self.name, "simulations", simulations, 1)
        self.seconds = duration(self.name, seconds)
        if not is_real(c) or not 0 <= c < np.inf:
            raise LudoError(f"mcts: c is a number from 0, not {quoted(c)}.")
        self.c = float(c)
        self.samples = whole_number(self.name, "samples", samples, 1)
        self.limit = whole_number(self.name, "limit", limit, 1)
        self.net = evaluator(self.name, net)

    def prepare(self, game: Game) -> None:
        """Compile what decisions need, before any decision is timed."""
        Simulator(game)
        if self.net is None:
            game.loops.rollout()
        else:
            self.net.prepare_chances(game)

    def act(self, view: View) -> int:
        """Return the most visited action; among equals, the one with the better mean."""
        actions = view.actions
        if len(actions) == 1:
            return actions[0]
        end = None if self.seconds is None else time.perf_counter() + self.seconds
        tree = _Tree(view, self)
        root = _Node(view.record.copy(), actions, view.seat, view.game.players)
        for _ in range(self.simulations):
            tree.simulate(root)
            if end is not None and time.perf_counter() > end:
                break
        means = root.sums[:, root.seat] / np.maximum(root.visits, 1)
        return actions[int(np.lexsort((-means, -root.visits))[0])]


class _Tree:
    """The state that the simulations of one decision share."""

    def __init__(self, view: View, agent: MctsAgent) -> None:
        self.game, self.random, self.agent = view.game, view.random, agent
        seed = int(view.random.integers(2**62))
        self.simulator = Simulator(view.game, seed, (view.record,))

    def simulate(self, root: _Node) -> None:
        """Descend the tree once, add one node, and back up the result."""
        path: list[tuple[_Node, int]] = []
        node = root
        while True:
            if node.untried is None:
                node.untried = self.random.permutation(len(node.actions)).tolist()
            if node.untried:
                at = node.untried.pop()
                path.append((node, at))
                gained = self._play_out(node, at)
                break
            at = node.best(self.agent.c)
            path.append((node, at))
            record, actions = self.simulator.try_out(node.record, node.actions[at])
            if not actions:
                gained = np.array(self.simulator.returns(record))
                break
            key = (at, record.tobytes())
            if key not in node.below:
                seat = self.simulator.seat(record)
                node.below[key] = _Node(record, actions, seat, self.game.players)
            node = node.below[key]
        for node, at in path:
            node.visits[at] += 1
            node.sums[at] += gained

    def _play_out(self, node: _Node, at: int) -> np.ndarray:
        """Return the mean returns of random playouts after an action, or the values of the net."""
        if self.agent.net is not None:
            after = self.simulator.play(node.record, node.actions[at])
            return np.asarray(2 * self.agent.net.chances(self.game, after)[0] - 1)
        agent, seed = self.agent, int(self.random.integers(2**62))
        wanted = [node.actions[at]]
        found = mean_returns(self.game, node.record, wanted, agent.samples, seed, agent.limit)
        return np.asarray(found[0])
