"""The signs of the players on their squares, for people who cannot distinguish the colours."""

from __future__ import annotations

from collections.abc import Sequence

from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._render.layout.layout import Layout
from ludo_env._render.layout.yards import Yard
from ludo_env._render.piece_shapes import hue, mark_of
from ludo_env._render.shapes import Shape

_SMALL, _LARGE = 0.2, 0.3  # radii: on tiles, and on places in yards and homes
_CORNER, _IN_CORNER = 0.2, 0.14  # from the corner of a square, whose middle may have a label

XY = tuple[float, float]


def seat_signs(
    board: RaceBoard,
    layout: Layout,
    cells: Sequence[XY | None],
    sizes: Sequence[XY],
    yards: Sequence[Yard],
) -> list[Shape]:
    """Return the sign of each player on the places of its yard, its lane and its home.

    Entries that are squares have an arrow; other entries also have the sign.
    """
    shapes = []
    for player, seat in enumerate(board.seats):
        ink, first = f"dark {hue(seat)}", board.ring + player * (board.lane + 1)
        places = [(at, _LARGE) for at in yards[player].places if not yards[player].pile]
        lane = range(first, first + board.lane + 1)
        for cell in lane:
            at = cells[cell]
            if at is None or cell in layout.piles:
                continue
            if cell == lane[-1]:
                places.append((at, _LARGE))
            elif layout.square:
                across, down = sizes[cell]
                corner = at[0] + across / 2 - _CORNER, at[1] + down / 2 - _CORNER
                places.append((corner, _IN_CORNER))
            else:
                places.append((at, _SMALL))
        entry = cells[board.entry(player)]
        if entry is not None and not layout.square and board.entry(player) not in board.safe_cells:
            places.append((entry, _SMALL))
        shapes += [mark_of(seat, *at, size, ink) for at, size in places]
    return shapes
