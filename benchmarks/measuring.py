"""Measuring lanes: the contestants of a lane take turns, in one checkout or in two.

Each checkout has its own process, `python measuring.py`, which imports the library from there and
reads and writes lines of JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from ludo_env.testing.rates import Contestant

# What a lane's contestants do in one turn, each as often as it takes.
_FOLDER = Path(__file__).parent


class Checkout:
    """A process that measures the lanes of one checkout, turn by turn."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._process = subprocess.Popen(
            [sys.executable, str(_FOLDER / "measuring.py")],
            env=os.environ | {"PYTHONPATH": str(path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Checkout:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        if error is not None:
            self._process.kill()
        self._process.wait()

    def prepare(self, lane: str, seconds: float) -> list[str]:
        """Make the contestants of a lane, and determine how much they do in a turn."""
        found: list[str] = self._ask("prepare", lane, seconds)
        return found

    def turn(self, contestant: str) -> float:
        """Let a contestant take a turn; return its rate."""
        rate: float = self._ask("turn", contestant)
        return rate

    def _ask(self, *call: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(call) + "\n")
        self._process.stdin.flush()
        while line := self._process.stdout.readline():
            if line.startswith(_ANSWER):
                return json.loads(line.removeprefix(_ANSWER))
            print(line, end="")
        raise SystemExit(f"The process that measures {self.path} has ended.")


def measured(
    checkouts: Sequence[Checkout], lane: str, rounds: int, seconds: float
) -> list[dict[str, float]]:
    """Return the best rate of each contestant, by checkout; all take turns."""
    turns = [
        (number, name)
        for number, checkout in enumerate(checkouts)
        for name in checkout.prepare(lane, seconds)
    ]
    best: list[dict[str, float]] = [{} for _ in checkouts]
    for _ in range(rounds):
        for number, name in turns:
            rate = checkouts[number].turn(name)
            best[number][name] = max(best[number].get(name, 0.0), rate)
    return best


_ANSWER = "answer: "


def main() -> None:
    """Measure what the input lines request."""
    from lanes import all_lanes

    lanes = {lane.name: lane for lane in all_lanes()}
    contestants: dict[str, Contestant] = {}
    amounts: dict[str, int] = {}
    clock = next(iter(lanes.values())).clock
    for line in sys.stdin:
        what, *given = json.loads(line)
        answer: Any
        if what == "prepare":
            name, seconds = given
            lane = lanes[name]
            clock = lane.clock
            contestants.clear()  # before others are made, as large batches take much memory
            contestants.update(lane.contestants())
            amounts = {name: _amount(run, seconds, clock) for name, run in contestants.items()}
            answer = list(contestants)
        else:
            (name,) = given
            start = clock()
            done = contestants[name](amounts[name])
            answer = done / (clock() - start)
        print(f"{_ANSWER}{json.dumps(answer)}", flush=True)


def _amount(run: Contestant, seconds: float, clock: Any) -> int:
    """Return the amount for which one turn takes about this long; also warm up.

    `ludo_env.testing.rates` does the same; the checkout that is measured here may not have it.
    """
    amount, spent = 1, 0.0
    while spent < seconds / 4:
        amount *= 4
        start = clock()
        run(amount)
        spent = clock() - start
    return max(1, int(amount * seconds / spent))


if __name__ == "__main__":
    main()
