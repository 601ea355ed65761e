"""The luck in games: for each throw, the expected returns after it less those before it.

A planner supplies a forecast: functions of a state, written like the hooks of rules. Before a throw
all its outcomes are tried, each with the best action by the forecast; the expected returns before
the throw are the mean of those after it. So the luck of a throw is zero on average, however good
the forecast is, and a good forecast removes most of the chance from a result.

A game is determined by its chance stream and its actions. Where these end, it stops, or continues
with the best actions by the forecast.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludo_env._engine.forecast import Forecast, numbers_of
from ludo_env._engine.luck_loop import FRAME, LEVELS
from ludo_env._engine.rule import Hook
from ludo_env._engine.session import STREAM_LAYOUT
from ludo_env._engine.state import Copies, Record, Unpacked, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludo_env._engine.game import Game

# Games in one call, after which the caller can be interrupted.
_AT_ONCE = 64


class Walks(NamedTuple):
    """Games that have been walked through, a row for each."""

    returns: npt.NDArray[np.float64]  # [game, player]; 0 where the game has not ended
    luck: npt.NDArray[np.float64]  # [game, guess, player]
    decisions: npt.NDArray[np.int64]
    draws: npt.NDArray[np.int64]  # of the chance stream; -1 if an action was not legal


def walk_through(
    game: Game,
    forecast: Forecast,
    keys: npt.NDArray[np.int64],
    played: Sequence[npt.NDArray[Any]],
    records: Record | None = None,
    *,
    measured: bool = True,
    limit: int = 0,
) -> Walks:
    """Walk through games by their stream keys, (games, 2), and the actions played in each.

    They are new games, or at `records`, which are trusted. Forced passes are not actions. After
    the last action of a game, up to `limit` more are chosen by the forecast.
    """
    count, players = len(played), game.players
    starts = np.cumsum([0, *map(len, played)]).astype(np.int64)
    actions = np.concatenate([*played, np.zeros(1)]).astype(np.int64)
    found = Walks(
        np.zeros((count, players)), np.zeros((count, forecast.guesses, players)),
        np.zeros(count, np.int64), np.zeros(count, np.int64),
    )  # fmt: skip
    origins = game.layout.new().repeat(count) if records is None else records
    how = (int(records is None), int(measured), limit)
    loop = game.loops.luck(forecast)
    if game.backend == "python":
        _plainly(game, forecast, loop, (origins, keys, actions, starts, *found), count, how)
        return found
    buffers = _buffers(game, forecast)
    origins, keys = np.ascontiguousarray(origins), np.ascontiguousarray(keys)
    for start in range(0, count, _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        own = [array[part] for array in found]
        arrays = (origins[part], keys[part], *buffers, actions, starts[start:], *own)
        addresses = np.array([array.ctypes.data for array in arrays], np.int64)
        loop(addresses.ctypes.data, len(own[0]), len(actions), *how)
    return found


def _buffers(game: Game, forecast: Forecast) -> tuple[Any, ...]:
    """Return what the compiled loop works on, in the order of its arrays."""
    actions, expected = game.actions, (forecast.guesses, game.players)
    return (
        *(game.layout.new().repeat(LEVELS + 2), STREAM_LAYOUT.new()),
        *(np.zeros((2, actions), np.int8), np.zeros((2, actions), np.int16)),
        *(np.zeros((2, actions + 1), np.uint16), np.zeros((2, actions + 1), np.int64)),
        *(np.zeros((LEVELS, FRAME), np.int64), np.zeros((LEVELS, *expected))),
        *(np.zeros(expected), np.zeros(expected), np.zeros(forecast.room), numbers_of(forecast)),
    )


def _plainly(
    game: Game,
    forecast: Forecast,
    loop: Hook,
    arrays: tuple[Any, ...],
    count: int,
    how: tuple[int, int, int],
) -> None:
    """Run the loop in plain Python, on unpacked states."""
    origins, keys, actions, starts, *found = arrays
    states, _, masks, notes, choices, kept, frames, *floats = _buffers(game, forecast)
    loop(
        Unpacked(game.layout, origins), table(keys), Copies([None] * len(states)),
        [STREAM_LAYOUT.unpack(STREAM_LAYOUT.new())], masks, table(notes), table(choices),
        table(kept), table(frames), *floats, table(actions), table(starts), *found, count, *how,
    )  # fmt: skip
