"""Distinguish Ctrl-C from a `KeyboardInterrupt` that some code has raised itself."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def interrupts_noted() -> Iterator[list[int]]:
    """Yield a list that grows with every Ctrl-C inside the block.

    The handler of the program still runs, which raises `KeyboardInterrupt`. Only the main thread
    receives Ctrl-C, so in other threads the list stays empty.
    """
    seen: list[int] = []
    before = signal.getsignal(signal.SIGINT)
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or not callable(before):
        yield seen
        return

    def note(number: int, frame: Any) -> None:
        seen.append(number)
        before(number, frame)

    signal.signal(signal.SIGINT, note)
    try:
        yield seen
    finally:
        if signal.getsignal(signal.SIGINT) is note:  # else the code has set a handler of its own
            signal.signal(signal.SIGINT, before)
