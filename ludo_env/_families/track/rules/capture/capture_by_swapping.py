"""Landing on a lone enemy changes places with it.  Clause: L-19."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from ludo_env._engine.rule import Hook, Hooks, field, hooks, rule
from ludo_env._families.track.owners import finding
from ludo_env._families.track.pieces import capturing_lone, placing
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import YARD, Tables, own_table

_MOST_CELLS = 1_000_000


class SwapState(RaceState, Protocol):
    """A race with this rule: the cell that the moving piece has left."""

    left_cell: int


def standing(board: Tables) -> Hook:
    """Return can_stand(colour, place): whether this is a shared place on the way of the colour.

    Behind its gate a colour has no way, and on a graph it may be unable to reach some tiles.
    """
    ring = board.ring
    on_the_way = [set(_on_the_way(board, colour)) for colour in range(board.players)]
    stands = own_table(
        board, [[int(place in known) for place in range(board.ring)] for known in on_the_way]
    )

    def can_stand(colour: int, place: int) -> bool:
        if place <= YARD or place >= ring:
            return False
        return stands[colour, place] == 1

    return can_stand


def _on_the_way(board: Tables, colour: int) -> Iterable[int]:
    """Return the places that a colour can reach from its entry, with all doors open."""
    if not board.width:
        return range(board.gate + 1)
    found = [0]
    for place in found:
        for way in range(board.forks[colour, place]):
            following = int(board.onward[colour, place * board.width + way])
            if following not in found:
                found.append(following)
    return found


@rule(
    clauses="L-19",
    # 1 + the cell that the moving piece has left; 0 for the yard, and between moves.
    fields=(field("left_cell", high=_MOST_CELLS),),
    role="capture",
    wants="a lone enemy where a piece may land",
)
def capture_by_swapping(board: Tables) -> Hooks:
    """Landing on a lone enemy on an open square makes the two change places.

    The enemy goes to its yard if the piece left the yard, or from where no piece of the
    enemy's can be: a lane, a square behind the enemy's gate, a tile that it cannot come to.
    """
    cell_of, place_at = board.cell, board.place_at
    place, piece_on, can_stand = placing(board), finding(board), standing(board)

    def sets_off(s: SwapState, colour: int, piece: int, here: int) -> None:
        s.left_cell = cell_of[colour, here] + 1 if here > YARD else 0

    def swap(s: SwapState, colour: int, victim: int, cell: int) -> int:
        there = YARD
        if s.left_cell > 0:
            left = place_at[victim, s.left_cell - 1]
            if can_stand(victim, left):
                there = left
        place(s, victim, piece_on(s, victim, cell), there)
        return 1

    capture = capturing_lone(board, swap)

    def react(s: SwapState, hits: int, colour: int, piece: int, cell: int) -> Any:
        hits = capture(s, hits, colour, piece, cell)
        s.left_cell = 0
        return hits

    return hooks(sets_off=sets_off, react=react)
