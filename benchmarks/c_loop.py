"""The hand-written C program, compiled on the spot and called from Python."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

SOURCE = Path(__file__).with_name("ludo.c")
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")


class Stream(ctypes.Structure):
    """The chance stream as C lays it out: two keys, and how many draws there were."""

    _fields_ = (
        ("key0", ctypes.c_uint32),
        ("key1", ctypes.c_uint32),
        ("drawn", ctypes.c_int64),
    )


Playout = Callable[[Stream, int], int]


def c_playout() -> Playout | None:
    """playout(stream, games) -> decisions; None, and a sentence why, without a C compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        print("There is no C compiler called cc here, so the C loop is left out.")
        return None
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "ludo.so"
        subprocess.run([compiler, *FLAGS, str(SOURCE), "-o", str(target)], check=True)
        # Once loaded, the library stays in memory though its file goes with the folder.
        function = ctypes.CDLL(str(target)).ludo_playout
    function.argtypes = (ctypes.POINTER(Stream), ctypes.c_int)
    function.restype = ctypes.c_longlong
    return lambda stream, games: int(function(ctypes.byref(stream), games))
