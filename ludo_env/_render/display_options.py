"""Display options of a picture: the viewer, the last move, and highlights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludo_env._engine.effects import Effects
from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._render.keys import Key


@dataclass(frozen=True, eq=False)
class Look:
    """Display options: what a picture shows besides the state itself."""

    viewer: int | None = None  # whose hand is shown; None: all hands
    done: Effects | None = None  # the last effects, drawn as a trail
    before: Record | None = None  # the previous state, used if `done` is missing
    sources: tuple[Key, ...] = ()  # playable items
    chosen: Key | None = None  # the chosen item
    targets: tuple[Key, ...] = ()  # spots where moves end
    captures: tuple[Key, ...] = ()  # pieces or cells that a move captures
    symbols: bool = False  # whether colours have signs


PLAINLY = Look()


def last_done(game: Game, record: Record, look: Look) -> Any:
    """Return the last `Effects`; None if they are unknown."""
    if look.done is None and look.before is not None:
        return game.effects_between(look.before, record)
    return look.done
