"""One call at a time: an environment refuses a call while another one is running."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from ludo_env._engine.errors import OrderError

Method = TypeVar("Method", bound=Callable[..., Any])


def exclusive(method: Method) -> Method:
    """Allow one call of an object at a time, from any thread; refuse the others.

    The flag `_inside` needs no lock: Python changes threads, and handles Ctrl-C, when a function is
    called or a loop starts again, not between the check of the flag and the `try`. Methods such as
    `step` do the same in their own bodies, which saves a call.
    """

    @wraps(method)
    def alone(self: Any, *arguments: Any, **keywords: Any) -> Any:
        if self._inside:
            raise busy()
        try:
            self._inside = True
            return method(self, *arguments, **keywords)
        finally:
            self._inside = False

    return cast("Method", alone)


def busy() -> OrderError:
    """Return the error for a call that is made while another one is running."""
    return OrderError(
        "Another call on this environment is still running; give each thread its own, or wait."
    )
