"""Who attacks: the winner of a toss chooses, or the toss says, or it is fixed.

Clauses: D-10 to D-12.
"""

from __future__ import annotations

from typing import Any

from ludo_env._engine.family import TOSS
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.grid.board import ATTACKER, NOWHERE, Tables
from ludo_env._families.grid.questions import BEGINS, GOES_ON, TOSS_STAGE
from ludo_env._families.grid.state import GridState

PLAYERS = 2
NEWS = {"attacker": "attacker"}  # who attacks; -1 before it is known


@rule(clauses="D-10 D-11 D-12", facts={"toss": True, "news": NEWS}, role="opening")
def roles_by_choice(board: Tables) -> Hooks:
    """The winner of a toss chooses a role, and the Attacker begins."""

    def setup(s: GridState) -> None:
        toss(s)

    def drawn(s: GridState, outcome: int) -> int:
        if s.attacker != NOWHERE:
            return NO_OPINION
        s.seat = outcome
        return GOES_ON

    def says(s: GridState, word: int) -> Any:
        return s.attacker == NOWHERE

    def said(s: GridState, word: int) -> int:
        s.attacker = s.seat if word == ATTACKER else 1 - s.seat
        return BEGINS

    return hooks(setup=setup, drawn=drawn, says=says, said=said)


@rule(clauses="D-10", facts={"news": NEWS}, role="opening")
def roles_by_lot(board: Tables) -> Hooks:
    """A toss decides who attacks, and the Attacker begins."""

    def setup(s: GridState) -> None:
        toss(s)

    def drawn(s: GridState, outcome: int) -> int:
        if s.attacker != NOWHERE:
            return NO_OPINION
        s.attacker = outcome
        return BEGINS

    return hooks(setup=setup, drawn=drawn)


@rule(clauses="D-10", facts={"news": NEWS}, role="opening")
def roles_fixed(board: Tables) -> Hooks:
    """The first player attacks, and begins."""

    def setup(s: GridState) -> None:
        s.attacker = 0

    return hooks(setup=setup)


def toss(s: GridState) -> None:
    """Ask for a lot between the players, before anybody has a role."""
    s.attacker = NOWHERE
    s.stage = TOSS_STAGE
    s.phase = TOSS
    s.sides = PLAYERS
