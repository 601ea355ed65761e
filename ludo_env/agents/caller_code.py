"""The caller's own code: which files belong to it, and the line that raised an error."""

from __future__ import annotations

import sysconfig
import traceback
from contextlib import suppress
from pathlib import Path

from ludo_env._engine.errors import cut_path

_INSTALLED = ("site-packages", "dist-packages", sysconfig.get_path("stdlib"))
_LIBRARY = Path(__file__).parents[1]


def place_of(error: BaseException) -> str:
    """Return the line of the caller's code that raised an error: " in my_agent.py, line 3"."""
    if isinstance(error, SyntaxError) and error.filename and not error.filename.startswith("<"):
        return f" in {_shown(error.filename)}, line {error.lineno}"
    own = [
        (frame.f_code.co_filename, line)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if _is_own(frame.f_code.co_filename)
    ]
    return "".join(f" in {_shown(path)}, line {line}" for path, line in own[-1:])


def _is_own(path: str) -> bool:
    """Return whether a file is the caller's own code."""
    return not path.startswith("<") and not is_installed(path)


def _shown(path: str) -> str:
    """Return the path of a file for a message: relative to the current folder if inside it."""
    full = Path(path)
    with suppress(OSError, ValueError):
        full = full.relative_to(Path.cwd())
    return cut_path(full)


def is_installed(path: str) -> bool:
    """Return whether a file belongs to Python, to an installed package or to this library."""
    return _LIBRARY in Path(path).parents or any(part in path for part in _INSTALLED)
