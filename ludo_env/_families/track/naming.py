"""Naming: the piece and the use of the dice that an action number means, for kernels.

`actions.Numbers` gives the same for one action at a time, in plain Python.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ludo_env._engine.rule import Hook
from ludo_env._families.track.actions import Numbers
from ludo_env._families.track.facts import RaceFacts
from ludo_env._families.track.owners import owning
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables


class Names(NamedTuple):
    """The functions that return the parts of an action."""

    index_of: Hook  # index_of(action) -> the index of the piece that it moves
    use_of: Hook  # use_of(action) -> the use of the dice that it takes
    piece_of: Hook  # piece_of(colour, index) -> the piece that an index names
    owner_of: Hook  # owner_of(s, colour, piece) -> the colour on whose way the piece goes
    may_name: Hook  # may_name(colour, whose) -> whether it may name pieces of that colour


def names_of(board: Tables, facts: RaceFacts, numbers: Numbers) -> Names:
    """Return the functions that give the parts of an action of this game."""
    pieces, players = board.pieces, board.players
    movers, branches, stride = numbers.movers, numbers.branches, numbers.uses
    moves, by_piece = numbers.moves, numbers.by_piece
    owner, everybody = owning(board), facts.moves_all

    def index_of(action: int) -> int:
        """Return the index of the piece that an action moves; `movers` if it moves no piece."""
        if action >= moves:
            return movers
        move = action // branches
        return move // stride if by_piece else move % movers

    def use_of(action: int) -> int:
        """Return the use of the dice of a move; 0 for an action that moves no piece."""
        move = action // branches
        return move % stride if by_piece else move // movers

    def piece_of(colour: int, index: int) -> int:
        """Return the piece of an index, counted from the first of a colour on."""
        if movers == pieces:
            return colour * pieces + index
        return (colour * pieces + index) % (players * pieces)

    def owner_of(s: RaceState, colour: int, piece: int) -> Any:
        return colour if movers == pieces else owner(s, piece)

    def may_name(colour: int, whose: int) -> bool:
        """Return whether a colour may name pieces of `whose`; always, if indices are its own."""
        return movers == pieces or everybody or whose == colour

    return Names(index_of, use_of, piece_of, owner_of, may_name)
