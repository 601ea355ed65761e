"""The trace of a game: its actions and outcomes of chance, from which every state follows.

Actions do not include forced passes, which follow from the states. Dice are faces, cards and lots
as in replays, in the order in which they were drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludo_env._engine.chance import draw, stream_keys
from ludo_env._engine.game import Game
from ludo_env._play.replay import replayed

Array = npt.NDArray[Any]
# Dice are computed for some games at a time, so that the arrays fit into the cache.
_TOGETHER = 64


class Trace(NamedTuple):
    """The actions of a game and the outcomes of chance."""

    actions: Array
    draws: int  # chance events, all on one die
    dice: Array | None = None  # their outcomes, if one die is not the only chance


class Recorder:
    """Records the actions of games that are played side by side."""

    def __init__(self, game: Game, seed: int) -> None:
        self._game, self._seed = game, seed
        self._one_die = len(faces_of(game)) > 0
        self._type = np.uint8 if game.actions <= 256 else np.uint16
        self._rounds, self._acted = 0, np.zeros((0, 0), self._type)

    def begin(self, games: int) -> None:
        """Begin to record this many games."""
        if self._acted.shape[1] != games:
            self._acted = np.zeros((1024, games), self._type)
        self._rounds = 0

    def add(self, actions: npt.NDArray[np.int64]) -> None:
        """Record a round: an action of each game."""
        if self._rounds == len(self._acted):
            self._acted = np.concatenate([self._acted, np.zeros_like(self._acted)])
        self._acted[self._rounds] = actions
        self._rounds += 1

    def traces(
        self, streams: Sequence[int], draws: Sequence[int], lengths: Sequence[int]
    ) -> list[Trace]:
        """Return the traces of the games, from their chance streams, draws and decisions.

        All games begin together and decide once per round, so round n has action n of each game.
        """
        actions = self.played(lengths)
        if self._one_die:
            return list(map(Trace, actions, draws))
        return list(map(self._played_again, streams, actions))

    def played(self, lengths: Sequence[int]) -> list[Array]:
        """Return the actions of each game, of this many decisions each."""
        # A row for each game, so that its actions are contiguous.
        played = np.ascontiguousarray(self._acted[: self._rounds].T)
        return [played[row, :length].copy() for row, length in enumerate(lengths)]

    def _played_again(self, stream: int, actions: Array) -> Trace:
        """Return the trace of a game with other chance than one die, by playing it again."""
        moves = actions.tolist()
        replay = replayed(self._game.spec, self._seed, moves, stream, auto_pass=True)
        return Trace(actions, len(replay.dice), np.array(replay.dice, np.int32))


def dice_of(game: Game, seed: int, streams: Sequence[int], traces: Sequence[Trace]) -> list[Array]:
    """Return the outcomes of chance in each of some games."""
    known = faces_of(game)
    faces = np.array(known, np.uint8 if max(known, default=0) < 256 else np.int32)
    found: list[Array] = []
    for start in range(0, len(traces), _TOGETHER):
        part = traces[start : start + _TOGETHER]
        if any(trace.dice is not None for trace in part):
            found += [trace.dice for trace in part if trace.dice is not None]
        else:
            keys = stream_keys(seed, np.array(streams[start : start + _TOGETHER], np.uint64))
            found += _drawn(keys, np.array([trace.draws for trace in part]), faces)
    return found


def faces_of(game: Game) -> tuple[int, ...]:
    """Return the faces of the die if it is the only chance of a game; else an empty tuple."""
    only_faces = getattr(game.spec.family, "only_faces", None)
    return tuple(only_faces(game)) if only_faces else ()


class _Draws:
    """Draws of many streams, as arrays: their keys, and the numbers of the draws."""

    def __init__(self, key0: Array, key1: Array, drawn: Array) -> None:
        self.key0, self.key1, self.drawn = key0, key1, drawn


def _drawn(keys: tuple[Array, Array], draws: Array, faces: Array) -> list[Array]:
    """Return the faces of the first draws of some streams."""
    ends = np.cumsum(draws)
    numbers = np.arange(ends[-1]) - np.repeat(ends - draws, draws)
    key0, key1 = (np.repeat(key, draws) for key in keys)
    outcomes = draw(_Draws(key0, key1, numbers.astype(np.uint64)), len(faces))
    return np.split(faces[outcomes], ends[:-1])  # type: ignore[call-overload,no-any-return]
