"""The colours of cells and their signs: stars, arrows, and rims that pieces do not cover."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot

from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._families.track.graph.board import GraphBoard
from ludo_env._render.piece_shapes import hue
from ludo_env._render.shapes import Area, Disc, Shape, box, rayed

TILE = 0.5  # the radius of a round tile

_RIM = 0.09

XY = tuple[float, float]


def special_cells(board: RaceBoard) -> frozenset[int]:
    """Return the cells with a rim: safe ones, and entries."""
    return frozenset({*board.safe_cells, *(board.entry(player) for player in range(board.players))})


def signed_cells(board: RaceBoard) -> frozenset[int]:
    """Return the cells with any sign, arrows of gates included."""
    if isinstance(board, GraphBoard):
        return special_cells(board)
    gates = {(board.entry(player) + board.gate) % board.ring for player in range(board.players)}
    return special_cells(board) | gates


def fills(board: RaceBoard) -> list[str]:
    """Return the colour of each cell; "" for homes."""
    found = ["tile"] * board.ring
    for seat in board.seats:
        found += [*[f"pale {hue(seat)}"] * board.lane, ""]
    for cell, colours in _entries(board).items():
        if len(colours) == 1:
            found[cell] = f"pale {colours[0]}"
    return found


def rims(
    board: RaceBoard, cells: Sequence[XY | None], rim: Callable[[XY, str, float], Shape]
) -> list[Shape]:
    """Return a rim in the colour of each player who enters there, and gold on safe cells."""
    shapes, entries = [], _entries(board)
    for cell in sorted(special_cells(board)):
        at = cells[cell]
        if at is not None:
            names = [f"seat {colour}" for colour in entries.get(cell, ())]
            names += ["gold"] * (cell in board.safe_cells)
            shapes += [rim(at, name, number * _RIM) for number, name in enumerate(names)]
    return shapes


def _entries(board: RaceBoard) -> dict[int, list[int | str]]:
    """Return the colours of the players who enter on a cell, by cell."""
    found: dict[int, list[int | str]] = {}
    for player, seat in enumerate(board.seats):
        found.setdefault(board.entry(player), []).append(hue(seat))
    return found


def square_rim(at: XY, colour: str, inner: float, size: XY = (1.0, 1.0)) -> Shape:
    """Return a rim inside a square, at a distance from its sides."""
    across, down = (side / 2 - 0.02 - inner - _RIM / 2 for side in size)
    return box(at[0] - across, at[1] - down, 2 * across, 2 * down, "", colour, _RIM)


def round_rim(at: XY, colour: str, inner: float) -> Shape:
    """Return a rim inside a round tile, at a distance from its edge."""
    return Disc(*at, round(TILE - inner - _RIM / 2, 4), "", colour, _RIM)


def signs(board: RaceBoard, cells: Sequence[XY | None]) -> list[Shape]:
    """Return stars on safe cells, and arrows on entries and gates."""
    shapes: list[Shape] = []
    for cell in sorted(board.safe_cells):
        at = cells[cell]
        if at is not None:
            shapes.append(Area(rayed(*at, 5, 0.34, 0.15), "gold", "edge", 0.03))
    if isinstance(board, GraphBoard):
        return shapes  # its steps have arrows
    following = dict(reversed(board.edges()))
    for player, seat in enumerate(board.seats):
        entry = board.entry(player)
        here, there = cells[entry], cells[following[entry]]
        if here is not None and there is not None and entry not in board.safe_cells:
            shapes.append(arrow(here, there, 0.0, 0.24, f"seat {hue(seat)}"))
        gate, lane = (entry + board.gate) % board.ring, board.ring + player * (board.lane + 1)
        here, there = cells[gate], cells[lane]
        if here is not None and there is not None and gate not in special_cells(board):
            shapes.append(arrow(here, there, 0.1, 0.14, f"seat {hue(seat)}"))
    return shapes


def arrow(here: XY, there: XY, off: float, size: float, fill: str) -> Shape:
    """Return a triangle off a place on the way to another, pointing there."""
    gap = hypot(there[0] - here[0], there[1] - here[1])
    along = ((there[0] - here[0]) / gap, (there[1] - here[1]) / gap)
    x, y = here[0] + off * along[0], here[1] + off * along[1]
    points = tuple(
        (
            round(x + size * (f * along[0] - s * along[1]), 4),
            round(y + size * (f * along[1] + s * along[0]), 4),
        )
        for f, s in ((1.1, 0), (-0.8, 1), (-0.8, -1))
    )
    return Area(points, fill)
