"""The choice between one thread and several: by what a step of a batch took either way, lately.

Both ways play the same games, so nothing but time depends on the choice. The other way is tried now
and then for a few steps; the less often, the longer the choice has stood.
"""

from __future__ import annotations

from statistics import median

_TRIAL = 3  # steps of each way; their median counts, as one may be interrupted
_SOON, _LATE = 300, 4800  # steps from one trial to the next: at first, and at most
_GAIN = 0.95  # the other way is taken if its steps take so much of the time
# Seconds of a step that no other thread can make shorter: waiting for it takes a few microseconds.
_SHORT = 5e-6


class ThreadChoice:
    """Whether the next step is shared between threads: `shared`, which `note` may change.

    `settled` says that it never will be.
    """

    def __init__(self) -> None:
        self.shared = self.settled = False
        self.measuring = True  # are the next steps to be noted?
        self._left = 0  # steps until the next trial
        self._interval = _SOON
        self._preferred = False
        self._times: list[float] = []
        self._standing = 0.0  # what a step of the preferred way takes

    def skip(self) -> None:
        """Count a step that is not measured."""
        self._left -= 1
        self.measuring = self._left <= 0

    def note(self, seconds: float) -> None:
        """Note what a step took."""
        self._times.append(seconds)
        if len(self._times) < _TRIAL:
            return
        taken, self._times = median(self._times), []
        if self.shared == self._preferred:
            self._standing = taken
            self.settled = taken < _SHORT and not self.shared
            self.shared = not self._preferred and not self.settled
            return
        if taken < _GAIN * self._standing:
            self._preferred, self._interval = self.shared, _SOON
        else:
            self._interval = min(2 * self._interval, _LATE)
        self._rest()

    def _rest(self) -> None:
        self.shared, self.measuring, self._left = self._preferred, False, self._interval
