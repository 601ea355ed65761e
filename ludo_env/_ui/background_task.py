"""Something that may take long, worked out beside the window that goes on drawing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Thought(Generic[T]):
    """A call on a thread of its own; its answer, or its error, is there when it is `done`.

    Nobody can stop it: one that is not wanted any more runs on to its end, unheard.
    """

    def __init__(self, call: Callable[[], T]) -> None:
        self._answers: list[T] = []
        self._error: BaseException | None = None
        self._call = call
        # Nobody waits for it at the end of the program.
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def done(self) -> bool:
        """Has it come to its end?"""
        return not self._thread.is_alive()

    def wait(self, seconds: float) -> bool:
        """Waits so long at most; has it come to its end?"""
        self._thread.join(seconds)
        return self.done

    @property
    def answer(self) -> T:
        """What the call has returned; its error is raised here."""
        if self._error is not None:
            raise self._error
        return self._answers[0]

    def _run(self) -> None:
        try:
            self._answers.append(self._call())
        except BaseException as error:  # noqa: BLE001  (raised where the answer is asked for)
            self._error = error
