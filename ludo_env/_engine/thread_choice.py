"""The choice between one thread and several, by the recent times of a batch's steps.

Both ways play the same games, so the choice affects only time. The other way is tried now and then
for a few steps, less often the longer the choice has stood.
"""

from __future__ import annotations

from statistics import median

_TRIAL = 3  # steps of each way; their median counts, as one may be interrupted
_SOON, _LATE = 300, 4800  # steps from one trial to the next: at first, and at most
_GAIN = 0.95  # the other way is taken if its steps take less than this share of the time
# Seconds of a step that no other thread can make shorter: waiting for it takes a few microseconds.
_SHORT = 5e-6


class ThreadChoice:
    """Whether the next step is shared between threads: `shared`, which `note` may change.

    `settled` says that it never will be shared.
    """

    def __init__(self) -> None:
        self.shared = self.settled = False
        self.measuring = True  # are the next steps to be noted?
        self._left = 0  # steps until the next trial
        self._interval = _SOON
        self._preferred = False
        self._times: list[float] = []
        self._standing = 0.0  # seconds that a step of the preferred way takes

    def skip(self) -> None:
        """Count a step that is not measured."""
        self._left -= 1
        self.measuring = self._left <= 0

    def note(self, seconds: float) -> None:
        """Note how long a step took."""
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
