"""A piece that has captured is locked for the rest of the turn.  Clauses: E-14, E-34, E-46."""

from __future__ import annotations

from ludo_env._engine.overlay import LOCKED as BOLTED
from ludo_env._engine.overlay import Mark, Marks
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.captives import LOCKED, LockedState
from ludo_env._families.track.owners import belongings
from ludo_env._families.track.tables import Tables


@rule(
    clauses="E-14 E-34 E-46",
    fields=(LOCKED,),
    after="capture capture_on_entry",
    wants="moves that capture",
)
def lock_after_capture(board: Tables) -> Hooks:
    """A piece that has captured cannot be moved again before the next turn."""
    first, end, _ = belongings(board)

    def react(s: LockedState, hits: int, colour: int, piece: int, cell: int) -> int:
        if hits > 0:
            s.locked[piece] = 1
        return hits

    def may_move(s: LockedState, colour: int, piece: int) -> bool:
        return s.locked[piece] == 0

    def turn_ends(s: LockedState, player: int) -> None:
        for piece in range(first(player), end(player)):
            s.locked[piece] = 0

    def overlay(s: LockedState, marks: Marks) -> Marks:
        """Show a bolt on each locked piece."""
        locked = [piece for piece, flag in enumerate(s.locked) if flag]
        return (*marks, *[Mark(BOLTED, piece) for piece in locked])

    return hooks(react=react, may_move=may_move, turn_ends=turn_ends, overlay=overlay)
