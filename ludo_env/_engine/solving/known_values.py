"""The values of a solved game: the stored ones, and those of other states computed from them."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.chance import stream_keys
from ludo_env._engine.game import Game
from ludo_env._engine.rule import Hook
from ludo_env._engine.session import STREAM_LAYOUT
from ludo_env._engine.solving.arrays import Numbers, PlainRecords, addresses
from ludo_env._engine.solving.codec import Codec
from ludo_env._engine.solving.judging import LOST, PLAYED, RECORDS, WON_TWICE
from ludo_env._engine.solving.key_table import table_of
from ludo_env._engine.solving.ways import FRAME
from ludo_env._engine.state import Record

# States or games in one call, after which the caller can be interrupted.
_STATES, _GAMES = 100_000, 2_000


class KnownValues:
    """Packed states with their values for player 0, and what follows from them."""

    def __init__(
        self,
        game: Game,
        codec: Codec,
        keys: npt.NDArray[np.int64],
        values: npt.NDArray[np.float64],
    ) -> None:
        self.game, self.codec, self.keys, self.values = game, codec, keys, values

    def of(self, records: Record) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Return the values of states for player 0, [n], and after each action, [n, actions].

        A value that is not known is -1, and that of an action that is not legal is nan.
        """
        found, after = np.zeros(len(records)), np.full((len(records), self.game.actions), np.nan)
        for start in range(0, len(records), _STATES):
            part = slice(start, start + _STATES)
            given = np.ascontiguousarray(records[part])
            self._run(
                self.game.loops.solver.judge(self.codec),
                given,
                found[part],
                after[part],
                np.zeros((1, 2), np.int64),
                len(given),
            )
        return found, after

    def played(self, games: int, seed: int) -> tuple[float, int]:
        """Play games in which both choose best; return the wins of player 0, and the games lost.

        A game is lost when it reaches a state whose value is not known.
        """
        keys = stream_keys(seed, np.arange(games, dtype=np.uint64))
        seeds = np.stack(keys, axis=1).astype(np.int64)
        counts, after = np.zeros(3), np.zeros((1, self.game.actions))
        for start in range(0, games, _GAMES):
            part = seeds[start : start + _GAMES]
            self._run(
                self.game.loops.solver.play_best(self.codec),
                self.game.layout.new(),
                counts,
                after,
                part,
                len(part),
            )
        assert counts[PLAYED] == games
        return float(counts[WON_TWICE]) / 2, int(counts[LOST])

    @cached_property
    def _table(self) -> npt.NDArray[np.uint32]:
        return table_of(self.keys, 1 << (2 * len(self.keys)).bit_length())

    @cached_property
    def _scratch(self) -> tuple[Any, ...]:
        game = self.game
        sides = game.layout.fields["sides"].high
        rest = (
            np.zeros((RECORDS, 2, max(sides, game.actions)), np.int64),
            np.zeros((RECORDS, sides), np.int64), np.zeros((RECORDS, FRAME), np.int64),
            np.zeros(RECORDS), self.keys, self._table, self.values,
            np.zeros((1, self.codec.words), np.int64), np.zeros(self.codec.room, np.int64),
        )  # fmt: skip
        if game.backend == "python":
            streams = [STREAM_LAYOUT.unpack(STREAM_LAYOUT.new())]
            first: tuple[Any, ...] = (PlainRecords(game.layout, RECORDS), streams, *game.scratch())
            return (*first, np.zeros(1, np.float32), *map(Numbers, rest))
        first = (
            game.layout.new().repeat(RECORDS), STREAM_LAYOUT.new(),
            np.zeros(game.actions, np.int8), np.zeros(game.actions, np.int16),
            np.zeros(game.actions + 1, np.uint16), np.zeros(1, np.float32),
        )  # fmt: skip
        return (*first, *rest)

    def _run(self, loop: Hook, given: Record, *numbers: Any) -> None:
        """Run a loop on a part of the states or games."""
        *arrays, count = numbers
        slots = len(self._table)
        if self.game.backend == "python":
            states = [self.game.layout.unpack(given[at : at + 1]) for at in range(len(given))]
            loop(*self._scratch, states, *map(Numbers, arrays), slots, count)
            return
        every = (*self._scratch, given, *arrays)
        sizes = (len(self.keys), len(given), len(arrays[0]), len(arrays[1]), len(arrays[2]))
        loop(addresses(every).ctypes.data, *sizes, slots, count)
