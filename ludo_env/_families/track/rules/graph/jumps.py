"""Squares that carry a piece on to another square.  Clause: L-16."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.errors import SpecError, nearest, quoted
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.overlay import JUMP, Mark, Marks
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.rules.capture.capture_by_swapping import standing
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables, own_table


def _pair(board: Tables, line: str) -> tuple[int, int]:
    """Return the cells of a line such as "5 > 17"; refuse an invalid line."""
    words = [word.strip() for word in line.split(">")]
    if len(words) != 2 or not all(words):
        raise SpecError(f"A jump is from a square to a square, as '5 > 17' is, not {quoted(line)}.")
    for word in words:
        if word not in board.names:
            known = [name for name in board.names if name]
            raise SpecError(f"jumps: unknown square {quoted(word)}; {nearest(word, known)}")
    start, end = (board.names.index(word) for word in words)
    if start == end:
        raise SpecError(f"The jump {quoted(line)} leads from a square to itself.")
    if start in [board.cell[colour, board.finish] for colour in range(board.players)]:
        raise SpecError(
            f"The jump {quoted(line)} starts at a home (rule 35: what is home stays there)."
        )
    if end >= board.ring:
        raise SpecError(
            f"The jump {quoted(line)} ends in a lane or a home (rule 12: only one's own pieces)."
        )
    return start, end


@rule(clauses="L-16", wants="pieces that end their move where a jump begins")
def jumps(board: Tables, tiles: tuple[str, ...] = ("5 > 17",)) -> Hooks:
    """A piece that ends its move on the first square of a pair is carried to the second.

    A colour on whose way the second does not lie stays. Nobody is carried twice in a move.
    """
    pairs = [_pair(board, line) for line in tiles]
    starts, ends = [start for start, _ in pairs], [end for _, end in pairs]
    if not pairs or len(set(starts)) < len(starts):
        raise SpecError(f"jumps are from one or more different squares, not {tiles}.")
    start_of, end_of = own_table(board, starts), own_table(board, ends)
    count, cell_of, place_at = len(pairs), board.cell, board.place_at
    can_stand = standing(board)

    def carried(s: RaceState, colour: int, here: int) -> Any:
        cell = cell_of[colour, here]
        for number in range(count):
            if start_of[number] == cell:
                there = place_at[colour, end_of[number]]
                if can_stand(colour, there):
                    return there
        return NO_OPINION

    def overlay(s: RaceState, marks: Marks) -> Marks:
        """Show the way of each jump."""
        return (*marks, *[Mark(JUMP, start, end) for start, end in pairs])

    return hooks(carried=carried, overlay=overlay)
