"""Lists of names with their meanings, wrapped to the terminal; in a file, one line for each."""

from __future__ import annotations

import shutil
import textwrap

from ludo_env._cli.colour import is_terminal

_NARROW = 30  # characters that a meaning needs beside its name
_LITTLE = 6  # the indent of a meaning below its name


def print_columns(names: str, meaning: str) -> None:
    """Print names and their meaning, on as many lines as needed."""
    line = f"{names}{meaning}"
    width = shutil.get_terminal_size().columns
    if not is_terminal() or len(line) <= width:
        print(line)
        return
    indent = len(names) if len(names) + _NARROW <= width else _LITTLE
    first = len(names) if indent == len(names) else min(len(names), width)
    rest = textwrap.wrap(meaning, max(width - indent, _NARROW))
    if first + len(rest[0]) > width:
        print(names.rstrip())
        names = " " * indent
    print(f"{names}{rest[0]}")
    for more in rest[1:]:
        print(f"{' ' * indent}{more}")
