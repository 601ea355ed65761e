"""The rollout agent: it plays out each action many times with the same dice and compares means.

In races, whose states can be evaluated (see `greedy`), all players continue greedily for a few
decisions, and the final state is evaluated. In other games all play at random to the end.
"""

from __future__ import annotations

import time

import numpy as np
import numpy.typing as npt

from ludo_env._engine.batch import Batch
from ludo_env._engine.batch_loops import ACT, DISABLED, SHOW, SUBSTITUTE
from ludo_env._engine.chance import stream_keys
from ludo_env._engine.game import Game
from ludo_env._engine.rollouts import mean_returns
from ludo_env._engine.state import Record
from ludo_env.agents.evaluation import Appraisal, Scores, appraisal_of
from ludo_env.agents.simulator import duration, whole_number
from ludo_env.agents.view import View

# Playouts of each action while their duration is unknown.
FIRST = 8
# More games side by side are not faster, and could exceed the time.
MOST_AT_ONCE = 256
NO_LIMIT = 0


class RolloutAgent:
    """Plays the action with the best mean of its playouts; the worse half is dropped on the way.

    `samples` is the mean number of playouts of an action. They are divided into rounds, each for
    the better half of the actions of the previous round (sequential halving).
    """

    name = "rollout"
    plays_on = True  # simulates games: worth a compiled one

    def __init__(
        self,
        samples: int = 200,
        seconds: float | None = 0.05,
        depth: int = 8,
        limit: int = 20_000,
    ) -> None:
        self.samples = whole_number(self.name, "samples", samples, 1)
        self.seconds = duration(self.name, seconds)
        self.depth = whole_number(self.name, "depth", depth, 0)
        self.limit = whole_number(self.name, "limit", limit, 1)

    def prepare(self, game: Game) -> None:
        """Compile what decisions need, before any decision is timed."""
        if appraisal_of(game) is None:
            game.loops.rollout()
        else:
            game.batch("compact", 1)

    def act(self, view: View) -> int:
        """Return the action with the best playouts; the lowest number among equals."""
        actions = view.actions
        if len(actions) == 1:
            return actions[0]
        trial = _Trial(view, self)
        left = np.arange(len(actions))
        rounds = int(np.ceil(np.log2(len(actions))))
        for number in range(rounds):
            share = max(1, self.samples * len(actions) // (rounds * len(left)))
            trial.play(left, share, (number + 1) / rounds)
            # Stable, so that among equals the lower number stays first.
            order = np.argsort(-trial.means[left], kind="stable")
            left = np.sort(left[order[: (len(left) + 1) // 2]])
        return actions[int(left[np.argmax(trial.means[left])])]


class _Trial:
    """The playouts of one decision so far."""

    def __init__(self, view: View, agent: RolloutAgent) -> None:
        self.view, self.agent = view, agent
        self.appraisal = appraisal_of(view.game)
        self.sums = np.zeros(len(view.actions))
        self.counts = np.zeros(len(view.actions))
        self.start = time.perf_counter()

    @property
    def means(self) -> Scores:
        """The mean outcome of each action for the player to act."""
        return self.sums / self.counts

    def play(self, chosen: npt.NDArray[np.int64], samples: int, part: float) -> None:
        """Play out each of these actions more often, within this part of the time."""
        seconds = self.agent.seconds
        most = max(1, MOST_AT_ONCE // len(chosen))
        portion = min(samples, most)
        if seconds is not None:
            end = self.start + part * seconds
            portion = min(FIRST, portion)
        while samples > 0:
            begun = time.perf_counter()
            self.sums[chosen] += portion * self._outcomes(chosen, portion)
            self.counts[chosen] += portion
            samples -= portion
            if seconds is None:
                portion = min(samples, most)
                continue
            now = time.perf_counter()
            # As many as fit into the remaining time, estimated from the last ones.
            fitting = int(portion * (end - now) / (now - begun))
            if fitting < 1:
                break
            portion = min(samples, most, fitting)

    def _outcomes(self, chosen: npt.NDArray[np.int64], samples: int) -> Scores:
        """Return the mean outcome of a number of playouts for each of these actions."""
        view, agent = self.view, self.agent
        wanted = [view.actions[at] for at in chosen]
        seed = int(view.random.integers(2**62))
        if self.appraisal is None:
            found = mean_returns(view.game, view.record, wanted, samples, seed, agent.limit)
        else:
            found = greedy_playouts(self.appraisal, view.record, wanted, samples, seed, agent.depth)
        return np.asarray(found[:, view.seat])


def greedy_playouts(
    appraisal: Appraisal, record: Record, actions: list[int], samples: int, seed: int, depth: int
) -> Scores:
    """Return [action, player] -> the mean score if all play greedily for `depth` decisions.

    Sample j has the same dice for every action. Forced passes do not count as decisions.
    """
    game = appraisal.game
    games = len(actions) * samples
    batch = Batch(game, "compact", games)
    batch.records[:] = record
    key0, key1 = stream_keys(seed, np.arange(samples, dtype=np.uint64))
    batch.streams["key0"] = np.tile(key0, len(actions))
    batch.streams["key1"] = np.tile(key1, len(actions))
    batch.orders[:] = SHOW
    batch.advance(DISABLED, SUBSTITUTE, NO_LIMIT)
    batch.actions[:] = np.repeat(actions, samples)
    batch.orders[:] = ACT
    batch.advance(DISABLED, SUBSTITUTE, NO_LIMIT)
    for _ in range(depth):
        if not _greedy_step(appraisal, batch):
            break
    scores = appraisal.scores(batch.records).reshape(len(actions), samples, -1)
    return np.asarray(scores.mean(1))


def _greedy_step(appraisal: Appraisal, batch: Batch) -> bool:
    """Play one decision in every unfinished game: try all actions, keep the best."""
    game = appraisal.game
    counts = batch.choices[:, game.actions].astype(np.int64)
    total = int(counts.sum())
    if total == 0:
        return False
    ends = np.cumsum(counts)
    source = np.repeat(np.arange(batch.games), counts)
    choice = np.arange(total) - np.repeat(ends - counts, counts)
    trial = Batch(game, "compact", total)
    kept = ("records", "streams", "masks", "notes", "choices")
    for name in kept:
        getattr(trial, name)[:] = getattr(batch, name)[source]
    trial.actions[:] = batch.choices[source, choice]
    trial.orders[:] = ACT
    trial.advance(DISABLED, SUBSTITUTE, NO_LIMIT)
    # The evaluation ignores the dice that were thrown after the action.
    scores = appraisal.scores(trial.records)[np.arange(total), batch.records["seat"][source]]
    # Sorted by game and score, the last entry of each game is its best.
    order = np.lexsort((scores, source))
    going = counts > 0
    best = order[ends[going] - 1]
    for name in kept:
        getattr(batch, name)[going] = getattr(trial, name)[best]
    return True
