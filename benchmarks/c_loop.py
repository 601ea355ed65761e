"""The hand-written C programs, compiled on the spot and called from Python."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

FOLDER = Path(__file__).parent
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")


class Stream(ctypes.Structure):
    """The chance stream as C lays it out: two keys, and how many draws there were."""

    _fields_ = (
        ("key0", ctypes.c_uint32),
        ("key1", ctypes.c_uint32),
        ("drawn", ctypes.c_int64),
    )


Playout = Callable[[Stream, int], int]


def c_playout(name: str) -> Playout | None:
    """playout(stream, games) -> decisions, of name.c; None, and a sentence why, without cc."""
    compiler = shutil.which("cc")
    if compiler is None:
        print(f"There is no C compiler called cc here, so {name}.c is left out.")
        return None
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / f"{name}.so"
        subprocess.run([compiler, *FLAGS, str(FOLDER / f"{name}.c"), "-o", str(target)], check=True)
        # Once loaded, the library stays in memory though its file goes with the folder.
        function = getattr(ctypes.CDLL(str(target)), f"{name}_playout")
    function.argtypes = (ctypes.POINTER(Stream), ctypes.c_int)
    function.restype = ctypes.c_longlong
    return lambda stream, games: int(function(ctypes.byref(stream), games))
