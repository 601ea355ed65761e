"""The canvas: a picture redrawn in parts equals the picture drawn at once."""

import numpy as np
import pytest
from batches import marked_long
from game_tables import random_table

from ludo_env._render.paint.pygame_painter import Painter, rgb_array
from ludo_env.render import Disc, Item, Look, Scene, choices_of, key_text, scene_of


def look_of(table, done):
    """Everything that a picture may show: the last move, sources and targets."""
    choices = choices_of(table.game, table.record)
    return Look(
        done=done,
        sources=tuple(sorted({one.source for one in choices} - {None}, key=key_text)),
        targets=tuple(sorted({one.target for one in choices} - {None}, key=key_text)),
    )


@pytest.mark.parametrize(
    "name",
    marked_long(["ludo", "french", "eight", "backgammon", "generals", "tock"], ["ludo", "eight"]),
)
def test_parts_are_drawn_as_the_whole(name):
    """Every picture of a game is equal pixel by pixel, whatever has changed since the last one."""
    table, painter, done = random_table(name, 0, seed=3), Painter(), None
    for _ in range(60):
        scene = scene_of(table.game, table.record, look_of(table, done))
        parts = rgb_array(painter, scene, 300, 300)
        assert (parts == rgb_array(Painter(), scene, 300, 300)).all()
        if table.over:
            break
        action = table.choose()
        done = table.game.effects(table.record, action)
        table.play(action)


def test_pieces_that_change_places_in_the_heap_are_drawn_again():
    """The same pictures in another order: what was behind is now in front."""
    one = Item("one", 2, 2, (Disc(0, 0, 1, "danger"),))
    two = Item("two", 2.5, 2, (Disc(0, 0, 1, "water"),))
    painter, board = Painter(), ()
    first = rgb_array(painter, Scene(4, 4, board, (one, two)), 80, 80)
    second = rgb_array(painter, Scene(4, 4, board, (two, one)), 80, 80)
    assert (first != second).any()
    assert (second == rgb_array(Painter(), Scene(4, 4, board, (two, one)), 80, 80)).all()


def test_an_item_that_is_there_twice_leaves_once():
    """When one of two equal pictures at one place goes, what shines through gets lighter."""
    veil = Item("veil", 2, 2, (Disc(0, 0, 1, "shadow"),))
    painter = Painter()
    twice = rgb_array(painter, Scene(4, 4, (), (veil, veil)), 80, 80)
    once = rgb_array(painter, Scene(4, 4, (), (veil,)), 80, 80)
    assert (once != twice).any()
    assert (once == rgb_array(Painter(), Scene(4, 4, (), (veil,)), 80, 80)).all()


def test_another_size_or_board_begins_anew():
    """The pictures are also right when the first size comes back."""
    table, other = random_table("ludo", 20), random_table("strict", 20)
    painter = Painter()
    for game, size in ((table, 200), (table, 260), (other, 260), (table, 200)):
        scene = scene_of(game.game, game.record)
        drawn = rgb_array(painter, scene, size, size)
        assert (drawn == rgb_array(Painter(), scene, size, size)).all()


def test_shapes_that_are_gone_are_not_mistaken_for_others():
    """Pictures are known by the identity of their shapes only as long as the shapes live."""
    painter, seen = Painter(), []
    for turn in range(300):
        art = (Disc(0, 0, 0.3 + 0.6 * (turn % 7) / 7, ("danger", "water", "gold")[turn % 3]),)
        scene = Scene(4, 4, (), (Item("disc", 2, 2, art),))
        drawn = rgb_array(painter, scene, 40, 40)
        seen.append((turn % 21, drawn))
    for turn, drawn in seen[21:]:
        assert (drawn == seen[turn][1]).all()


def test_pixels_are_the_callers_own():
    """Writing into the pixels changes no later picture."""
    table, painter = random_table("ludo", 20), Painter()
    scene = scene_of(table.game, table.record)
    first = rgb_array(painter, scene, 100, 100)
    kept = first.copy()
    first[:] = 0
    assert (rgb_array(painter, scene, 100, 100) == kept).all()
    assert first.flags.writeable
    assert first.dtype == np.uint8
