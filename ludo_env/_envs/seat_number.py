"""The seat of a learner, as a keyword."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.arguments import is_one_of, is_whole
from ludo_env._engine.errors import LudoError, quoted


def checked_seat(seat: Any, players: int) -> Any:
    """Return the requested seat, if it exists."""
    if not is_one_of(seat, ("random",)) and not is_whole(seat, 0, players - 1):
        raise LudoError(f'seat is "random" or a number in 0..{players - 1}, not {quoted(seat)}.')
    return seat
