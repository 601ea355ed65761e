"""One call at a time: an environment refuses a call that comes in while another is running."""

from __future__ import annotations

from types import TracebackType

from ludo_env.core.errors import OrderError


class Turnstile:
    """Let one call in at a time, from whatever thread; the next one is refused, not delayed.

    There is one token; taking it out of a list is atomic, and half as expensive as a lock. What is
    called at every step takes `enter` and `leave` directly; everything else uses `with`.
    """

    def __init__(self) -> None:
        token = [None]
        self.enter = token.pop  # an IndexError means that somebody is inside
        self.leave = token.append

    def __reduce__(self) -> tuple[type[Turnstile], tuple[()]]:
        """A copy of an environment has a turnstile of its own, and nobody is inside."""
        return Turnstile, ()

    def __enter__(self) -> None:
        try:
            self.enter()
        except IndexError:
            raise busy() from None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.leave(None)


def busy() -> OrderError:
    """Return the error for a call that comes in while another one is inside."""
    return OrderError(
        "Another call on this environment is still running; give each thread its own, or wait."
    )
