"""Attackers hit the General by ending their move on it; a number of hits win.

Clauses: D-25, D-30, D-32, D-33, D-50.
"""

from __future__ import annotations

from typing import Any

from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.overlay import HIT, Mark, Marks
from ludo_env._engine.rule import Hooks, field, hooks, rule
from ludo_env._families.grid.board import ATTACKER, Tables
from ludo_env._families.grid.questions import ENDS, HITS
from ludo_env._families.grid.state import HitState


@rule(
    clauses="D-25 D-30 D-32 D-33 D-50",
    fields=(field("hits", high=HITS, observe="levels", shown=HITS - 1, key="hits"),),
    wants="an attack on the General",
)
def attack_general(board: Tables) -> Hooks:
    """Only an Attacker ends a move on the General: a hit, which uses the unit up; three win."""
    general = board.general

    def may_land(s: HitState, role: int, cell: int) -> bool:
        return role == ATTACKER or not general[cell]

    def spends(s: HitState, role: int, cell: int) -> Any:
        return general[cell] != 0

    def react(s: HitState, verdict: int, role: int, source: int, cell: int) -> int:
        if general[cell] and verdict == ENDS:  # no unit of the other side is there
            s.hits += 1
        return verdict

    def over(s: HitState) -> int:
        return ATTACKER if s.hits >= HITS else NO_OPINION

    def overlay(s: HitState, marks: Marks) -> Marks:
        """Show how often the General was hit."""
        return (*marks, Mark(HIT, s.hits, HITS))

    return hooks(may_land=may_land, spends=spends, react=react, over=over, overlay=overlay)
