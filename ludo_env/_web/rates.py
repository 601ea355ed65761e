"""Rate limits: token buckets for each client, in a bounded amount of memory."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from ludo_env._web.refusal import TOO_MANY, Refusal

_MOST_KNOWN = 10_000


class Rate:
    """A limit of requests a second for each name, with `at_once` as the largest burst."""

    def __init__(
        self, each_second: float, at_once: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._each_second, self._at_once, self._clock = each_second, at_once, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # tokens, and when

    def take(self, name: str) -> None:
        """Count a request; refuse it if it exceeds the limit."""
        if not self.allows(name):
            raise Refusal(TOO_MANY, "Too many requests; wait a moment.")

    def allows(self, name: str) -> bool:
        """Count a request; return whether it is within the limit."""
        now = self._clock()
        left, at = self._left.pop(name, (float(self._at_once), now))
        left = min(self._at_once, left + (now - at) * self._each_second)
        allowed = left >= 1
        self._left[name] = (left - allowed, now)
        while len(self._left) > _MOST_KNOWN:
            self._left.popitem(last=False)
        return allowed
