"""The move generator: the only place that determines which actions are legal.

0 ..              cell * ways + way: a unit goes straight, as far as the die says
first_source ..   + cell: a unit is chosen, for something other than a move
first_target ..   + cell: a cell is chosen; the stage says for what
first_word ..     words that name no cell
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ludo_env._engine.rule import Hook
from ludo_env._families.grid.board import Tables
from ludo_env._families.grid.landing import Landing, landing_of
from ludo_env._families.grid.laws import Laws
from ludo_env._families.grid.questions import MOVE_STAGE, TOSS_STAGE
from ludo_env._families.grid.sets import HALF, first_in
from ludo_env._families.grid.state import GridState
from ludo_env._families.grid.units import role_of


class Moves(NamedTuple):
    """The verbs of the move generator."""

    landing: Hook  # landing(s, role, cell, way) -> the cell where a unit's move ends, or NOWHERE
    find: Hook  # find(s, mask, notes, choices) -> the number of actions of the player to act
    # able(s, low, high) -> whether the player to act has an action with a die of low..high
    able: Hook


def move_generator(board: Tables, laws: Laws) -> Moves:
    """Build the move generator of a game."""
    found = landing_of(board, laws)
    return Moves(found.landing, _finding(board, laws, found), _able(board, laws, found))


def _finding(board: Tables, laws: Laws, found: Landing) -> Hook:
    """Return find(s, mask, notes, choices): list and mark all legal actions."""
    aims = laws.aims
    mark_words, mark_moves = _listing_words(board, laws), _listing_moves(board, laws, found)
    mark_targets = _listing_targets(board, laws)

    def find(s: GridState, mask: Any, notes: Any, choices: Any) -> int:
        """List and mark the legal actions of the player to act."""
        mask[:] = 0
        role = role_of(s, s.seat)
        if s.stage == TOSS_STAGE:
            return mark_words(s, mask, choices)  # type: ignore[no-any-return]
        count = 0
        if s.stage == MOVE_STAGE:
            count = mark_moves(s, role, mask, choices)
        if aims(s, role):
            count = mark_targets(s, role, count, mask, choices)
        return count

    return find


def _listing_words(board: Tables, laws: Laws) -> Hook:
    """Return mark_words(s, mask, choices): list the words that may be chosen."""
    words, first_word, says = board.words, board.first_word, laws.says

    def mark_words(s: GridState, mask: Any, choices: Any) -> int:
        count = 0
        for word in range(words):
            if says(s, word):
                count = _put(first_word + word, 1, mask, choices, count)
        return count

    return mark_words


def _listing_moves(board: Tables, laws: Laws, found: Landing) -> Hook:
    """Return mark_moves(s, role, mask, choices): list moves, and units to be chosen."""
    ways, first_source = board.ways, board.first_source
    musters, sources = laws.musters, laws.sources
    closed, lands, first = found.closed, found.lands, first_in(board.lowest)

    def mark_moves(s: GridState, role: int, mask: Any, choices: Any) -> int:
        """Mark the moves of every unit of the role, then the units that can be chosen."""
        count, die = 0, s.die
        low, high = closed(s, role, 0), closed(s, role, 1)
        for half in range(2):
            left = s.occupied[2 * role + half]
            while left != 0:
                cell = half * HALF + first(left)
                left &= left - 1
                for way in range(ways):
                    legal = lands(s, role, cell, way, die, low, high)
                    count = _put(cell * ways + way, legal, mask, choices, count)
        if musters(s, role):
            count = mark_sources(s, role, count, mask, choices)
        return count

    def mark_sources(s: GridState, role: int, count: int, mask: Any, choices: Any) -> int:
        for half in range(2):
            left = s.occupied[2 * role + half]
            while left != 0:
                cell = half * HALF + first(left)
                left &= left - 1
                legal = int(sources(s, role, cell) != 0)
                count = _put(first_source + cell, legal, mask, choices, count)
        return count

    return mark_moves


def _listing_targets(board: Tables, laws: Laws) -> Hook:
    """Return mark_targets(s, role, count, mask, choices): list the cells that may be aimed at."""
    cells, first_target, targets = board.cells, board.first_target, laws.targets

    def mark_targets(s: GridState, role: int, count: int, mask: Any, choices: Any) -> int:
        for cell in range(cells):
            if targets(s, role, cell):
                count = _put(first_target + cell, 1, mask, choices, count)
        return count

    return mark_targets


def _able(board: Tables, laws: Laws, found: Landing) -> Hook:
    """Return able(s, low, high): whether some die of these faces allows an action."""
    ways = board.ways
    musters, sources, aims = laws.musters, laws.sources, laws.aims
    closed, lands, first = found.closed, found.lands, first_in(board.lowest)

    def able(s: GridState, lowest: int, highest: int) -> bool:
        """Return whether the player to act has an action with some die of these faces."""
        role, die = role_of(s, s.seat), s.die
        found = False
        for face in range(lowest, highest + 1):
            s.die = face
            if can_act(s, role, face):
                found = True
                break
        s.die = die
        return found

    def can_act(s: GridState, role: int, die: int) -> bool:
        low, high = closed(s, role, 0), closed(s, role, 1)
        for half in range(2):
            left = s.occupied[2 * role + half]
            while left != 0:
                cell = half * HALF + first(left)
                left &= left - 1
                if musters(s, role) and sources(s, role, cell):
                    return True
                for way in range(ways):
                    if lands(s, role, cell, way, die, low, high):
                        return True
        return aims(s, role)  # type: ignore[no-any-return]

    return able


def _put(action: int, legal: int, mask: Any, choices: Any, count: int) -> int:
    """Put an action on the list if it is legal (1, else 0); the code has no branch."""
    mask[action] = legal
    choices[count] = action
    return count + legal
