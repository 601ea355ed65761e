"""Wide arms: a cross of long, narrow arms has squares that are wider than long, as in Parchis.

The arms then take more of the board and the yards less, and two pieces fit side by side.
"""

from __future__ import annotations

from ludo_env._render.layout.places import Layout, Point

_NARROW = 0.18  # of the board's width: narrower arms are widened
_LONG, _WIDE = 0.87, 1.45  # of a square, along its arm and across


def widened(layout: Layout) -> Layout:
    """Return a cross of narrow arms with wide arms, and other layouts unchanged."""
    if not layout.square or 3 / layout.width >= _NARROW:
        return layout
    arm = (layout.width - 3) / 2

    def edge(at: float) -> float:
        inside = min(max(at - arm, 0.0), 3.0)
        return _LONG * (at - inside) + _WIDE * inside

    def moved(point: Point) -> Point:
        row, column = (edge(side + 0.5) - 0.5 for side in point)
        return Point(round(row, 4), round(column, 4))

    return layout._replace(
        width=round(edge(layout.width), 4),
        height=round(edge(layout.height), 4),
        cells=tuple(None if point is None else moved(point) for point in layout.cells),
        yards=tuple(tuple(map(moved, yard)) for yard in layout.yards),
        entries=tuple(map(moved, layout.entries)),
        middle=moved(layout.middle),
        long=_LONG,
        wide=_WIDE,
    )


def square_of(layout: Layout, point: Point) -> tuple[float, float]:
    """Return the width and the height of the square of a place on a cross."""
    arm = (layout.width - 3 * layout.wide) / 2

    def side(at: float) -> float:
        return layout.wide if arm < at + 0.5 < layout.width - arm else layout.long

    return side(point.column), side(point.row)
