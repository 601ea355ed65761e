"""A batch of games in which one seat learns: each waits for its learner.

Game i draws its dice from its stream, and one number for each decision of an opponent from its
sampler, so it does not depend on the other games.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.chance import FAR, draw, stream_keys
from ludo_env._engine.rule import Hook
from ludo_env._engine.seat_loop import WAIT
from ludo_env._engine.session import STREAM_LAYOUT
from ludo_env._engine.starting import SwitchingLoop
from ludo_env._engine.state import Record, table

if TYPE_CHECKING:
    from ludo_env._engine.game import Game

Games = npt.NDArray[np.int64]


class SeatBatch:
    """Games of one kind, with a learner in each; `uniform[k]` says that opponent k plays uniformly.

    `carry_out` plays; the other attributes are arrays with a row for each game.
    """

    def __init__(
        self, game: Game, style: str, games: int, uniform: list[bool], *, auto_pass: bool
    ) -> None:
        self.game = game
        self.games = games
        seen = game.styles[style]
        self.style = style
        self.records: Record = np.repeat(game.layout.new(), games)
        self.streams: Record = STREAM_LAYOUT.new().repeat(games)
        self.samplers: Record = STREAM_LAYOUT.new().repeat(games)
        self.masks = np.zeros((games, game.actions), np.int8)
        self.notes = np.zeros((games, game.actions), np.int16)
        self.choices = np.zeros((games, game.actions + 1), np.uint16)
        self.rows: npt.NDArray[Any] = np.zeros((games, seen.width), seen.dtype)
        self.actions = np.zeros(games, np.int64)
        self._sampled = np.zeros(games, np.int64)
        self._to_sample: Games | None = None  # games whose number is drawn but not read
        self.orders = np.zeros(games, np.uint8)
        self.learners = np.zeros(games, np.int64)
        self.uniform = np.array([*uniform, True], np.bool_)  # never empty; the last is not read
        self.to_act = np.zeros(games, np.int64)
        self.rewards = np.zeros(games, np.float64)
        self.over = np.zeros(games, np.bool_)
        self.stopped = np.zeros(games, np.bool_)
        self._loop = SwitchingLoop(game, games, "seats", style, auto_pass)
        self._table = np.array([array.ctypes.data for array in self._arrays()], np.int64)
        self._address = self._table.ctypes.data

    @property
    def backend(self) -> str:
        """The backend that plays now."""
        return self._loop.backend

    def reseed(self, seed: int | None, game: int) -> None:
        """Restart the chance of a game: the first stream of a seed."""
        keys = stream_keys(seed)
        self.streams[game] = (*keys, 0)
        self.samplers[game] = (*keys, FAR)

    def sample(self, games: Games) -> None:
        """Draw a legal action for the player to act in each of these games: see `sampled`."""
        self._to_sample = games
        self.samplers["drawn"][games] += 1

    @property
    def sampled(self) -> Games:
        """The actions that `sample` drew; most opponents never ask, so it is computed when read."""
        games = self._to_sample
        if games is not None:
            count = self.choices[games, -1].astype(np.uint64)
            self._sampled[games] = self.choices[games, self._drawn_last(games, count)]
            self._to_sample = None
        return self._sampled

    def draw(self, games: Games, sides: int) -> Games:
        """Draw a number below `sides` from the sampler of each of these games."""
        self.samplers["drawn"][games] += 1
        return self._drawn_last(games, sides)

    def carry_out(self, games: Games, order: int) -> None:
        """Carry out an order in these games; the others wait."""
        self.orders[:] = WAIT
        self.orders[games] = order
        plain = self._loop.plain
        if plain is not None:
            self._carry_out_plainly(plain)
        else:
            self._loop.compiled(self._address, self.games, len(self.uniform), 0, self.games)

    def kept(self) -> dict[str, npt.NDArray[Any]]:
        """Return copies of everything that play depends on."""
        names = ("records", "streams", "samplers", "masks", "choices", "notes", "rows")
        more = ("learners", "to_act", "rewards", "over", "stopped")
        return {name: getattr(self, name).copy() for name in (*names, *more)}

    def put(self, kept: dict[str, npt.NDArray[Any]]) -> None:
        """Restore what `kept` returned."""
        for name, array in kept.items():
            getattr(self, name)[:] = array

    def _drawn_last(self, games: Games, sides: Any) -> Games:
        """Return the number below `sides` that was drawn last in each of these games."""
        chosen = self.samplers[games]
        numbers = {name: chosen[name].astype(np.uint64) for name in ("key0", "key1", "drawn")}
        stream: Any = SimpleNamespace(**numbers)
        stream.drawn -= np.uint64(1)
        return np.asarray(draw(stream, sides)).astype(np.int64)

    def _arrays(self) -> tuple[Any, ...]:
        """Return the arrays of the loop, in order."""
        return (
            *(self.records, self.streams, self.samplers, self.masks, self.notes, self.choices),
            *(self.rows, self.actions, self.orders, self.learners, self.uniform),
            *(self.to_act, self.rewards, self.over, self.stopped),
        )

    def _carry_out_plainly(self, play: Hook) -> None:
        """Run the loop in plain Python, on unpacked states of the games that do not wait."""
        layout, games = self.game.layout, np.flatnonzero(self.orders != WAIT)
        states: list[Any] = [None] * self.games
        streams, samplers = states.copy(), states.copy()
        for i in games:
            states[i] = layout.unpack(self.records[i : i + 1])
            streams[i] = STREAM_LAYOUT.unpack(self.streams[i : i + 1])
            samplers[i] = STREAM_LAYOUT.unpack(self.samplers[i : i + 1])
        notes, choices = table(self.notes), table(self.choices)
        play(
            states, streams, samplers, self.masks, notes, choices, self.rows,
            self.actions.tolist(), self.orders.tolist(), self.learners.tolist(),
            self.uniform.tolist(), self.to_act, self.rewards, self.over, self.stopped,
            0, self.games,
        )  # fmt: skip
        for i in games:
            layout.pack(states[i], self.records[i : i + 1])
            STREAM_LAYOUT.pack(streams[i], self.streams[i : i + 1])
            STREAM_LAYOUT.pack(samplers[i], self.samplers[i : i + 1])
        self.notes[:], self.choices[:] = notes, choices
