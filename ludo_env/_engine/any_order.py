"""Functions whose sums may be added up in any order."""

from __future__ import annotations

from ludo_env._engine.rule import Hook


def any_order(function: Hook) -> Hook:
    """Let the compiler add up the sums of a function in any order, several terms at a time.

    Plain Python adds them up from the first to the last: results differ by rounding.
    """
    function.any_order = True  # type: ignore[attr-defined]
    return function


def is_any_order(function: Hook) -> bool:
    """Return whether the sums of a function may be added up in any order."""
    return getattr(function, "any_order", False) is True
