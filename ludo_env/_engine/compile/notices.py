"""Notices: one line on stderr before something slow, or when something is wrong."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator

_SAID: set[str] = set()
_STEPS = (1, 2, 5, 10, 20, 30, 60, 120)


def say(text: str, end: str = "\n") -> None:
    """Write a line to stderr; ignore a failure to do so."""
    if sys.stderr is None:  # a program without a console
        return
    with contextlib.suppress(OSError, ValueError):
        print(text, end=end, file=sys.stderr, flush=True)


def say_once(text: str) -> None:
    """Write a line once in the life of the process."""
    if text not in _SAID:
        _SAID.add(text)
        say(text)


@contextlib.contextmanager
def announced(line: str) -> Iterator[None]:
    """Announce what begins; on a terminal, complete the same line with the time it took."""
    on_terminal = sys.stderr is not None and sys.stderr.isatty()
    say(f"{line} ...", end="" if on_terminal else "\n")
    start = time.perf_counter()
    ending = " stopped."
    try:
        yield
        ending = f" done in {time.perf_counter() - start:.1f} s."
    finally:
        if on_terminal:
            say(ending)


def about(seconds: float) -> str:
    """Return a duration in words, rounded to a few steps."""
    return f"about {min(_STEPS, key=lambda step: abs(step / seconds - seconds / step))} s"
