"""Whether colours are printed: `--color`, the variable NO_COLOR, and what reads the output."""

from __future__ import annotations

import os
import sys

COLOURS = AUTO, ALWAYS, NEVER = ("auto", "always", "never")


def is_coloured(choice: str) -> bool:
    """Return whether output has colours; by itself only on a terminal that has them."""
    if choice != AUTO:
        return choice == ALWAYS
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and is_terminal()


def is_terminal() -> bool:
    """Return whether somebody reads the output as it is printed, in one place of a screen."""
    return sys.stdout.isatty()
