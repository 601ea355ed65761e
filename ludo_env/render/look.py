"""How a game is looked at: by whom, after what, and what is pointed out."""

from __future__ import annotations

from dataclasses import dataclass

from ludo_env.core.state import Record


@dataclass(frozen=True, eq=False)
class Look:
    """What a picture shows besides the state itself."""

    viewer: int | None = None  # whose hand is seen; None: everybody's
    before: Record | None = None  # the state before the last move, which is drawn as a trail
    sources: tuple[str, ...] = ()  # keys of what can be played
    chosen: str = ""  # the one of them that was chosen
    targets: tuple[str, ...] = ()  # keys of spots where moves end
    captures: tuple[str, ...] = ()  # keys of pieces or cells that a move captures
    symbols: bool = False  # whether colours have signs


PLAINLY = Look()
