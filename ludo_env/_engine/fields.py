"""Fields: the numbers that a game remembers, declared by its family and by its rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludo_env._engine.composition.field_check import check_field


@dataclass(frozen=True)
class Field:
    """A number, or one number per player, piece, cell or die, that a game remembers."""

    name: str
    per: str = "game"
    high: int = 1
    low: int = 0
    start: int = 0
    # It is used as an index: stored unsigned, so that a compiler knows that it is never negative.
    index: bool = False
    # How a learner sees it: "value" (scaled by high), "onehot" (nothing for 0), "levels" (one-hot,
    # 0 included), "player" (the place, counted from the viewer, of the player it names; 0 for
    # nobody), or "" for not at all.
    observe: str = ""
    # The highest value that a learner sees; 0 for `high`.
    shown: int = 0
    # Seen only by the player to act; others see zeros.
    actor_only: bool = False
    # If kept per player, each player sees only their own.
    private: bool = False
    # A flag that opens a way: the check whether home can be reached assumes that it is set.
    opens: bool = False
    # Its key in a position text ("" for none) and how it is written: "set", "list", "number", or
    # "own": which pieces of the seat to act; "roles": the letters of the roles; "cards": a hand of
    # cards for each player, of which it counts the kinds.
    key: str = ""
    text: str = "number"
    # A position text gives it without a key of its own, among the dice or the pieces.
    written: bool = False
    # Its numbers name players.
    player: bool = False
    # Its numbers mostly grow during a game.
    grows: bool = False
    # It follows from the other fields: `derive` of the machine writes it.
    derived: bool = False

    def __post_init__(self) -> None:
        """Refuse an invalid field."""
        check_field(self)


def field(name: str, per: str = "game", **more: Any) -> Field:
    """Declare a number that a rule remembers: ``field("has_captured", per="player")``.

    per: "game" (one number, `s.name`), or "player", "piece", "cell", "die" (`s.name[index]`).
    high, low, start: its range, 0..1 by default, and its value when a game begins.
    observe: how a learner sees it: "value", "onehot", "levels", "player"; "" for not at all.
    key: its name in a position text, "" for none; text: how it is written there, "number" for
        one per game, else "list", or "set" for flags (see `Field` for all words).
    opens: it is a flag that opens the way home.
    """
    return Field(name, per, **more)
