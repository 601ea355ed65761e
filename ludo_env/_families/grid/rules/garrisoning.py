"""Once a game, with a six, a unit of a garrison goes anywhere.  Clauses: D-40 to D-42, D-45, D-61.

Two choices of the same player: which unit, and where to. The first cannot be taken back.
"""

from __future__ import annotations

from typing import Any, Protocol

from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.overlay import NOTE, Mark, Marks
from ludo_env._engine.rule import Hooks, field, hooks, rule
from ludo_env._families.grid.board import EMPTY, Tables
from ludo_env._families.grid.questions import ENDS, GARRISON_STAGE, GOES_ON
from ludo_env._families.grid.state import GridState, Numbers
from ludo_env._families.grid.units import put, role_of

SIX = 6


class GarrisonState(GridState, Protocol):
    """A grid game with this rule: the roles that may still garrison."""

    may_garrison: Numbers


@rule(
    clauses="D-40 D-41 D-42 D-45 D-61",
    fields=(
        field("may_garrison", per="role", start=1, observe="value", key="garrison", text="roles"),
    ),
    wants="a six, and a unit in an own garrison",
)
def garrisoning(board: Tables) -> Hooks:
    """Once, with a six, a unit in an own garrison may go to any free cell outside garrisons."""
    general, ground = board.general, board.ground

    def musters(s: GarrisonState, role: int) -> Any:
        return s.die == SIX and s.may_garrison[role] != 0

    def sources(s: GarrisonState, role: int, cell: int) -> Any:
        return ground[cell] == role + 1

    def sourced(s: GarrisonState, cell: int) -> int:
        s.stage = GARRISON_STAGE
        s.source = cell
        return GOES_ON

    def aims(s: GarrisonState, role: int) -> Any:
        return s.stage == GARRISON_STAGE

    def targets(s: GarrisonState, role: int, cell: int) -> Any:
        free = s.board[cell] == EMPTY and ground[cell] == EMPTY and general[cell] == 0
        return s.stage == GARRISON_STAGE and free

    def targeted(s: GarrisonState, cell: int) -> int:
        if s.stage != GARRISON_STAGE:
            return NO_OPINION
        role = role_of(s, s.seat)
        put(s, s.source, EMPTY)
        put(s, cell, role + 1)
        s.may_garrison[role] = 0
        return ENDS

    def overlay(s: GarrisonState, marks: Marks) -> Marks:
        """Show which roles may still garrison."""
        able = [role for role, flag in enumerate(s.may_garrison) if flag]
        return (*marks, *[Mark(NOTE, role, words="garrison") for role in able])

    return hooks(
        musters=musters,
        sources=sources,
        sourced=sourced,
        aims=aims,
        targets=targets,
        targeted=targeted,
        overlay=overlay,
    )
