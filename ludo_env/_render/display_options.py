"""How a game is looked at: by whom, after what, and what is pointed out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludo_env._engine.effects import Effects
from ludo_env._engine.game import Game
from ludo_env._engine.state import Record


@dataclass(frozen=True, eq=False)
class Look:
    """What a picture shows besides the state itself."""

    viewer: int | None = None  # whose hand is seen; None: everybody's
    done: Effects | None = None  # what was done last, which is drawn as a trail
    before: Record | None = None  # the state before that, where no more is known
    sources: tuple[str, ...] = ()  # keys of what can be played
    chosen: str = ""  # the one of them that was chosen
    targets: tuple[str, ...] = ()  # keys of spots where moves end
    captures: tuple[str, ...] = ()  # keys of pieces or cells that a move captures
    symbols: bool = False  # whether colours have signs


PLAINLY = Look()


def last_done(game: Game, record: Record, look: Look) -> Any:
    """What was done last, its `Effects`; None if nothing is known of it."""
    if look.done is None and look.before is not None:
        return game.effects_between(look.before, record)
    return look.done
