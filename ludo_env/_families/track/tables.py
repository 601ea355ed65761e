"""The board as rules see it: numbers, look-up tables, and the constants for non-places.

A piece's place is one number, its `progress`, counted from its colour's own entry:

    -1   0 .. ring-1                     ring .. ring+lane-1       ring+lane
    YARD squares that everybody shares   those of the colour alone  home (finished)

On a ring the shared squares are passed one after the other, up to the `gate`; then comes the lane.
On a graph their numbers are only names, and `onward` says where the ways lead.

A `cell` is a place on the board that pieces share: the shared squares first, then lanes and homes,
colour by colour. Yards are not cells. Rules never calculate with either; they look up
`cell[colour, progress]` and `place_at[colour, cell]`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludo_env._engine.composition.shared_questions import Ask
from ludo_env._engine.state import table
from ludo_env._families.track.laws import Asked

# The lowest progress. Code that then uses a progress as an index compares `<= YARD` or `> YARD`,
# not `==`: a compiler then knows that the index is not negative, and omits the wrap-around.
YARD = -1
NOWHERE = -1
# Landings that are not places: a captive is bought back into its yard; a piece stays where it is.
RANSOM = -2
STAYS = -3

# The ways that a colour can go: into its lane at the gate, past it and round again, or backwards.
HOMEWARD, AROUND, BACKWARD = range(3)
WAYS = 3


def own_table(board: Tables, values: Any) -> Any:
    """Return a look-up table of a rule, of the same kind as those of the board.

    A compiled tuple that is indexed by a variable is slower, and one optimizer compiled it wrongly
    (numba 0.68 with LLVM 22, where two hooks of the same move read a value from one).
    """
    return np.array(values) if isinstance(board.cell, np.ndarray) else table(values)


class _Tables(NamedTuple):
    """The numbers and tables of a board."""

    players: int
    seats: tuple[int, ...]
    pieces: int  # the most pieces of a colour
    markers: tuple[int, ...]  # number of pieces of each colour; the others are home from the start
    ring: int  # number of shared squares
    lane: int
    gate: int
    finish: int
    sides: int
    names: tuple[str, ...]  # of each cell
    cell: Any  # [colour, progress] -> cell
    place_at: Any  # [colour, cell] -> progress, or NOWHERE
    path: Any  # [way, progress] -> progress one step further, or NOWHERE
    sheltered: Any  # [cell] -> 1 where nothing is captured and nothing blocks
    entrants: Any  # [cell] -> the crowd bits of the colours that enter here; 0 on most cells
    side: Any  # [colour] -> its side
    after: Any  # [player] -> the next player clockwise
    # A crowd is the pieces on a cell: four bits per colour, the number of its pieces. All 0 on
    # wide boards, which count pieces one by one; `_families/track/occupancy.py` works on any board.
    one: Any  # [colour] -> one of its pieces
    friends: Any  # [colour] -> the bits of its side
    enemies: Any  # [colour] -> the bits of all others
    several: Any  # [cell] -> the bits set where a colour has two or more; 0 on sheltered cells
    walls: bool = False  # states keep the walls; see `_families/track/squares.py`
    taken: bool = False
    wide: bool = False  # too many players or pieces for four bits per colour
    owners: bool = False  # pieces can change their owners; see `_families/track/owners.py`
    most: int = 0  # the most pieces that a colour can own
    # Where ways fork (graphs only). The ways on from a place are numbered 0 .. forks-1.
    width: int = 0  # the most ways that lead on from a place; 0 on a ring
    forks: Any = ()  # [colour, progress] -> the number of ways that lead on
    onward: Any = ()  # [colour, progress * width + way] -> progress
    doors: Any = ()  # [colour, progress * width + way] -> the door in that way, or NOWHERE
    back: Any = ()  # [colour, progress] -> progress one step back, or NOWHERE
    door_words: tuple[str, ...] = ()  # the word that opens each door
    # [steps] -> the most ways to go that many steps, from anywhere
    branches: tuple[int, ...] = ()


def _unasked() -> Any:
    """Return questions of a rule that is bound outside a game."""
    return Ask()


class Tables(_Tables):
    """The board as rules see it. Tables are indexed [colour, progress], [cell] or [colour]."""

    # The questions that a rule may ask other rules. It is not a field of the tuple, because hooks
    # that read `board` are compiled too.
    ask: Asked = _unasked()
