"""Surveying: the moves of a colour, listed by code that has no branch for each piece.

A processor often predicts wrongly whether a piece is in the yard, home or shut in. So each piece is
first treated as if it were on the board. This works for games in which pieces can stride, and
nothing but its place decides whether a piece can be moved.
"""

from __future__ import annotations

from typing import Any

from ludo_env._engine.folding import is_unanswered
from ludo_env._engine.rule import Hook
from ludo_env._families.track.actions import Numbers
from ludo_env._families.track.facts import RaceFacts
from ludo_env._families.track.landing import Landings
from ludo_env._families.track.laws import Laws
from ludo_env._families.track.squares import seen_from_entry, shut_by
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.striding import adding, can_stride, meeting, passing_home, ways
from ludo_env._families.track.tables import NOWHERE, YARD, Tables


def can_survey(board: Tables, laws: Laws, facts: RaceFacts, numbers: Numbers) -> bool:
    """Return whether the moves of a game can be listed in this way."""
    own = numbers.movers == board.pieces and not numbers.by_piece
    questions = (laws.may_move, laws.may_use, laws.held, laws.leads, laws.carried)
    silent = all(is_unanswered(law) for law in questions)
    shut = shut_by(laws.may_pass)
    one_set = shut is not None and shut_by(laws.may_land) is shut and is_unanswered(laws.halts)
    return own and silent and one_set and can_stride(board, laws, facts)


def surveying(
    board: Tables, laws: Laws, numbers: Numbers, landings: Landings, pips: Hook, put: Hook
) -> Hook:
    """Return mark(s, mask, notes, choices, colour) -> count: list the moves of a colour."""
    shut = shut_by(laws.may_pass)
    assert shut is not None
    pieces, finish, uses, leave = board.pieces, board.finish, laws.uses, landings.leave
    way_of, come_home = ways(laws), _coming_home(board, laws)
    ahead, met, seen = adding(board), meeting(board), seen_from_entry(board)

    def mark(s: RaceState, mask: Any, notes: Any, choices: Any, colour: int) -> int:
        """Mark every use with every piece, in the order of the action numbers."""
        count, first = 0, colour * pieces
        for use in range(uses(s)):
            steps = pips(s, use)
            if steps <= 0:
                continue
            way, squares = way_of(s, colour, use), seen(colour, shut(s, use))
            entered = leave(s, colour, first, use, steps)  # the same for each piece in the yard
            for index in range(pieces):
                here = s.progress[first + index]
                place = max(here, 0)
                target = ahead(way, place, steps)
                if target > finish:
                    target = come_home(s, colour, place, target - finish)
                target = target if met(squares, way, place, steps) == 0 else NOWHERE
                target = entered if here <= YARD else target
                target = target if here != finish else NOWHERE
                count = put(mask, notes, choices, count, use * pieces + index, target)
        return count

    return mark


def _coming_home(board: Tables, laws: Laws) -> Hook:
    """Return come_home(s, colour, here, excess): the end of a move by too large a number."""
    cell, ring, may_land, pass_home = (
        board.cell,
        board.ring,
        laws.may_land,
        passing_home(board, laws),
    )

    def come_home(s: RaceState, colour: int, here: int, excess: int) -> Any:
        there = pass_home(s, colour, here, excess)
        if 0 <= there < ring and not may_land(s, colour, cell[colour, there]):
            return NOWHERE  # a rule has sent it back to the ring
        return there

    return come_home
