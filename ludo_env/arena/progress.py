"""Progress of a run: a bar with the time left if `rich` is installed, otherwise lines of text.

It goes to stderr, so that a table on stdout stays a table.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Tell = Callable[[int, int], None]
# Seconds between two lines of plain text.
_PAUSE = 5.0


@contextmanager
def progress_of(progress: bool | Tell) -> Iterator[Tell]:
    """Return the function that is called with (done, of) as the games finish."""
    if callable(progress):
        yield progress
        return
    if not progress:
        yield lambda done, games: None
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
    except ImportError:
        yield lines_to_stderr()
        return
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lines_to_stderr()
        return
    with Progress(
        "games", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console
    ) as shown:
        task = shown.add_task("games", total=None)
        yield lambda done, games: shown.update(task, completed=done, total=games)


def lines_to_stderr() -> Tell:
    """Return a function that writes plain text, a line every few seconds and one at the end."""
    begun: list[tuple[float, int]] = []  # the time, and the number of games finished before
    last = time.monotonic()

    def tell(done: int, games: int) -> None:
        nonlocal last
        now = time.monotonic()
        # Games found in the file do not predict the speed of the rest.
        if not begun:
            begun.append((now, done))
        if now - last < _PAUSE and done < games:
            return
        last = now
        start, before = begun[0]
        left = (now - start) / (done - before) * (games - done) if done > before else 0.0
        print(f"ludo-env: {done}/{games} games, {left:.0f} s left", file=sys.stderr)

    return tell
