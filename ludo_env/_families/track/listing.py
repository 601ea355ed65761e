"""Listing: every legal move of a colour, in the order of the action numbers."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.rule import Hook
from ludo_env._families.track.actions import Numbers
from ludo_env._families.track.facts import RaceFacts
from ludo_env._families.track.landing import Landings
from ludo_env._families.track.laws import Laws
from ludo_env._families.track.naming import Names
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.stepping import branching
from ludo_env._families.track.surveying import can_survey, surveying
from ludo_env._families.track.tables import NOWHERE, Tables


def listing(
    board: Tables,
    laws: Laws,
    facts: RaceFacts,
    numbers: Numbers,
    names: Names,
    landings: Landings,
    pips: Hook,
) -> Hook:
    """Return mark(s, mask, notes, choices, colour) -> count: list the moves of a colour."""
    if can_survey(board, laws, facts, numbers):
        return surveying(board, laws, numbers, landings, pips, put_at_once)
    make = _by_piece if numbers.by_piece else _by_use
    return make(board, laws, numbers, names, landings, pips)


def _by_use(
    board: Tables, laws: Laws, numbers: Numbers, names: Names, landings: Landings, pips: Hook
) -> Hook:
    movers, branches, uses = numbers.movers, numbers.branches, laws.uses
    piece_of, owner_of, may_name = names.piece_of, names.owner_of, names.may_name
    landing, next_branch = landings.landing, branching(board)
    several = numbers.uses > 1

    def mark_by_use(s: RaceState, mask: Any, notes: Any, choices: Any, colour: int) -> int:
        """Mark every use with every piece, in the order of the action numbers."""
        count = 0
        for use in range(uses(s)):
            if several and pips(s, use) == 0:
                continue  # a die that is spent, or equal to another
            for index in range(movers):
                piece = piece_of(colour, index)
                whose, branch = owner_of(s, colour, piece), 0
                if not may_name(colour, whose):
                    branch = -1
                while branch >= 0:
                    target = landing(s, whose, piece, use, branch)
                    action = (use * movers + index) * branches + branch
                    count = put(mask, notes, choices, count, action, target)
                    branch = next_branch(whose, s.progress[piece], pips(s, use), branch)
        return count

    return mark_by_use


def _by_piece(
    board: Tables, laws: Laws, numbers: Numbers, names: Names, landings: Landings, pips: Hook
) -> Hook:
    movers, branches, stride, uses = numbers.movers, numbers.branches, numbers.uses, laws.uses
    piece_of, owner_of, may_name = names.piece_of, names.owner_of, names.may_name
    movable, lead, next_branch = landings.movable, landings.lead, branching(board)

    def mark_by_piece(s: RaceState, mask: Any, notes: Any, choices: Any, colour: int) -> int:
        """Mark every piece with every use in the order of action numbers; use 0 takes no die."""
        count = 0
        for index in range(movers):
            piece = piece_of(colour, index)
            whose = owner_of(s, colour, piece)
            if may_name(colour, whose) and movable(s, whose, piece):
                for use in range(1, uses(s)):
                    branch = 0
                    while branch >= 0:
                        target = lead(s, whose, piece, use, branch)
                        action = (index * stride + use) * branches + branch
                        count = put(mask, notes, choices, count, action, target)
                        branch = next_branch(whose, s.progress[piece], pips(s, use), branch)
        return count

    return mark_by_piece


def put(mask: Any, notes: Any, choices: Any, count: int, action: int, target: int) -> int:
    """Put a move on the list if it is legal."""
    if target == NOWHERE:
        return count
    notes[action] = target
    mask[action] = 1
    choices[count] = action
    return count + 1


def put_at_once(mask: Any, notes: Any, choices: Any, count: int, action: int, target: int) -> int:
    """Put a move on the list if it is legal; the code has no branch."""
    legal = int(target != NOWHERE)
    notes[action] = target
    mask[action] = legal
    choices[count] = action
    return count + legal
