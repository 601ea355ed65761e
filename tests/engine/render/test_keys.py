"""Keys of scenes: small frozen values, and the text of each."""

from dataclasses import FrozenInstanceError

import pytest

from ludo_env._render import keys
from ludo_env.render import Cell, Piece, key_text


@pytest.mark.parametrize(
    ("key", "text"),
    [
        (keys.Piece(0, 2), "piece 0 2"),
        (keys.Captive(3, 1), "captive 3 1"),
        (keys.Bonus(4), "bonus 4"),
        (keys.Target(Cell(17)), "target cell 17"),
        (keys.Trail((0, 2, "end")), "trail 0 2 end"),
        (keys.On(keys.Seat(1)), "on seat 1"),
        (keys.Part(keys.Move(5), "label"), "move 5 label"),
        ("general", "general"),
        (None, ""),
    ],
)
def test_a_key_has_one_text(key, text):
    """Files, pages and SVG ids use the text; programs compare the values."""
    assert key_text(key) == text


def test_keys_are_small_frozen_values():
    """Keys are equal by kind and parts; nobody can change the key of a cached item."""
    assert keys.Piece(0, 2) == Piece(0, 2)
    assert len({keys.Piece(0, 2), keys.Captive(0, 2), keys.Locked(0, 2), keys.Jump(0, 2)}) == 4
    with pytest.raises(FrozenInstanceError):
        keys.Piece(0, 2).player = 1
