"""A session: one game in play, in one block of memory, on one backend.

The block holds the state, the chance stream, the action mask, notes on the actions, the list of the
legal actions (the last entry is their number), and the row of the observer. The attributes of a
session are views of the block. `run` plays (see `kernel`).
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.chance import STREAM_FIELDS, stream_keys
from ludo_env._engine.kernel import LOOK, MARKED
from ludo_env._engine.rule import Hook
from ludo_env._engine.state import Layout, Record

if TYPE_CHECKING:
    from ludo_env._engine.game import Game

STREAM_LAYOUT = Layout(STREAM_FIELDS, {"game": 1})


class Block:
    """The memory layout of a session: the offset of each part."""

    def __init__(self, layout: Layout, actions: int, width: int, dtype: npt.DTypeLike) -> None:
        self.state = layout.dtype
        self.stream = STREAM_LAYOUT.dtype
        self.row = np.dtype(dtype)
        self.actions = actions
        self.width = width
        self.at_stream = _aligned(self.state.itemsize)
        self.at_mask = _aligned(self.at_stream + self.stream.itemsize)
        self.at_notes = _aligned(self.at_mask + actions)
        self.at_choices = _aligned(self.at_notes + 2 * actions)
        self.at_row = _aligned(self.at_choices + 2 * (actions + 1))
        self.size = _aligned(self.at_row + width * self.row.itemsize)


def _aligned(size: int) -> int:
    return (size + 63) // 64 * 64


class Session:
    """A game in play, compiled: `run` works on the block itself, by its address."""

    backend = "numba"  # the backend that plays now

    def __init__(self, game: Game, style: str, seed: int | None = None, index: int = 0) -> None:
        self.game = game
        self.style = style
        block = game.block(style)
        memory = np.zeros(block.size + 64, np.uint8)
        shift = -memory.ctypes.data % 64
        self.memory = memory[shift : shift + block.size]
        self.record: Record = self._view(0, 1, block.state)
        # Copying bytes is several times quicker than copying a record field by field.
        self._bytes = self.record.view(np.uint8)
        self.stream: Record = self._view(block.at_stream, 1, block.stream)
        self.mask: npt.NDArray[np.int8] = self._view(
            block.at_mask, block.actions, np.dtype(np.int8)
        )
        self.row: npt.NDArray[Any] = self._view(block.at_row, block.width, block.row)
        self.notes: npt.NDArray[np.int16] = self._view(
            block.at_notes, block.actions, np.dtype(np.int16)
        )
        self.choices: npt.NDArray[np.uint16] = self._view(
            block.at_choices, block.actions + 1, np.dtype(np.uint16)
        )
        self.record[:] = game.layout.new()
        self.reseed(seed, index)
        self.run: Hook = self._runner()

    def reseed(self, seed: int | None, index: int = 0) -> None:
        """Start the chance stream `index` of a seed."""
        keys = stream_keys(seed, index)
        self.stream[0] = (*keys, 0)

    def load(self, record: Record, stream: Record | None = None) -> int:
        """Replace the state, and the stream if one is given; return the status.

        The loops do not check the state: pass one from outside through `checked` first.
        """
        self._bytes[:] = record.view(np.uint8)
        if stream is not None:
            self.stream[:] = stream
        return int(self.run(0, 0))

    def save(self) -> tuple[Record, Record]:
        """Return copies of the state and the stream."""
        return self.record.copy(), self.stream.copy()

    def look(self, viewer: int) -> npt.NDArray[Any]:
        """Return the row of a player, in the session's own buffer."""
        self.run(LOOK, viewer)
        return self.row

    def _view(self, start: int, count: int, dtype: np.dtype[Any]) -> Any:
        return self.memory[start : start + count * dtype.itemsize].view(dtype)

    def _runner(self) -> Hook:
        entry = self.game.loops.step(self.style)
        return partial(entry, self.memory.ctypes.data)


class PlainSession(Session):
    """A game in play in plain Python: the state is unpacked for each call and packed afterwards."""

    backend = "python"

    def _runner(self) -> Hook:
        run = self.game.starting.plain("step", self.style)
        layout = self.game.layout
        _, notes, choices = self.game.scratch()
        self._plain_notes = notes

        def run_plain(ops: int, value: int) -> int:
            state, stream = layout.unpack(self.record), STREAM_LAYOUT.unpack(self.stream)
            row = self.row.copy()
            try:
                asked = ops & ~MARKED
                status = run(state, stream, self.mask, notes, choices, self.row, asked, value)
                layout.pack(state, self.record)
                self.choices[:] = choices
            except BaseException:
                self.row[:] = row
                mark_again()
                raise
            STREAM_LAYOUT.pack(stream, self.stream)
            return int(status)

        def mark_again() -> None:
            """Mark the legal actions of the state that a failed call has left unchanged."""
            state, stream = layout.unpack(self.record), STREAM_LAYOUT.unpack(self.stream)
            with suppress(Exception):  # a rule that fails here failed before, and is reported there
                run(state, stream, self.mask, notes, choices, self.row.copy(), 0, 0)

        return run_plain


class StartingSession(PlainSession):
    """A game in play in plain Python until its compiled loop is ready.

    The switch takes place between two calls. Both loops use the same block, so only the notes on
    the actions must be copied, which plain Python keeps outside the block.
    """

    def _runner(self) -> Hook:
        plain, style, starting = super()._runner(), self.style, self.game.starting
        address = self.memory.ctypes.data
        compiled: Hook | None = None

        def run_either(ops: int, value: int) -> int:
            nonlocal compiled
            if compiled is None:
                entry = starting.compiled_loop("step", style)
                if entry is None:
                    return int(plain(ops, value))
                self.notes[:] = self._plain_notes
                self.backend = "numba"
                self.run = compiled = partial(entry, address)
            return int(compiled(ops, value))

        return run_either
