"""The analysis of a game: chances to win, what each move cost, and the luck of the dice.

Chances come from the strongest available judge of positions (`agents/ranking`). The chances before
a move are those after the best move, so a move's cost is what it gives away. Luck is what the dice
have changed (`_engine/luck`); it is zero on average for all players.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ludo_env._engine.chance import keys_further, stream_keys
from ludo_env._engine.errors import LudoError
from ludo_env._engine.game import Game
from ludo_env._engine.luck import walk_through
from ludo_env._engine.spec import Spec
from ludo_env._engine.state import Record
from ludo_env._play.walkthrough import Drawn, Walk
from ludo_env._render.plain_words import plain
from ludo_env.agents.forecast import SCALES, appraised_forecast
from ludo_env.agents.ranking import chances_after, chances_at_end, judge_of
from ludo_env.agents.view import View

BEST, GOOD, MISTAKE = MARKS = ("best", "good", "mistake")
# Largest costs of a best and of a good move, in chances to win: the first is within the error of
# the chances, the second is too small to matter.
_AS_GOOD, _LITTLE = 0.005, 0.03


class Moment(NamedTuple):
    """A state in which a player is to act, and the number of chance outcomes before it."""

    record: Record
    legal: list[int]
    drawn: int


class Judged(NamedTuple):
    """A move that was played."""

    player: int
    chances: tuple[float, ...]  # of each player to win, before the move
    mark: str  # "best", "good", "mistake"; "" if there was no choice
    cost: float  # of the chance to win of the player's side
    best: str  # the best move in words
    luck: tuple[float, ...] | None  # of the throws up to the next choice; None if unknown


class GameAnalysis:
    """The analysis of a game that may go on: call `follow` with its actions, then query it."""

    def __init__(self, spec: Spec, seed: int, start: str = "", number: int = 0) -> None:
        # Not shared: a game in plain Python has work lists of its own.
        self._game = Game(spec, "python")
        self._from = (seed, number, start)
        self._walk = self._begun()
        self._moments = [self._moment()]

    @property
    def judge(self) -> str:
        """Return a description of the judge of the chances, or "" without a judge."""
        return judge_of(self._game)

    def follow(self, actions: Sequence[int]) -> None:
        """Go to the end of these actions, which are all actions of the game so far."""
        known = self._walk.actions
        if known != list(actions[: len(known)]):
            self._walk = self._begun()
            self._moments = [self._moment()]
        for action in actions[len(self._walk.actions) :]:
            self._walk.play(action)
            self._moments.append(self._moment())

    @property
    def settled(self) -> int:
        """Return how many moves can be judged: those before the last choice of any player.

        The throws between two choices are known only when the second choice is reached.
        """
        return max(
            (number for number, moment in enumerate(self._moments) if not self._passes(moment)),
            default=0,
        )

    def chances(self) -> tuple[float, ...]:
        """Return the chance of each player to win now; () if there is no judge."""
        moment = self._moments[-1]
        if not moment.legal:
            return tuple(chances_at_end(self._game, moment.record)) if self.judge else ()
        found = self._after(moment)
        return tuple(found[self._best(moment, found)].tolist()) if len(found) else ()

    def judged(self, first: int, count: int) -> list[Judged]:
        """Return the judgements of up to `count` moves from `first` on, as far as settled."""
        if not self.judge:
            return []
        numbers = range(first, min(self.settled, first + count))
        return [
            self._judged(number, luck)
            for number, luck in zip(numbers, self._luck(numbers), strict=True)
        ]

    def _judged(self, number: int, luck: tuple[float, ...] | None) -> Judged:
        moment, action = self._moments[number], self._walk.actions[number]
        found = self._after(moment)
        best = self._best(moment, found)
        player = int(moment.record["seat"][0])
        cost = max(0.0, float(found[best, player] - found[moment.legal.index(action), player]))
        mark = BEST if cost <= _AS_GOOD else GOOD if cost <= _LITTLE else MISTAKE
        words = self._game.describe(moment.record, moment.legal[best])
        words = plain(self._game, moment.record, words)
        chances = tuple(found[best].tolist())
        choice = len(moment.legal) > 1
        return Judged(player, chances, mark if choice else "", cost, words, luck)

    def _luck(self, numbers: range) -> list[tuple[float, ...] | None]:
        """Return the luck of the throws after each move; it is zero after a forced pass."""
        forecast, nothing = appraised_forecast(self._game), (0.0,) * self._game.players
        if forecast is None:
            return [None] * len(numbers)
        chosen = [number for number in numbers if not self._passes(self._moments[number])]
        found: dict[int, tuple[float, ...] | None] = dict.fromkeys(numbers, nothing)
        if chosen:
            seed, game, _ = self._from
            keys = stream_keys(seed, game)
            moments = [self._moments[number] for number in chosen]
            walks = walk_through(
                self._game, forecast,
                np.array([keys_further(keys, moment.drawn) for moment in moments], np.int64),
                [np.array([self._walk.actions[number]], np.int64) for number in chosen],
                np.concatenate([moment.record for moment in moments]),
            )  # fmt: skip
            middle = len(SCALES) // 2 if forecast.guesses > 1 else 0
            for row, number in enumerate(chosen):
                if walks.draws[row] < 0:
                    raise LudoError(f"Move {number + 1} is not legal there.")
                found[number] = tuple(float(one) / 2 for one in walks.luck[row, middle])
        return list(found.values())

    def _after(self, moment: Moment) -> Any:
        return chances_after(self._game, moment.record, moment.legal)[1]

    def _best(self, moment: Moment, found: Any) -> int:
        return int(np.argmax(found[:, int(moment.record["seat"][0])]))

    def _passes(self, moment: Moment) -> bool:
        return moment.legal == [self._game.pass_action]

    def _begun(self) -> Walk:
        seed, number, start = self._from
        return Walk(self._game, Drawn(seed, number), start)

    def _moment(self) -> Moment:
        record = self._walk.record
        view = View.of_running(self._game, record, np.random.default_rng(0))
        legal = [] if self._walk.over else view.actions
        return Moment(record, legal, len(self._walk.dice))
