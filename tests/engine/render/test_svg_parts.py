"""Parts of SVG for separate pages: shapes and colours."""

from __future__ import annotations

from ludo_env._render.paint.svg import colour_style, shapes_svg
from ludo_env.render import (
    DAY,
    Disc,
    Words,
)


def test_parts_for_a_page_leave_their_colours_to_css():
    """Every variable that the parts use is set by a theme."""
    part = shapes_svg([Disc(0, 0, 1, "seat 3", "ink", 0.1)])
    assert 'fill="var(--seat-3)"' in part
    assert 'stroke="var(--ink)"' in part
    assert "--seat-3:#d93a3aff;" in colour_style(DAY)
    assert "--ink:" in colour_style(DAY)


def test_shapes_for_a_page_have_their_text_above():
    """Their text is above the shapes, as in a whole picture."""
    both = shapes_svg([Words(0, 0, "4", 0.5), Disc(0, 0, 1, "tile")])
    assert both.index("<circle") < both.index("<text")
