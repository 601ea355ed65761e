"""Events: changes of a game, numbered from one, and what a game was begun with."""

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
    seat: int  # who caused it; of "seat" the seat that changes
    value: Any = None  # plain data
    at: float = 0.0  # seconds since 1970
    words: str = ""  # of a move, as the log of the game has it


@dataclass
class Terms:
    """What a game was begun with."""

    id: str
    spec: Spec
    seed: int
    seats: list[Seat]
    host: str  # the token of the host
    watch: str  # the token of spectators
    before: str = ""  # the game of which this is the rematch
    made: float = field(default_factory=time.time)


Keep: TypeAlias = Callable[[Event], None]
