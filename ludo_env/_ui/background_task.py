"""A background task: a call on its own thread while the window continues to draw."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class BackgroundTask(Generic[T]):
    """A call on its own thread; its answer, or its error, is available when it is `done`.

    It cannot be stopped: a task that is no longer needed runs to its end and is ignored.
    """

    def __init__(self, call: Callable[[], T]) -> None:
        self._answers: list[T] = []
        self._error: BaseException | None = None
        self._call = call
        # A daemon, so that the program does not wait for it at its end.
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def done(self) -> bool:
        """Return whether the call has finished."""
        return not self._thread.is_alive()

    def wait(self, seconds: float) -> bool:
        """Wait at most this long; return whether the call has finished."""
        self._thread.join(seconds)
        return self.done

    @property
    def answer(self) -> T:
        """Return the result of the call, or raise its error."""
        if self._error is not None:
            raise self._error
        return self._answers[0]

    def _run(self) -> None:
        try:
            self._answers.append(self._call())
        except BaseException as error:  # noqa: BLE001  (raised where the answer is asked for)
            self._error = error
