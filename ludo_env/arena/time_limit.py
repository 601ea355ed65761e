"""A time limit for a call, in the process that makes it.

An alarm of the operating system stops Python code, even while it sleeps or waits, but only in the
main thread and not on Windows. Compiled code runs until it returns. If no alarm stops a call, the
caller checks the time afterwards. The parent kills a worker that does not return (`processes`).
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class TimeUpError(BaseException):
    """Raised when the time is up; not an Exception, as agents may catch those."""


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Raise `TimeUpError` in the block if it takes longer, where an alarm is available."""
    if seconds is None or not _has_alarm():
        yield
        return
    before = signal.signal(signal.SIGALRM, _time_up)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.signal(signal.SIGALRM, before)


def _has_alarm() -> bool:
    """Return whether there is an alarm that is not in use."""
    if not hasattr(signal, "setitimer") or not hasattr(signal, "SIGALRM"):
        return False
    if threading.current_thread() is not threading.main_thread():
        return False
    # A handler that was set in C could not be restored.
    replaceable = signal.getsignal(signal.SIGALRM) is not None
    return replaceable and signal.getitimer(signal.ITIMER_REAL)[0] == 0


def _time_up(*_: Any) -> None:
    raise TimeUpError
