"""Generals in batches: the library against a hand-written C program of the same games."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from functools import partial

import numpy as np
from batches import batch_rounds, check_agreement
from c_loop import Batch, Rounds, c_library
from lanes import LIMIT, OWN, Lane

from ludo_env.testing.rates import Contestant

GAMES = 4096
# Warm-up rounds, which spread the games over all stages of play.
_SPREAD = 600
_ACTIONS, _PLAYERS = 602, 2
_ROWS = {"compact": (ctypes.c_int8, (111,)), "planes": (ctypes.c_float, (27, 10, 10))}


def lanes() -> Iterator[Lane]:
    """Return the lanes of batches of generals, by observation style."""
    for style, target in (("compact", 1.0), ("planes", 0.8)):
        name = f"generals {style}, {GAMES:,} games"
        yield Lane(name, "steps/s", partial(_pair, style), "generals_batch.c", target)


def generals_rounds(style: str, games: int, seed: int) -> tuple[Rounds, list[np.ndarray]] | None:
    """Return rounds(amount) -> steps of the C program, and the arrays that it writes; or None.

    The arrays are rows, masks, rewards of all seats, ends and truncations.
    """
    library = c_library("generals_batch")
    if library is None:
        return None
    new, steps = library.generals_batch_new, library.generals_batch_steps
    new.restype = ctypes.POINTER(Batch)
    new.argtypes = (ctypes.c_long, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_int)
    steps.argtypes = (ctypes.POINTER(Batch), ctypes.c_long)
    batch = new(games, seed, seed + 1, style == "planes")

    def rounds(amount: int) -> int:
        steps(batch, amount)
        return amount * games

    parts, (kind, shape) = batch.contents, _ROWS[style]
    row = ctypes.cast(parts.row, ctypes.POINTER(kind))
    arrays = (
        (row, shape), (parts.mask, (_ACTIONS,)), (parts.rewards, (_PLAYERS,)),
        (parts.terminated, ()), (parts.truncated, ()),
    )  # fmt: skip
    return rounds, [np.ctypeslib.as_array(start, (games, *width)) for start, width in arrays]


def _pair(style: str) -> dict[str, Contestant]:
    program = partial(generals_rounds, style)
    check_agreement("generals_v0", style, program, "generals_batch.c")
    contestants = {OWN: batch_rounds(GAMES, "generals_v0", observation=style)}
    found = program(GAMES, 1)
    if found is not None:
        contestants[LIMIT] = found[0]
        found[0](_SPREAD)
    return contestants
