"""The compiled loop that measures luck; see `numba_backend` for what an entry is."""

from __future__ import annotations

import numba

from ludo_env._engine.compile.address import pointer
from ludo_env._engine.compile.numba_backend import BatchTypes, Entry, compiled
from ludo_env._engine.luck_loop import FRAME, LEVELS, LUCK_ARRAYS
from ludo_env._engine.rule import Hook
from ludo_env._engine.session import STREAM_LAYOUT

_STREAM = STREAM_LAYOUT.dtype


def luck_entry(
    walks: Hook, game: BatchTypes, sizes: tuple[int, int, int], seal: str, title: str
) -> Entry:
    """entry(table, games, actions, begins, measured, limit): `walks` through some games.

    `table` is the address of the addresses of the arrays; `sizes` are those of a forecast.
    """
    state, actions, players = game.state, game.actions, game.players
    guesses, room, numbers = sizes

    def entry(table, games, played, begins, measured, limit):
        at = numba.carray(pointer(table), (LUCK_ARRAYS,), numba.int64)
        walks(
            numba.carray(pointer(at[0]), (games,), state),
            numba.carray(pointer(at[1]), (games, 2), numba.int64),
            numba.carray(pointer(at[2]), (LEVELS + 2,), state),
            numba.carray(pointer(at[3]), (1,), _STREAM),
            numba.carray(pointer(at[4]), (2, actions), numba.int8),
            numba.carray(pointer(at[5]), (2, actions), numba.int16),
            numba.carray(pointer(at[6]), (2, actions + 1), numba.uint16),
            numba.carray(pointer(at[7]), (2, actions + 1), numba.int64),
            numba.carray(pointer(at[8]), (LEVELS, FRAME), numba.int64),
            numba.carray(pointer(at[9]), (LEVELS, guesses, players), numba.float64),
            numba.carray(pointer(at[10]), (guesses, players), numba.float64),
            numba.carray(pointer(at[11]), (guesses, players), numba.float64),
            numba.carray(pointer(at[12]), (room,), numba.float64),
            numba.carray(pointer(at[13]), (numbers,), numba.float64),
            numba.carray(pointer(at[14]), (played,), numba.int64),
            numba.carray(pointer(at[15]), (games + 1,), numba.int64),
            numba.carray(pointer(at[16]), (games, players), numba.float64),
            numba.carray(pointer(at[17]), (games, guesses, players), numba.float64),
            numba.carray(pointer(at[18]), (games,), numba.int64),
            numba.carray(pointer(at[19]), (games,), numba.int64),
            games,
            begins,
            measured,
            limit,
        )
        return 0

    return compiled(entry, "int64(" + ", ".join(["int64"] * 6) + ")", seal, title)
