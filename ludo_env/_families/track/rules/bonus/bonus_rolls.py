"""Another roll for a six, a capture, or a piece brought home.  Clauses: A-40 to A-43.

These are three short rules; a game can use any of them.
"""

from __future__ import annotations

from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables

# If there are more dice to play, observations and position texts contain the bonus.
EARNS = {"earns": True}


@rule(clauses="A-40 A-43", facts=EARNS, wants="moves of six steps")
def bonus_six(board: Tables) -> Hooks:
    """A player who plays a six rolls again; a six that cannot be played earns nothing."""

    def again(s: RaceState, steps: int, hits: int, arrived: bool) -> bool:
        return steps == 6

    return hooks(again=again)


@rule(clauses="A-41", facts=EARNS, wants="moves that capture")
def bonus_capture(board: Tables) -> Hooks:
    """A player who captures rolls again, once."""

    def again(s: RaceState, steps: int, hits: int, arrived: bool) -> bool:
        return hits > 0

    return hooks(again=again)


@rule(
    clauses="A-42",
    facts=EARNS,
    wants="moves that bring a piece home, and do not earn a roll anyway",
)
def bonus_finish(board: Tables) -> Hooks:
    """A player who brings a piece home rolls again."""

    def again(s: RaceState, steps: int, hits: int, arrived: bool) -> bool:
        return arrived

    return hooks(again=again)
