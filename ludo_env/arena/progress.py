"""Progress of a run: a bar with the remaining time if `rich` is installed, else lines of text.

It goes to stderr, so that stdout contains only the table.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Tell = Callable[[int, int], None]
# Seconds between two lines of plain text.
_PAUSE = 5.0
# Seconds over which the bar measures its speed.
_MEMORY = 3600.0


@contextmanager
def progress_of(progress: bool | Tell, coloured: bool = True) -> Iterator[Tell]:
    """Yield the function to call with (done, of) as the games finish."""
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
    # rich also counts from the first finished games; slow agents need longer than its default 30 s.
    with Progress(
        "games", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console,
        speed_estimate_period=_MEMORY,
    ) as shown:  # fmt: skip
        task = shown.add_task("games", total=None)
        yield lambda done, games: shown.update(task, completed=done, total=games)


def lines_to_stderr() -> Tell:
    """Return a function that writes a line of text every few seconds and one at the end."""
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
    """Return a function that estimates the remaining seconds; None while they are unknown.

    The clock starts when the first games are done. The time before that, in which games are read
    from a file, code is compiled and agents are prepared, says nothing about the speed.
    """
    found: int | None = None  # games that were already finished at the beginning
    first: tuple[float, int] | None = None  # when the first new games were done, and how many

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
