"""Progress of a solution: the stage, how much of it is done, and about how long it takes."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

STATES, LAYERS, VALUES = "states", "layers", "values"
# The first sweeps of a layer close its gap slowly; there is no estimate before it is this small.
_CLOSING = 0.1
# Seconds between two lines.
_PAUSE = 10.0


class Progress(NamedTuple):
    """Where a solution is. The stages are "states", "layers" and "values", in this order."""

    stage: str
    done: int  # states, of the stage
    of: int  # the states known, which grow while they are being found
    gap: float  # between the bounds of the layer at work; 1 before the first sweep
    seconds_left: float | None  # of the stage, estimated; None while there is no estimate


Listener = Callable[[Progress], object]


class Rate:
    """An estimate of the time left in a stage whose states take about the same time each."""

    def __init__(self) -> None:
        self._began: float | None = None

    def left(self, done: int, expected: float) -> float | None:
        """Return the seconds left, estimated from the time that the states done have taken."""
        now = time.monotonic()
        if self._began is None:
            self._began = now
        if not done or now == self._began:
            return None
        return (now - self._began) / done * max(0.0, expected - done)


class Clock:
    """An estimate of the time left in the stage of the values."""

    def __init__(self, goal: float) -> None:
        self._goal = goal
        self._layer, self._began = -1, time.monotonic()

    def left(self, layer: int, gap: float, states: int, later: int) -> float | None:
        """Return the seconds left, estimated from how quickly the gap of this layer closes.

        The layer has so many `states`, and so many are in `later` layers, which are assumed to need
        as many sweeps.
        """
        now = time.monotonic()
        if layer != self._layer:
            self._layer, self._began = layer, now
        if not 0 < gap < _CLOSING:
            return None
        pace = (now - self._began) / math.log(1 / gap)
        whole = pace * math.log(1 / self._goal)
        return pace * math.log(max(1.0, gap / self._goal)) + whole * later / states


def lines_to_stderr() -> Listener:
    """Return a listener that writes a line to stderr every few seconds."""
    last = time.monotonic()

    def listen(progress: Progress) -> None:
        nonlocal last
        if time.monotonic() - last < _PAUSE:
            return
        last = time.monotonic()
        said = {
            STATES: f"{progress.done:,} of {progress.of:,} states found so far are expanded",
            LAYERS: f"{progress.done:,} of {progress.of:,} states are in layers",
            VALUES: f"{progress.done:,} of {progress.of:,} states are done, "
            f"bounds {progress.gap:.1e} apart",
        }[progress.stage]
        left = progress.seconds_left
        more = "" if left is None else f", about {left:,.0f} s left"
        print(f"ludo-env: {said}{more}", file=sys.stderr)

    return listen
