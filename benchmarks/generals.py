"""Generals in batches: the library beside a C program that plays the same games by hand."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import partial

import numpy as np
from batches import check_agreement
from c_loop import Batch, Rounds, c_library

from ludo_env import make_vec
from ludo_env.testing.rates import best_rates

GAMES = 4096
STYLES = ("compact", "planes")
C_LOOP = "C by hand"
# Rounds before anything is measured, which spread the games over all stages of play.
_SPREAD = 600
_ACTIONS, _PLAYERS = 602, 2
_ROWS = {"compact": (ctypes.c_int8, (111,)), "planes": (ctypes.c_float, (27, 10, 10))}


def generals_rates(rounds: int, seconds: float, games: int = GAMES) -> dict[str, dict[str, float]]:
    """Return steps per second of the library and of the C program, by observation style.

    First 64 games must be identical in both for 1500 rounds, or it raises `SystemExit`.
    """
    return {style: _style_rates(style, rounds, seconds, games) for style in STYLES}


def generals_rounds(style: str, games: int, seed: int) -> tuple[Rounds, list[np.ndarray]] | None:
    """Return rounds(amount) -> steps of the C program, and the arrays that it writes; or None.

    Those are rows, masks, rewards of all seats, ends and games that were cut off.
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


def _style_rates(style: str, rounds: int, seconds: float, games: int) -> dict[str, float]:
    program = partial(generals_rounds, style)
    check_agreement("generals_v0", style, program, "generals_batch.c")
    envs = make_vec("generals_v0", games, seed=1, copy=False, observation=style)
    envs.reset()

    def library(amount: int) -> int:
        for _ in range(amount):
            envs.step(envs.sample_actions())
        return amount * games

    contestants: dict[str, Callable[[int], int]] = {"library": library}
    found = program(games, 1)
    if found is not None:
        contestants[C_LOOP] = found[0]
    for play in contestants.values():
        play(_SPREAD)
    return best_rates(contestants, rounds, seconds)
