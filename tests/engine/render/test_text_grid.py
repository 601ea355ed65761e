"""The board as text: no two places overlap."""

from itertools import pairwise

import pytest


@pytest.mark.parametrize("corners", [False, True])
@pytest.mark.parametrize("end_path", [4, 5])
def test_the_board_is_drawn_without_overlaps(corners, end_path):
    """Every square of the ring, the lanes and the homes has a place of its own on the grid."""
    from ludo_env._render.layout.layout import layout_of
    from ludo_env.boards import cross

    board = cross(end_path=end_path, corners=corners)
    layout = layout_of(board)
    places = {(round(row, 1), round(column, 1)) for row, column in layout.cells}
    assert len(places) == len(layout.cells) == board.cells
    yards = [place for yard in layout.yards for place in yard]
    assert not places & {(round(row, 1), round(column, 1)) for row, column in yards}
    steps = zip(layout.cells[: board.ring], layout.cells[1 : board.ring], strict=False)
    far = {abs(a.row - b.row) + abs(a.column - b.column) for a, b in steps}
    assert far == ({1} if corners else {1, 2})


def test_a_large_graph_is_drawn_in_the_lines_of_a_terminal():
    """No two places share characters, and all fit into the lines and columns."""
    from ludo_env import load_game
    from ludo_env._render.layout.text_grid import WIDTH, spots_of
    from ludo_env._render.layout.tight_grid import COLUMNS, LINES

    spots = spots_of(load_game("caravans").board)
    places = sorted([*spots.cells, *(place for yard in spots.yards for place in yard)])
    assert spots.lines == LINES
    assert all(place.line < LINES and place.column <= COLUMNS - WIDTH for place in places)
    for one, two in pairwise(places):
        assert one.line < two.line or two.column - one.column >= WIDTH


def test_a_graph_without_room_there_is_drawn_larger():
    """A place that would be far from where it belongs is not moved there."""
    from ludo_env._render.layout.layout import Layout, Point
    from ludo_env._render.layout.tight_grid import tight_grid

    crowd = tuple(Point(0.01 * at, 0.01 * at) for at in range(200))
    assert tight_grid(Layout(20, 20, (*crowd, Point(20, 20)), (), (), (), Point(10, 10))) is None
