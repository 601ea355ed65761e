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
# Seconds that the speed of the bar is taken from.
_MEMORY = 3600.0


@contextmanager
def progress_of(progress: bool | Tell, coloured: bool = True) -> Iterator[Tell]:
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
    console = Console(stderr=True, color_system="auto" if coloured else None)
    if not console.is_terminal:
        yield lines_to_stderr()
        return
    # rich counts from the first games that are done, too; slow agents take longer than its 30 s.
    with Progress(
        "games", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console,
        speed_estimate_period=_MEMORY,
    ) as shown:  # fmt: skip
        task = shown.add_task("games", total=None)
        yield lambda done, games: shown.update(task, completed=done, total=games)


def lines_to_stderr() -> Tell:
    """Return a function that writes plain text, a line every few seconds and one at the end."""
    left = seconds_left()
    last = time.monotonic()

    def tell(done: int, games: int) -> None:
        nonlocal last
        now, seconds = time.monotonic(), left(done, games)
        if now - last < _PAUSE and done < games:
            return
        last = now
        more = "" if seconds is None else f", {seconds:.0f} s left"
        print(f"ludo-env: {done}/{games} games{more}", file=sys.stderr)

    return tell


def seconds_left() -> Callable[[int, int], float | None]:
    """Return a function that estimates the seconds left; None while nothing is known.

    The clock starts when the first games are done. Until then games are read from a file, code is
    compiled and agents are prepared, which says nothing about the speed of the rest.
    """
    found: int | None = None  # games that were there at the beginning
    first: tuple[float, int] | None = None  # the time when the first new games were done, and all

    def left(done: int, games: int) -> float | None:
        nonlocal found, first
        now = time.monotonic()
        found = done if found is None else found
        if done >= games:
            return 0.0
        if done == found:
            return None
        if first is None:
            first = now, done
        start, before = first
        return (now - start) / (done - before) * (games - done) if done > before else None

    return left
