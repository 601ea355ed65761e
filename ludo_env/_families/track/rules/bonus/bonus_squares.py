"""Squares on which a move earns another roll.  Clause: L-12."""

from __future__ import annotations

from ludo_env._engine.errors import SpecError, nearest, quoted
from ludo_env._engine.overlay import BONUS, Mark, Marks
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.rules.bonus.bonus_rolls import EARNS
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables, own_table


def _cell(board: Tables, name: str) -> int:
    """Return the cell of a square; refuse one that is not there, or is a home."""
    if not name or name not in board.names:
        known = [name for name in board.names if name]
        raise SpecError(f"bonus_squares: unknown square {quoted(name)}; {nearest(name, known)}")
    cell = board.names.index(name)
    if cell in [board.cell[colour, board.finish] for colour in range(board.players)]:
        raise SpecError(
            f"bonus_squares: {quoted(name)} is a home; bonus_finish grants a roll for coming home."
        )
    return cell


@rule(clauses="L-12", facts=EARNS, wants="a piece that ends its move on one of its squares")
def bonus_squares(board: Tables, squares: tuple[str, ...] = ("3",)) -> Hooks:
    """A player whose move ends on one of these squares rolls again."""
    cells = [_cell(board, name) for name in squares]
    if not cells or len(set(cells)) < len(cells):
        raise SpecError(
            f"bonus_squares.squares are one or more different squares, not {quoted(squares)}."
        )
    earns = own_table(board, [int(cell in cells) for cell in range(len(board.names))])

    def react(s: RaceState, hits: int, colour: int, piece: int, cell: int) -> int:
        if earns[cell]:
            s.bonus = 1
        return hits

    def overlay(s: RaceState, marks: Marks) -> Marks:
        """Show each of the squares."""
        return (*marks, *[Mark(BONUS, cell) for cell in cells])

    return hooks(react=react, overlay=overlay)
