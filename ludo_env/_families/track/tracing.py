"""Tracing: walk a played move again, with the effects on pieces that it passes."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hook
from ludo_env._families.track.facts import RaceFacts
from ludo_env._families.track.laws import Laws
from ludo_env._families.track.owners import owning
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.stepping import choosing, stepping
from ludo_env._families.track.tables import HOMEWARD, YARD, Tables


def tracing(board: Tables, laws: Laws, facts: RaceFacts, pips: Hook) -> Hook:
    """Return trace(s, hits, piece, use, branch) -> hits: walk a move with its effects."""
    cell, owner = board.cell, owning(board)
    onward, chosen = stepping(board, laws, facts), choosing(board)
    enters, leads, which_way = laws.enters, laws.leads, laws.way
    halts, passes = laws.halts, laws.passes

    def trace(s: RaceState, hits: int, piece: int, use: int, branch: int) -> Any:
        """Walk a move cell by cell, with the effects on pieces that it passes."""
        colour = owner(s, piece)
        here, left, choice = s.progress[piece], pips(s, use), branch
        if here <= YARD:
            left -= enters(s, colour, use, left)
            here = 0
            if left == 0 or halts(s, colour, use, here, cell[colour, here]):
                return hits
            hits = passes(s, hits, colour, piece, cell[colour, here])
        if leads(s, colour, here, left) != NO_OPINION:
            return hits
        way = which_way(s, colour, use)
        if way == NO_OPINION:
            way = HOMEWARD
        while left > 1:
            following = onward(s, colour, way, here, choice)
            choice = chosen(colour, way, here, choice)
            here = following
            if here < 0 or halts(s, colour, use, here, cell[colour, here]):
                return hits
            hits = passes(s, hits, colour, piece, cell[colour, here])
            left -= 1
        return hits

    return trace
