"""The audit of a grid game: what is wrong with a state that play has reached, if anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludo_env._engine.family import DIE, NOBODY, OVER, TOSS
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.state import Plain, Record
from ludo_env._families.grid.board import ATTACKING, DEFENDING
from ludo_env._families.grid.sets import set_of
from ludo_env._families.grid.units import player_of

if TYPE_CHECKING:
    from ludo_env._engine.game import Game


def audit(game: Game, record: Record) -> str:
    """Return what is wrong with a state: its units, its chance event, or its end."""
    s = game.layout.unpack(record)
    units = [s.board.count(unit) for unit in (ATTACKING, DEFENDING)]
    if s.units != units or s.occupied != _occupied(s):
        return "A rule moved a unit without put(): the counts no longer agree with the board"
    return _chance_complaint(game, s) or _end_complaint(game, s)


def _occupied(s: Plain) -> list[int]:
    """Return the cells of the units of each role as two sets, one after the other."""
    return [
        part
        for unit in (ATTACKING, DEFENDING)
        for part in set_of(cell for cell, held in enumerate(s.board) if held == unit)
    ]


def _chance_complaint(game: Game, s: Plain) -> str:
    """Return what is wrong with the pending chance event: a lot, or the die of a turn."""
    if s.phase == TOSS and not s.sides:
        return "a lot is pending that has no outcomes"
    if s.phase == DIE and (s.sides != len(game.facts.faces) or s.attacker == NOBODY):
        return "a die is pending that this game does not have"
    return ""


def _end_complaint(game: Game, s: Plain) -> str:
    """Return what is wrong with the end: the winner has won by the rules; a draw has no winner."""
    if s.phase != OVER:
        return "" if s.winner == NOBODY else "a player has won, and yet the game is not over"
    role = game.plain.laws.over(s)
    if s.winner != (NOBODY if role == NO_OPINION else player_of(s, role)):
        return "the game is over, and by the rules the winner has not won"
    return ""
