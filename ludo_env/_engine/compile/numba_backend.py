"""The compiled backend: a game's loop as one machine-code function, kept on disk.

Hooks and machine are plain closures. `teach` makes every function that is reachable from one
known to the compiler, and one small entry per kernel turns addresses into views and calls it.
A few compiled entries over many plain closures are what the disk cache can keep (`kernel_cache`).
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt
from numba.extending import register_jitable

from ludo_env._engine.any_order import is_any_order
from ludo_env._engine.batch_loops import all_in_range
from ludo_env._engine.batch_table import (
    ACTIONS_ARRAY,
    CHECK_WORD,
    DRAWS_WORD,
    GAMES_WORD,
    ILLEGAL_WORD,
    LIMIT_WORD,
    MODE_WORD,
    OUT_OF_RANGE,
    SIGNAL_BYTES,
    START_BYTES,
    STOP_BYTES,
    TABLE_WORDS,
)
from ludo_env._engine.compile.address import pointer
from ludo_env._engine.compile.atomic import load_word
from ludo_env._engine.compile.cache_key import seal_of
from ludo_env._engine.compile.code_walk import KNOWN_PACKAGES, reached
from ludo_env._engine.compile.kernel_cache import kernel_of
from ludo_env._engine.compile.recompile import forget_changes
from ludo_env._engine.compile.thread_signals import finish_job, has_job
from ludo_env._engine.kernel import MARKED
from ludo_env._engine.rollouts import ROLLOUT_ARRAYS
from ludo_env._engine.rule import Hook
from ludo_env._engine.seat_loop import SEAT_ARRAYS
from ludo_env._engine.session import STREAM_LAYOUT, Block
from ludo_env._engine.valuation import BEST_ARRAYS, VALUE_ARRAYS

Entry = Callable[..., int]

_STREAM = STREAM_LAYOUT.dtype


class BatchTypes(NamedTuple):
    """What a compiled batch needs to know about a game and its arrays."""

    state: np.dtype[Any]
    row: npt.DTypeLike
    width: int
    columns: bool
    actions: int
    players: int


_taught: set[int] = {id(pointer)}


def step_entry(run: Hook, block: Block, seal: str, title: str) -> Entry:
    """entry(address, ops, value) -> status: `run` on the session at an address."""
    views = _views(block)

    def entry(address, ops, value):
        states, streams, mask, notes, choices, row = views(address)
        return run(states[0], streams[0], mask, notes, choices, row, ops & ~MARKED, value)

    return compiled(entry, "int64(int64, int64, int64)", seal, title, short=True)


def playout_entry(playout: Hook, block: Block, seal: str, title: str) -> Entry:
    """entry(address, games) -> decisions: whole games of uniform random play."""
    views = _views(block)

    def entry(address, games):
        states, streams, mask, notes, choices, row = views(address)
        return playout(states[0], streams[0], mask, notes, choices, row, games)

    return compiled(entry, "int64(int64, int64)", seal, title)


def play_entry(play: Hook, game: BatchTypes, seal: str, title: str) -> Entry:
    """entry(table, signals, worker, start, stop) -> ended: `play` on many games.

    `table` is the address of the addresses of the arrays. An array passed as an argument
    would count its references, once for every slice that the loop takes of it. Without signals (0)
    it plays the games start..stop; with them it plays the jobs of `thread_signals`.
    """
    state, row, width, columns, actions, players = game

    def entry(table, signals, worker, start, stop):
        at = numba.carray(pointer(table), (TABLE_WORDS,), numba.int64)
        if worker == 0 and at[CHECK_WORD] != 0:
            wanted = numba.carray(pointer(at[ACTIONS_ARRAY]), (at[GAMES_WORD],), numba.int64)
            if not all_in_range(wanted, actions):
                return OUT_OF_RANGE
        while has_job(signals, worker):
            if worker > 0:
                own = signals + SIGNAL_BYTES * worker
                start, stop = load_word(own + START_BYTES), load_word(own + STOP_BYTES)
            games = at[GAMES_WORD]
            shape = (width, games) if columns else (games, width)
            ended = play(
                numba.carray(pointer(at[0]), (games,), state),
                numba.carray(pointer(at[1]), (games,), _STREAM),
                numba.carray(pointer(at[2]), (games, actions), numba.int8),
                numba.carray(pointer(at[3]), (games, actions), numba.int16),
                numba.carray(pointer(at[4]), shape, row),
                numba.carray(pointer(at[5]), shape, row),
                numba.carray(pointer(at[6]), (games,), numba.int64),
                numba.carray(pointer(at[7]), (games,), numba.uint8),
                numba.carray(pointer(at[8]), (games,), numba.int64),
                numba.carray(pointer(at[9]), (games,), numba.int64),
                numba.carray(pointer(at[10]), (games,), numba.float32),
                numba.carray(pointer(at[11]), (games, players), numba.float32),
                numba.carray(pointer(at[12]), (games,), numba.boolean),
                numba.carray(pointer(at[13]), (games,), numba.boolean),
                numba.carray(pointer(at[14]), (games,), numba.int64),
                numba.carray(pointer(at[15]), (games, actions + 1), numba.uint16),
                numba.carray(pointer(at[16]), (games,), _STREAM),
                numba.carray(pointer(at[17]), (games,), numba.int64),
                at[MODE_WORD],
                at[ILLEGAL_WORD],
                at[LIMIT_WORD],
                at[DRAWS_WORD],
                start,
                stop,
            )
            total = finish_job(signals, worker, ended)
            if worker == 0:
                return total
        return 0

    return compiled(entry, "int64(int64, int64, int64, int64, int64)", seal, title)


def rollout_entry(rollouts: Hook, game: BatchTypes, seal: str, title: str) -> Entry:
    """entry(table, actions, samples, limit): `rollouts` from the state in the table's first array.

    As in `play_entry`, `table` is the address of the addresses of the arrays.
    """
    state, row, width, actions, players = (
        game.state, game.row, game.width, game.actions, game.players,
    )  # fmt: skip

    def entry(table, count, samples, limit):
        at = numba.carray(pointer(table), (ROLLOUT_ARRAYS,), numba.int64)
        rollouts(
            numba.carray(pointer(at[0]), (1,), state),
            numba.carray(pointer(at[1]), (1,), state),
            numba.carray(pointer(at[2]), (2,), _STREAM),
            numba.carray(pointer(at[3]), (samples, 2), numba.int64),
            numba.carray(pointer(at[4]), (actions,), numba.int8),
            numba.carray(pointer(at[5]), (actions,), numba.int16),
            numba.carray(pointer(at[6]), (actions + 1,), numba.uint16),
            numba.carray(pointer(at[4]), (width,), row),  # never read and never written
            numba.carray(pointer(at[7]), (count,), numba.int64),
            numba.carray(pointer(at[8]), (count, players), numba.float64),
            count,
            samples,
            limit,
        )
        return 0

    return compiled(entry, "int64(int64, int64, int64, int64)", seal, title)


def seat_entry(play: Hook, game: BatchTypes, seal: str, title: str) -> Entry:
    """entry(table, games, seats, start, stop): `play` on many games with a learner in each.

    As in `play_entry`, `table` is the address of the addresses of the arrays.
    """
    state, row, width, actions = game.state, game.row, game.width, game.actions

    def entry(table, games, seats, start, stop):
        at = numba.carray(pointer(table), (SEAT_ARRAYS,), numba.int64)
        play(
            numba.carray(pointer(at[0]), (games,), state),
            numba.carray(pointer(at[1]), (games,), _STREAM),
            numba.carray(pointer(at[2]), (games,), _STREAM),
            numba.carray(pointer(at[3]), (games, actions), numba.int8),
            numba.carray(pointer(at[4]), (games, actions), numba.int16),
            numba.carray(pointer(at[5]), (games, actions + 1), numba.uint16),
            numba.carray(pointer(at[6]), (games, width), row),
            numba.carray(pointer(at[7]), (games,), numba.int64),
            numba.carray(pointer(at[8]), (games,), numba.uint8),
            numba.carray(pointer(at[9]), (games,), numba.int64),
            numba.carray(pointer(at[10]), (seats,), numba.boolean),
            numba.carray(pointer(at[11]), (games,), numba.int64),
            numba.carray(pointer(at[12]), (games,), numba.float64),
            numba.carray(pointer(at[13]), (games,), numba.boolean),
            numba.carray(pointer(at[14]), (games,), numba.boolean),
            start,
            stop,
        )
        return 0

    return compiled(entry, "int64(" + ", ".join(["int64"] * 5) + ")", seal, title)


def best_entry(
    best: Hook, game: BatchTypes, sizes: tuple[int, int], seal: str, title: str
) -> Entry:
    """entry(table, count): `best` in each of many states; see `play_entry` for `table`.

    `sizes` is the room of a valuation and the number of its weights.
    """
    state, actions = game.state, game.actions
    room, weights = sizes

    def entry(table, count):
        at = numba.carray(pointer(table), (BEST_ARRAYS,), numba.int64)
        best(
            numba.carray(pointer(at[0]), (count,), state),
            numba.carray(pointer(at[1]), (1,), state),
            numba.carray(pointer(at[2]), (1,), _STREAM),
            numba.carray(pointer(at[3]), (actions,), numba.int8),
            numba.carray(pointer(at[4]), (actions,), numba.int16),
            numba.carray(pointer(at[5]), (actions + 1,), numba.uint16),
            numba.carray(pointer(at[6]), (2, actions + 1), numba.int64),
            numba.carray(pointer(at[7]), (room,), numba.float64),
            numba.carray(pointer(at[8]), (weights,), numba.float64),
            numba.carray(pointer(at[9]), (count,), numba.int64),
            count,
        )
        return 0

    return compiled(entry, "int64(int64, int64)", seal, title)


def value_entry(
    values: Hook, game: BatchTypes, sizes: tuple[int, int], seal: str, title: str
) -> Entry:
    """entry(table, count): `values` of many states; see `best_entry`."""
    state, players = game.state, game.players
    room, weights = sizes

    def entry(table, count):
        at = numba.carray(pointer(table), (VALUE_ARRAYS,), numba.int64)
        values(
            numba.carray(pointer(at[0]), (count,), state),
            numba.carray(pointer(at[1]), (room,), numba.float64),
            numba.carray(pointer(at[2]), (weights,), numba.float64),
            numba.carray(pointer(at[3]), (count, players), numba.float64),
            count,
        )
        return 0

    return compiled(entry, "int64(int64, int64)", seal, title)


def observe_entry(look: Hook, game: BatchTypes, seal: str, title: str) -> Entry:
    """entry(states, viewers, masks, rows, games, start, stop): `look` on many states."""
    state, row, width, actions = game.state, game.row, game.width, game.actions

    def entry(states, viewers, masks, rows, games, start, stop):
        look(
            numba.carray(pointer(states), (games,), state),
            numba.carray(pointer(viewers), (games,), numba.int64),
            numba.carray(pointer(masks), (games, actions), numba.int8),
            numba.carray(pointer(rows), (games, width), row),
            start,
            stop,
        )
        return 0

    return compiled(entry, "int64(" + ", ".join(["int64"] * 7) + ")", seal, title)


def _views(block: Block) -> Hook:
    """views(address): the parts of a session, with records as arrays of length one."""
    state_type, stream_type, row_type = block.state, block.stream, block.row
    at_stream, at_mask = block.at_stream, block.at_mask
    at_notes, at_choices, at_row = block.at_notes, block.at_choices, block.at_row
    actions, listed, width = (block.actions,), (block.actions + 1,), (block.width,)

    def views(address):
        states = numba.carray(pointer(address), (1,), state_type)
        streams = numba.carray(pointer(address + at_stream), (1,), stream_type)
        mask = numba.carray(pointer(address + at_mask), actions, numba.int8)
        notes = numba.carray(pointer(address + at_notes), actions, numba.int16)
        choices = numba.carray(pointer(address + at_choices), listed, numba.uint16)
        row = numba.carray(pointer(address + at_row), width, row_type)
        return states, streams, mask, notes, choices, row

    return views


def compiled(entry: Entry, signature: str, seal: str, title: str, *, short: bool = False) -> Entry:
    """Return the machine code of an entry, without its dispatcher."""

    def prepare() -> bool:
        teach(entry)
        return forget_changes(entry, _taught)

    return kernel_of(
        entry,
        signature,
        seal,
        title,
        lambda: _instructions(entry, set()),
        prepare=prepare,
        short=short,
    )


def _instructions(function: Hook, finish_job: set[int]) -> int:
    """Return the number of Python instructions of a function and all that it reaches."""
    if id(function) in finish_job:
        return 0
    finish_job.add(id(function))
    inner = sum(_instructions(referred, finish_job) for referred in _referred(function))
    return len(function.__code__.co_code) // 2 + inner


def teach(entry: Entry) -> None:
    """Make every function that an entry reaches callable from compiled code."""
    waiting, met = _referred(entry), {id(pointer)}
    while waiting:
        function = waiting.pop()
        if id(function) in met:
            continue
        met.add(id(function))
        # What an already registered function reaches may have changed since.
        waiting += _referred(function)
        if id(function) not in _taught:
            _taught.add(id(function))
            _keep.append(function)
            options = {"fastmath": _ANY_ORDER} if is_any_order(function) else {}
            register_jitable(
                forceinline=True, error_model="numpy", no_cfunc_wrapper=True, **options
            )(function)


# What the compiler may do to sums in any order: split them up, and add a product in one step.
_ANY_ORDER = {"reassoc", "contract"}
_keep: list[Hook] = []  # ids in `_taught` stay valid while the functions live


def _referred(function: Any) -> list[Hook]:
    """Return the plain functions that a function reaches, in tuples too; numba knows its own."""
    waiting = [value for _, value in reached(function)]
    found: list[Hook] = []
    while waiting:
        value = waiting.pop(0)
        package = str(getattr(value, "__module__", "")).partition(".")[0]
        if isinstance(value, tuple):
            waiting += value
        elif isinstance(value, types.FunctionType) and package not in KNOWN_PACKAGES:
            found.append(value)
    return found


def entry_seal(make: Hook, loop: Hook, layout: Any) -> str:
    """Return the seal of the kernel that `make` (one of the entries above) makes of a loop."""
    return seal_of(loop, layout, (make, _views))
