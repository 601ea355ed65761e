"""The board as text: every place is at a place of its own."""

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
