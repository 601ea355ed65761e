"""Events: changes of a game, numbered from one, and the terms with which it began."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from ludo_env._engine.spec import Spec
from ludo_env._web.seat import Seat


class Event(NamedTuple):
    """A change of a room."""

    number: int
    # "start", "move", "throw", "undo", "seat", "analysis", "clock", "time" or "rematch"
    kind: str
    seat: int  # the seat that caused it; of "seat" the one that changes; -1 for none
    value: Any = None  # plain data
    at: float = 0.0  # seconds since 1970
    words: str = ""  # a move in words, for the log of the game


@dataclass
class Terms:
    """Everything that is fixed when a game begins."""

    id: str
    spec: Spec
    seed: int
    seats: list[Seat]
    host: str  # the token of the host
    watch: str  # the token of spectators
    before: str = ""  # the id of the game of which this is the rematch
    made: float = field(default_factory=time.time)


Keep: TypeAlias = Callable[[Event], None]
