"""Occupancy: which pieces are on a cell, on any board.

Where they fit, the pieces on a cell are one number with four bits for each colour (`crowd`), and
most questions take one mask and one comparison. Boards with more players, or more pieces of a
colour, count them one by one (`crowds`). Rules use these functions and need not know which it is.
"""

from __future__ import annotations

from typing import Any

from ludo_env._engine.rule import Hook
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables


def counting(board: Tables) -> Hook:
    """Return count_on(s, colour, cell): the number of pieces of a colour on a cell."""
    players = board.players

    def packed(s: RaceState, colour: int, cell: int) -> Any:
        return (s.crowd[cell] >> (4 * colour)) & 15

    def listed(s: RaceState, colour: int, cell: int) -> Any:
        return s.crowds[cell * players + colour]

    return listed if board.wide else packed


def enemies_on(board: Tables) -> Hook:
    """Return any_enemy(s, colour, cell): whether a piece of another side is on a cell."""
    return _any_of(board, board.enemies, same=False)


def friends_on(board: Tables) -> Hook:
    """Return any_friend(s, colour, cell): whether a piece of the same side is on a cell."""
    return _any_of(board, board.friends, same=True)


def company_on(board: Tables) -> Hook:
    """Return in_company(s, colour, cell): whether a piece there has others of its side with it."""
    friends, one, side, players = board.friends, board.one, board.side, board.players

    def packed(s: RaceState, colour: int, cell: int) -> Any:
        return (s.crowd[cell] & friends[colour]) != one[colour]

    def listed(s: RaceState, colour: int, cell: int) -> bool:
        count = 0
        for other in range(players):
            if side[other] == side[colour]:
                count += s.crowds[cell * players + other]
        return count > 1

    return listed if board.wide else packed


def pairs_on(board: Tables, *, open_only: bool = False) -> Hook:
    """Return any_pair(s, cell): whether two or more pieces of one colour are on a cell.

    With `open_only` it is False on cells where nothing is captured and nothing blocks.
    """
    several, sheltered, players = board.several, board.sheltered, board.players
    pairs = sum(14 << (4 * player) for player in range(players))

    def packed(s: RaceState, cell: int) -> Any:
        return (s.crowd[cell] & pairs) != 0

    def packed_open(s: RaceState, cell: int) -> Any:
        return (s.crowd[cell] & several[cell]) != 0

    def listed(s: RaceState, cell: int) -> bool:
        if open_only and sheltered[cell]:
            return False
        for colour in range(players):  # noqa: SIM110  (compiled code has no any())
            if s.crowds[cell * players + colour] > 1:
                return True
        return False

    if board.wide:
        return listed
    return packed_open if open_only else packed


def enemy_pairs_on(board: Tables) -> Hook:
    """Return any_enemy_pair(s, colour, cell): whether two of one enemy colour are on a cell."""
    enemies, side, players = board.enemies, board.side, board.players
    pairs = sum(14 << (4 * player) for player in range(players))

    def packed(s: RaceState, colour: int, cell: int) -> Any:
        others = s.crowd[cell] & enemies[colour]
        return (others & pairs) != 0

    def listed(s: RaceState, colour: int, cell: int) -> bool:
        for other in range(players):
            if side[other] != side[colour] and s.crowds[cell * players + other] > 1:
                return True
        return False

    return listed if board.wide else packed


def entrants_on(board: Tables) -> Hook:
    """Return any_entrant(s, cell): whether a colour that enters on a cell has a piece on it."""
    entrants, cell_of, players = board.entrants, board.cell, board.players

    def packed(s: RaceState, cell: int) -> Any:
        return s.crowd[cell] & entrants[cell] != 0

    def listed(s: RaceState, cell: int) -> bool:
        for colour in range(players):
            if cell_of[colour, 0] == cell and s.crowds[cell * players + colour] > 0:
                return True
        return False

    return listed if board.wide else packed


def enemy_entrants_on(board: Tables) -> Hook:
    """Return enemy_entrant(s, colour, cell): whether an enemy that enters on a cell is on it."""
    entrants, enemies, side = board.entrants, board.enemies, board.side
    cell_of, players = board.cell, board.players

    def packed(s: RaceState, colour: int, cell: int) -> Any:
        return s.crowd[cell] & entrants[cell] & enemies[colour] != 0

    def listed(s: RaceState, colour: int, cell: int) -> bool:
        for other in range(players):
            stands = s.crowds[cell * players + other] > 0
            if stands and side[other] != side[colour] and cell_of[other, 0] == cell:
                return True
        return False

    return listed if board.wide else packed


def _any_of(board: Tables, masks: Any, *, same: bool) -> Hook:
    """Return whether a piece of the same side, or of another side, is on a cell."""
    side, players = board.side, board.players

    def packed(s: RaceState, colour: int, cell: int) -> Any:
        return (s.crowd[cell] & masks[colour]) != 0

    def listed(s: RaceState, colour: int, cell: int) -> bool:
        for other in range(players):
            if s.crowds[cell * players + other] > 0 and (side[other] == side[colour]) == same:
                return True
        return False

    return listed if board.wide else packed
