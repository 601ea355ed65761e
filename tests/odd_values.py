"""Odd values for public calls, and checks of refusals."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from ludo_env import LudoError, OrderError

# The highest length of a refusal, which is one line.
LONGEST = 500


class Hostile:
    """An object whose methods all raise errors."""

    def __repr__(self):
        raise RuntimeError("no repr")

    def __index__(self):
        raise OverflowError("no index")

    def __eq__(self, other):
        raise RuntimeError("no comparison")

    def __hash__(self):
        raise RuntimeError("no hash")


class LongWord(str):
    """A text with a useless repr."""

    __slots__ = ()

    def __repr__(self):
        return "\n" * 10_000


class Liar:
    """An object that claims to be a number that is far too large."""

    def __index__(self):
        return 10**40


VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, 3, 4, 5, 7, -1, -5, 10**3, 10**9, 2**31, 2**63 - 1, 2**63, 2**64,
    10**30, -(10**30), 10**5000, 0.0, 1.0, -1.0, 0.5, 1e308, float("nan"), float("inf"), 1j,
    "", "no", "yes", "false", "true", "0", "1", "raise", "random", "x" * 10_000, "a\nb", "\x00",
    "\x1b[31m", "\ud800", LongWord("fixed"), b"", b"fixed", bytearray(b"x"), [], [0], [1, 2],
    [None],
    [[0], [1, 2]], [10**30], list(range(5000)), (), (0, 1), (0, 2), (640, 480), (0, 0), (10**9, 1),
    {}, {"a": 1}, {0}, set(), frozenset({0, 1}), range(3), object(), object, len, Hostile(), Liar(),
    [Hostile()], np.int64(1), np.int8(-1), np.uint64(2**64 - 1), np.float64(1.0), np.bool_(True),
    np.array(0), np.array([0, 1]), np.array([[1]]), np.zeros(0), np.array(["x"]), np.array([None]),
    np.str_("fixed"), np.nan, Ellipsis, slice(None), memoryview(b"x"),
)  # fmt: skip


def picked(rng: random.Random) -> Any:
    """One of the odd values, or a whole number of any size."""
    return rng.choice(VALUES) if rng.random() < 0.9 else rng.randint(-(2**70), 2**70)


def refusal(call: Any, *arguments: Any, **keywords: Any) -> Any:
    """Make a call; return its result or its refusal, which must be one short line."""
    refused: Any
    try:
        return call(*arguments, **keywords)
    except (LudoError, OrderError, TypeError) as error:
        refused = error
    text = str(refused)
    assert "\n" not in text, text[:LONGEST]
    assert 0 < len(text) < LONGEST, text
    return refused


def is_refused(result: Any) -> bool:
    """Return whether the call was refused."""
    return isinstance(result, (LudoError, OrderError, TypeError))
