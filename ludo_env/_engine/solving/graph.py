"""All states of a game, with the programs of their values: the enumeration, call by call."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.errors import LudoError
from ludo_env._engine.game import Game
from ludo_env._engine.kernel import BEGIN
from ludo_env._engine.session import STREAM_LAYOUT
from ludo_env._engine.solving.arrays import Numbers, PlainRecords, addresses, grown
from ludo_env._engine.solving.codec import Codec
from ludo_env._engine.solving.key_table import KeyTable
from ludo_env._engine.solving.notices import (
    CHANCES,
    DONE,
    ENDLESS,
    EXPANDED,
    FIELD,
    FINISHED,
    FULL,
    KNOWN,
    LONGEST,
    NOTICES,
    OUTSIDE,
    REASON,
    UNLIKE,
    WRITTEN,
)
from ludo_env._engine.solving.ways import FRAME, LEVELS
from ludo_env._engine.solving.words import LARGEST
from ludo_env._engine.state import Record

# States in one call, after which the caller can be interrupted.
_AT_ONCE = 200_000
_AT_ONCE_PLAINLY = 200
# The first room for states; arrays grow by a quarter.
_FIRST = 1 << 17
_GROWTH = 1.25

# called with the states expanded and those known
Watch = Callable[[int, int], object]


class UnlikeError(LudoError):
    """Two states that were treated as one have different values."""


class RangeError(LudoError):
    """A field has a value that was not seen before."""


class TooManyError(LudoError):
    """There are more states than can be kept."""


def start_of(game: Game) -> Record:
    """Return the start state, before the first throw."""
    session = game.session()
    session.run(BEGIN, 0)
    found: Record = session.record.copy()
    return found


class Graph:
    """The states that can be reached from some states, in the order in which they were found."""

    def __init__(self, game: Game, codec: Codec, roots: Iterable[Record], most: int) -> None:
        self.game, self.codec, self.most = game, codec, min(most, LARGEST)
        self.notice = np.zeros(NOTICES, np.int64)
        self._found = KeyTable(codec.words, _FIRST)
        self._ended = KeyTable(codec.words + 1, _FIRST // 4)
        self.code = np.zeros(_FIRST * 16, np.uint32)
        self.offsets = np.zeros(_FIRST + 1, np.int64)
        sides = game.layout.fields["sides"].high
        self.chances = np.zeros((CHANCES, sides + 1), np.int64)
        self._loop = game.loops.solver.expand(codec)
        self._scratch = self._buffers(sides)
        for record in roots:
            self._insert(record)

    @property
    def keys(self) -> npt.NDArray[np.int64]:
        """The packed states."""
        return self._found.keys

    @property
    def states(self) -> int:
        """Number of states known."""
        return int(self.notice[KNOWN])

    @property
    def finished(self) -> int:
        """Number of finished games known, which are not states of the graph."""
        return int(self.notice[FINISHED])

    @property
    def words(self) -> int:
        """Length of all programs together."""
        return int(self.notice[WRITTEN])

    def expand(self, limit: int = LARGEST, watch: Watch | None = None) -> None:
        """Expand states until there are no more, or the first ones up to `limit`.

        The assumptions of the codec are checked in every state; see `expand_loop`.
        """
        plain, checks = self.game.backend == "python", self.codec.sorts or self.codec.turns
        while self.notice[EXPANDED] < min(self.states, limit):
            budget = min(_AT_ONCE_PLAINLY if plain else _AT_ONCE, limit - self.notice[EXPANDED])
            sizes = (len(self.keys), len(self._found.table), len(self.code))
            rooms = (*sizes, len(self._ended.keys), len(self._ended.table))
            arrays = self._arrays()
            if plain:
                self._loop(*arrays[:6], *map(Numbers, arrays[6:]), budget, *rooms, checks)
            else:
                table = addresses(arrays)
                self._loop(table.ctypes.data, budget, *rooms, checks)
            self._look(self.notice[REASON])
            if watch is not None:
                watch(int(self.notice[EXPANDED]), self.states)

    def finish(self) -> None:
        """Free what only the enumeration needs."""
        self._found.finish(self.states)
        self._ended.finish(self.finished)
        grown(self.code, max(1, self.words))
        grown(self.offsets, self.states + 1)

    def _look(self, reason: int) -> None:
        """Make room, or refuse what cannot be enumerated."""
        name = self.game.spec.name
        if reason == UNLIKE:
            raise UnlikeError(f"States of {name!r} that were taken for one differ.")
        if reason == OUTSIDE:
            raise RangeError(self.codec.field_name(int(self.notice[FIELD])))
        if reason == ENDLESS:
            raise LudoError(f"{name!r} cannot be solved: it has a state without an action or dice.")
        if reason == FULL:
            self._grow()
        elif reason != DONE:
            raise LudoError(
                f"{name!r} cannot be solved: a single turn can go on in more than {LONGEST} ways."
            )

    def _grow(self) -> None:
        """Make room for more states, and for longer programs."""
        states, words = self.states, self.words
        if states > self.most:
            raise TooManyError(f"{self.game.spec.name!r} has more than {self.most:,} states.")
        self._found.make_room(states)
        self._ended.make_room(self.finished)
        if len(self.offsets) <= len(self.keys):
            grown(self.offsets, len(self.keys) + 1)
        if len(self.code) - words <= 3 * LONGEST:
            grown(self.code, int(len(self.code) * _GROWTH) + 3 * LONGEST)

    def _insert(self, record: Record) -> None:
        """Add a state to start from."""
        known = self.states
        codec, layout = self.codec, self.game.layout
        turned = codec.turns and int(record["seat"][0]) == 1
        keys, work = Numbers(self._found.keys), [0] * codec.room
        wrong = codec.packing(turned=turned)(layout.unpack(record), keys, known, work)
        if wrong:
            raise RangeError(codec.field_name(wrong))
        self.notice[KNOWN] += self._found.add(known)

    def _buffers(self, sides: int) -> tuple[Any, ...]:
        game, actions = self.game, self.game.actions
        room = max(sides, actions)
        plain = game.backend == "python"
        numbers: tuple[npt.NDArray[np.int64], ...] = (
            np.zeros((LEVELS + 1, 2, room), np.int64),
            np.zeros((LEVELS + 1, sides), np.int64),
            np.zeros((LEVELS + 1, FRAME), np.int64),
            np.zeros(LONGEST, np.int64),
            np.zeros(self.codec.room, np.int64),
        )
        if plain:
            records: Any = PlainRecords(game.layout, LEVELS + 1)
            streams: Any = [STREAM_LAYOUT.unpack(STREAM_LAYOUT.new())]
            mask, notes, choices = game.scratch()
        else:
            records, streams = game.layout.new().repeat(LEVELS + 1), STREAM_LAYOUT.new()
            mask, notes = np.zeros(actions, np.int8), np.zeros(actions, np.int16)
            choices = np.zeros(actions + 1, np.uint16)
        return (records, streams, mask, notes, choices, np.zeros(1, np.float32), *numbers)

    def _arrays(self) -> tuple[Any, ...]:
        listed, weights, frames, stack, work = self._scratch[6:]
        return (
            *self._scratch[:6], listed, weights, frames, self.keys, self._found.table, self.code,
            self.offsets, self.chances, stack, work, self.notice, self._ended.keys,
            self._ended.table,
        )  # fmt: skip
