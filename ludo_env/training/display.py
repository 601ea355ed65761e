"""The display of a training run: a bar and its curve if `rich` is there, otherwise lines of text.

It goes to stderr, so that stdout has only what a command prints at its end.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ludo_env.training.curve import Point
from ludo_env.training.run import Watch

_BARS = "▁▂▃▄▅▆▇█"
_MOST = 60  # points of a curve that are shown


@contextmanager
def display(shown: bool, coloured: bool = True) -> Iterator[Watch | None]:
    """Yield a function that shows a run round by round, or None if nothing is to be shown."""
    if not shown:
        yield None
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
    except ImportError:
        yield _line
        return
    console = Console(stderr=True, color_system="auto" if coloured else None)
    if not console.is_terminal:
        yield _line
        return
    columns = (
        *(TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[games]} games")),
        *(TimeRemainingColumn(), TextColumn("{task.fields[curve]}")),
    )
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("training", total=1.0, games=0, curve="")
        shares: list[float] = []

        def watch(part: float, games: int, point: Point | None) -> None:
            if point is not None:
                shares.append(point.share.share)
                console.print(str(point), highlight=False)
            progress.update(task, completed=min(part, 1.0), games=games, curve=sparks(shares))

        yield watch


def sparks(shares: Sequence[float]) -> str:
    """Return a curve as a word of bars, from the lowest to the highest share."""
    if not shares:
        return ""
    low, high = min(shares), max(shares)
    width = max(high - low, 1e-9)
    last = len(_BARS) - 1
    return "".join(_BARS[round((share - low) / width * last)] for share in shares[-_MOST:])


def _line(part: float, games: int, point: Point | None) -> None:
    """Print a measurement as a line."""
    if point is not None:
        print(f"ludo-env: {100 * min(part, 1):3.0f} %, {point}", file=sys.stderr, flush=True)
