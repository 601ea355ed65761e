"""The compiled loops of the exact solver; see `numba_backend` for what an entry is.

`table` is the address of the addresses of the arrays.
"""

from __future__ import annotations

import numba

from ludo_env._engine.compile.address import pointer
from ludo_env._engine.compile.numba_backend import BatchTypes, Entry, compiled
from ludo_env._engine.rule import Hook
from ludo_env._engine.session import STREAM_LAYOUT
from ludo_env._engine.solving.expanding import EXPAND_ARRAYS
from ludo_env._engine.solving.judging import JUDGE_ARRAYS, RECORDS
from ludo_env._engine.solving.notices import CHANCES, LONGEST, NOTICES
from ludo_env._engine.solving.ordering import ORDER_ARRAYS, REORDER_ARRAYS
from ludo_env._engine.solving.sweeping import SWEEP_ARRAYS
from ludo_env._engine.solving.ways import FRAME, LEVELS

_STREAM = STREAM_LAYOUT.dtype


def expand_entry(
    expand: Hook, game: BatchTypes, sizes: tuple[int, int, int, int], seal: str, title: str
) -> Entry:
    """entry(table, budget, sizes.., checks): `expand` some states."""
    state, row, width, actions = game.state, game.row, game.width, game.actions
    key_words, sides, room, numbers = sizes

    def entry(table, budget, states, slots, words, endings, ended_slots, checks):
        at = numba.carray(pointer(table), (EXPAND_ARRAYS,), numba.int64)
        expand(
            numba.carray(pointer(at[0]), (LEVELS + 1,), state),
            numba.carray(pointer(at[1]), (1,), _STREAM),
            numba.carray(pointer(at[2]), (actions,), numba.int8),
            numba.carray(pointer(at[3]), (actions,), numba.int16),
            numba.carray(pointer(at[4]), (actions + 1,), numba.uint16),
            numba.carray(pointer(at[2]), (width,), row),  # never read and never written
            numba.carray(pointer(at[6]), (LEVELS + 1, 2, room), numba.int64),
            numba.carray(pointer(at[7]), (LEVELS + 1, sides), numba.int64),
            numba.carray(pointer(at[8]), (LEVELS + 1, FRAME), numba.int64),
            numba.carray(pointer(at[9]), (states, key_words), numba.int64),
            numba.carray(pointer(at[10]), (slots,), numba.uint32),
            numba.carray(pointer(at[11]), (words,), numba.uint32),
            numba.carray(pointer(at[12]), (states + 1,), numba.int64),
            numba.carray(pointer(at[13]), (CHANCES, sides + 1), numba.int64),
            numba.carray(pointer(at[14]), (LONGEST,), numba.int64),
            numba.carray(pointer(at[15]), (numbers,), numba.int64),
            numba.carray(pointer(at[16]), (NOTICES,), numba.int64),
            numba.carray(pointer(at[17]), (endings, key_words + 1), numba.int64),
            numba.carray(pointer(at[18]), (ended_slots,), numba.uint32),
            budget,
            states,
            slots,
            words,
            endings,
            ended_slots,
            checks,
        )
        return 0

    return compiled(entry, "int64(" + ", ".join(["int64"] * 8) + ")", seal, title)


def judge_entry(
    judge: Hook, game: BatchTypes, sizes: tuple[int, int, int, int], seal: str, title: str
) -> Entry:
    """entry(table, sizes.., slots, count): `judge` states, or `play` games."""
    state, row, width, actions = game.state, game.row, game.width, game.actions
    key_words, sides, room, numbers = sizes

    def entry(table, known, states, found, after, games, slots, count):
        at = numba.carray(pointer(table), (JUDGE_ARRAYS,), numba.int64)
        judge(
            numba.carray(pointer(at[0]), (RECORDS,), state),
            numba.carray(pointer(at[1]), (1,), _STREAM),
            numba.carray(pointer(at[2]), (actions,), numba.int8),
            numba.carray(pointer(at[3]), (actions,), numba.int16),
            numba.carray(pointer(at[4]), (actions + 1,), numba.uint16),
            numba.carray(pointer(at[2]), (width,), row),  # never read and never written
            numba.carray(pointer(at[6]), (RECORDS, 2, room), numba.int64),
            numba.carray(pointer(at[7]), (RECORDS, sides), numba.int64),
            numba.carray(pointer(at[8]), (RECORDS, FRAME), numba.int64),
            numba.carray(pointer(at[9]), (RECORDS,), numba.float64),
            numba.carray(pointer(at[10]), (known, key_words), numba.int64),
            numba.carray(pointer(at[11]), (slots,), numba.uint32),
            numba.carray(pointer(at[12]), (known,), numba.float64),
            numba.carray(pointer(at[13]), (1, key_words), numba.int64),
            numba.carray(pointer(at[14]), (numbers,), numba.int64),
            numba.carray(pointer(at[15]), (states,), state),
            numba.carray(pointer(at[16]), (found,), numba.float64),
            numba.carray(pointer(at[17]), (after, actions), numba.float64),
            numba.carray(pointer(at[18]), (games, 2), numba.int64),
            slots,
            count,
        )
        return 0

    return compiled(entry, "int64(" + ", ".join(["int64"] * 8) + ")", seal, title)


def order_entry(order_states: Hook, seal: str, title: str) -> Entry:
    """entry(table, states, words, budget): go on with `order_states`."""

    def entry(table, states, words, budget):
        at = numba.carray(pointer(table), (ORDER_ARRAYS,), numba.int64)
        order_states(
            numba.carray(pointer(at[0]), (words,), numba.uint32),
            numba.carray(pointer(at[1]), (states + 1,), numba.int64),
            numba.carray(pointer(at[2]), (states,), numba.uint32),
            numba.carray(pointer(at[3]), (states,), numba.uint32),
            numba.carray(pointer(at[4]), (states,), numba.uint32),
            numba.carray(pointer(at[5]), (states,), numba.uint32),
            numba.carray(pointer(at[6]), (states,), numba.uint32),
            numba.carray(pointer(at[7]), (states,), numba.int64),
            numba.carray(pointer(at[8]), (states,), numba.uint32),
            numba.carray(pointer(at[9]), (8,), numba.int64),
            budget,
        )
        return 0

    return compiled(entry, "int64(int64, int64, int64, int64)", seal, title)


def reorder_entry(reorder: Hook, seal: str, title: str) -> Entry:
    """entry(table, states, words, start, stop): `reorder` some programs."""

    def entry(table, states, words, start, stop):
        at = numba.carray(pointer(table), (REORDER_ARRAYS,), numba.int64)
        reorder(
            numba.carray(pointer(at[0]), (words,), numba.uint32),
            numba.carray(pointer(at[1]), (states + 1,), numba.int64),
            numba.carray(pointer(at[2]), (states,), numba.uint32),
            numba.carray(pointer(at[3]), (states,), numba.uint32),
            numba.carray(pointer(at[4]), (words,), numba.uint32),
            numba.carray(pointer(at[5]), (states + 1,), numba.int64),
            numba.carray(pointer(at[6]), (states,), numba.uint16),
            start,
            stop,
        )
        return 0

    return compiled(entry, "int64(int64, int64, int64, int64, int64)", seal, title)


def sweep_entry(sweep: Hook, sides: int, seal: str, title: str) -> Entry:
    """entry(table, states, words, layers, budget, goal): go on with `sweep`."""

    def entry(table, states, words, layers, budget, goal):
        at = numba.carray(pointer(table), (SWEEP_ARRAYS,), numba.int64)
        sweep(
            numba.carray(pointer(at[0]), (words,), numba.uint32),
            numba.carray(pointer(at[1]), (states + 1,), numba.int64),
            numba.carray(pointer(at[2]), (states,), numba.uint16),
            numba.carray(pointer(at[3]), (layers + 1,), numba.uint32),
            numba.carray(pointer(at[4]), (states, 2), numba.float64),
            numba.carray(pointer(at[5]), (CHANCES, sides + 1), numba.int64),
            numba.carray(pointer(at[6]), (LONGEST + 1,), numba.float64),
            numba.carray(pointer(at[7]), (LONGEST + 1,), numba.float64),
            numba.carray(pointer(at[8]), (LONGEST + 1,), numba.int64),
            numba.carray(pointer(at[9]), (8,), numba.int64),
            numba.carray(pointer(at[10]), (8,), numba.float64),
            layers,
            budget,
            goal,
        )
        return 0

    return compiled(entry, "int64(int64, int64, int64, int64, int64, float64)", seal, title)
