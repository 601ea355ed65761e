"""A time limit for a call, in the process that makes it.

An alarm of the operating system stops Python code, even while it sleeps or waits, but only in the
main thread, and only where there are such alarms (not on Windows). Compiled code runs until it
returns. A call that no alarm has stopped is noticed when it returns; a worker process that does not
even return is killed from outside (`processes`).
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class TimeUpError(BaseException):
    """The time is up; not an Exception, which agents may catch."""


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Raise `TimeUpError` in the block when it takes longer, where that can be done."""
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
    """Return whether there is an alarm, and it is free."""
    if not hasattr(signal, "setitimer") or not hasattr(signal, "SIGALRM"):
        return False
    if threading.current_thread() is not threading.main_thread():
        return False
    # A handler that was set in C cannot be put back.
    replaceable = signal.getsignal(signal.SIGALRM) is not None
    return replaceable and signal.getitimer(signal.ITIMER_REAL)[0] == 0


def _time_up(*_: Any) -> None:
    raise TimeUpError
