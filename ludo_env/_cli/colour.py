"""Whether colours are printed: `--color`, the variable NO_COLOR, and the kind of output."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable

COLOURS = AUTO, ALWAYS, NEVER = ("auto", "always", "never")


def is_coloured(choice: str) -> bool:
    """Return whether output has colours; "auto" means on a terminal that supports them."""
    if choice != AUTO:
        return choice == ALWAYS
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and is_terminal()


def is_terminal() -> bool:
    """Return whether the output goes to a terminal."""
    return sys.stdout.isatty()


def screen_size() -> Callable[[], tuple[int, int]] | None:
    """Return a function that returns the columns and lines of the screen; None without one."""
    if not (is_terminal() and sys.stdin.isatty()) or os.environ.get("TERM") == "dumb":
        return None
    return shutil.get_terminal_size
