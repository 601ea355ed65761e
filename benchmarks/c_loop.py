"""The hand-written C programs, compiled on first use and called from Python."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")


class Stream(ctypes.Structure):
    """The chance stream in C's layout: two keys, and the number of draws."""

    _fields_ = (
        ("key0", ctypes.c_uint32),
        ("key1", ctypes.c_uint32),
        ("drawn", ctypes.c_int64),
    )


Playout = Callable[[Stream, int], int]


def c_playout(name: str) -> Playout | None:
    """Return playout(stream, games) -> decisions, of name.c; None without a compiler."""
    library = c_library(name)
    if library is None:
        return None
    function = getattr(library, f"{name}_playout")
    function.argtypes = (ctypes.POINTER(Stream), ctypes.c_int)
    function.restype = ctypes.c_longlong
    return lambda stream, games: int(function(ctypes.byref(stream), games))


Rounds = Callable[[int], int]


class Batch(ctypes.Structure):
    """The start of a batch in the programs' layout."""

    _fields_ = (
        ("games", ctypes.c_long),
        ("game", ctypes.c_void_p),
        ("row", ctypes.POINTER(ctypes.c_int8)),
        ("mask", ctypes.POINTER(ctypes.c_int8)),
        ("to_act", ctypes.POINTER(ctypes.c_int8)),
        ("reward", ctypes.POINTER(ctypes.c_float)),
        ("rewards", ctypes.POINTER(ctypes.c_float)),
        ("terminated", ctypes.POINTER(ctypes.c_uint8)),
        ("truncated", ctypes.POINTER(ctypes.c_uint8)),
    )


def c_rounds(name: str, games: int, seed: int = 1) -> Rounds | None:
    """Return rounds(amount) -> steps, of a batch in name.c; None without a compiler."""
    found = rounds_of(name, games, seed)
    return None if found is None else found[0]


def rounds_of(name: str, games: int, seed: int) -> tuple[Rounds, list[np.ndarray]] | None:
    """Return the same and the arrays that it writes.

    The arrays are rows, masks, rewards of all seats, ends and truncations.
    """
    library = c_library(name)
    if library is None:
        return None
    new, steps = library.ludo_batch_new, library.ludo_batch_steps
    new.restype = ctypes.POINTER(Batch)
    new.argtypes = (ctypes.c_long, ctypes.c_uint64, ctypes.c_uint64)
    steps.argtypes = (ctypes.POINTER(Batch), ctypes.c_long)
    batch = new(games, seed, seed + 1)

    def rounds(amount: int) -> int:
        steps(batch, amount)
        return amount * games

    parts = batch.contents
    arrays = ((parts.row, 26), (parts.mask, 5), (parts.rewards, 4))
    views = [np.ctypeslib.as_array(start, (games, width)) for start, width in arrays]
    ends = [np.ctypeslib.as_array(flags, (games,)) for flags in (parts.terminated, parts.truncated)]
    return rounds, [*views, *ends]


def c_library(name: str) -> ctypes.CDLL | None:
    """Return the compiled program; None without cc, with a message."""
    compiler = shutil.which("cc")
    if compiler is None:
        print(f"There is no C compiler called cc here, so {name}.c is left out.")
        return None
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / f"{name}.so"
        subprocess.run([compiler, *FLAGS, str(FOLDER / f"{name}.c"), "-o", str(target)], check=True)
        # The loaded library stays in memory after its file is removed with the folder.
        return ctypes.CDLL(str(target))
