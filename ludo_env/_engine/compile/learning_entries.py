"""The entries of the loops of networks: deeper search, self-play and learning.

As in `numba_backend`, an entry turns the addresses of arrays into views and calls a plain loop.
"""

from __future__ import annotations

import numba

from ludo_env._engine.compile.address import pointer
from ludo_env._engine.compile.numba_backend import BatchTypes, Entry, compiled
from ludo_env._engine.fitting import LEARN_ARRAYS
from ludo_env._engine.network import Network
from ludo_env._engine.outlook import DEEP_ARRAYS, DEEP_STATES
from ludo_env._engine.rule import Hook
from ludo_env._engine.self_play import PLAY_ARRAYS, PLAY_STATES, PLAY_STREAMS
from ludo_env._engine.session import STREAM_LAYOUT

_STREAM = STREAM_LAYOUT.dtype


def deep_entry(
    deep: Hook, game: BatchTypes, sizes: tuple[int, int], seal: str, title: str
) -> Entry:
    """entry(table, count, samples): `deep` in each of many states; see `best_entry`."""
    state, actions, players = game.state, game.actions, game.players
    room, weights = sizes

    def entry(table, count, samples):
        at = numba.carray(pointer(table), (DEEP_ARRAYS,), numba.int64)
        deep(
            numba.carray(pointer(at[0]), (count,), state),
            numba.carray(pointer(at[1]), (DEEP_STATES,), state),
            numba.carray(pointer(at[2]), (1,), _STREAM),
            numba.carray(pointer(at[3]), (actions,), numba.int8),
            numba.carray(pointer(at[4]), (actions,), numba.int16),
            numba.carray(pointer(at[5]), (actions + 1,), numba.uint16),
            numba.carray(pointer(at[6]), (2, actions + 1), numba.int64),
            numba.carray(pointer(at[7]), (2, actions + 1), numba.int64),
            numba.carray(pointer(at[8]), (room,), numba.float64),
            numba.carray(pointer(at[9]), (weights,), numba.float64),
            numba.carray(pointer(at[10]), (players,), numba.float64),
            numba.carray(pointer(at[11]), (count, 2), numba.int64),
            numba.carray(pointer(at[12]), (count,), numba.int64),
            count,
            samples,
        )
        return 0

    return compiled(entry, "int64(int64, int64, int64)", seal, title)


def self_play_entry(
    play: Hook, game: BatchTypes, sizes: tuple[int, int, int, int, int], seal: str, title: str
) -> Entry:
    """entry(table, rows, look, siblings, explore, trace, fade) -> games: `play`.

    `sizes` is the room of a valuation, the number of its weights, the most inputs of a state, and
    the room and the weights of the rival. See `play_entry` for `table`.
    """
    state, actions, players = game.state, game.actions, game.players
    room, weights, most, rival_room, rival_weights = sizes

    def entry(table, rows, look, siblings, explore, trace, fade):
        at = numba.carray(pointer(table), (PLAY_ARRAYS,), numba.int64)
        return play(
            numba.carray(pointer(at[0]), (PLAY_STATES,), state),
            numba.carray(pointer(at[1]), (PLAY_STREAMS,), _STREAM),
            numba.carray(pointer(at[2]), (actions,), numba.int8),
            numba.carray(pointer(at[3]), (actions,), numba.int16),
            numba.carray(pointer(at[4]), (actions + 1,), numba.uint16),
            numba.carray(pointer(at[5]), (2, actions + 1), numba.int64),
            numba.carray(pointer(at[6]), (2, actions + 1), numba.int64),
            numba.carray(pointer(at[7]), (room,), numba.float64),
            numba.carray(pointer(at[8]), (weights,), numba.float64),
            numba.carray(pointer(at[9]), (rival_room,), numba.float64),
            numba.carray(pointer(at[10]), (rival_weights,), numba.float64),
            numba.carray(pointer(at[11]), (rows + 1,), numba.int64),
            numba.carray(pointer(at[12]), (rows * most,), numba.int32),
            numba.carray(pointer(at[13]), (rows * most,), numba.float64),
            numba.carray(pointer(at[14]), (rows,), numba.int64),
            numba.carray(pointer(at[15]), (rows + 1,), numba.int64),
            numba.carray(pointer(at[16]), (rows,), numba.int64),
            numba.carray(pointer(at[17]), (rows, players), numba.float64),
            numba.carray(pointer(at[18]), (rows, players), numba.float64),
            numba.carray(pointer(at[19]), (rows,), numba.int64),
            numba.carray(pointer(at[20]), (rows,), numba.float64),
            numba.carray(pointer(at[21]), (rows, players), numba.float64),
            numba.carray(pointer(at[22]), (players,), numba.float64),
            numba.carray(pointer(at[23]), (2,), numba.int64),
            rows,
            look,
            siblings,
            explore,
            trace,
            fade,
        )

    signature = "int64(int64, int64, int64, int64, int64, float64, float64)"
    return compiled(entry, signature, seal, title)


def learn_entry(learn: Hook, network: Network, players: int, seal: str, title: str) -> Entry:
    """entry(table, rows, count, batch, rate, press, steps) -> steps: `learn` on `count` groups.

    See `play_entry` for `table`.
    """
    shape, most, room = network.shape, network.inputs.most, network.valuation.room
    size, inputs = shape.size, shape.inputs
    errors = shape.outputs + shape.second + shape.first

    def entry(table, rows, count, batch, rate, press, steps):
        at = numba.carray(pointer(table), (LEARN_ARRAYS,), numba.int64)
        return learn(
            numba.carray(pointer(at[0]), (rows + 1,), numba.int64),
            numba.carray(pointer(at[1]), (rows * most,), numba.int32),
            numba.carray(pointer(at[2]), (rows * most,), numba.float64),
            numba.carray(pointer(at[3]), (rows,), numba.int64),
            numba.carray(pointer(at[4]), (rows + 1,), numba.int64),
            numba.carray(pointer(at[5]), (rows,), numba.int64),
            numba.carray(pointer(at[6]), (rows,), numba.float64),
            numba.carray(pointer(at[7]), (rows, players), numba.float64),
            numba.carray(pointer(at[8]), (count,), numba.int64),
            numba.carray(pointer(at[9]), (size,), numba.float64),
            numba.carray(pointer(at[10]), (size,), numba.float64),
            numba.carray(pointer(at[11]), (size,), numba.float64),
            numba.carray(pointer(at[12]), (size,), numba.float64),
            numba.carray(pointer(at[13]), (inputs,), numba.uint8),
            numba.carray(pointer(at[14]), (room,), numba.float64),
            numba.carray(pointer(at[15]), (errors,), numba.float64),
            numba.carray(pointer(at[16]), (1,), numba.float64),
            count,
            batch,
            rate,
            press,
            steps,
        )

    signature = "int64(int64, int64, int64, int64, float64, float64, int64)"
    return compiled(entry, signature, seal, title)
