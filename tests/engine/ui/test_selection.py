"""What is selected in the window, and which moves are then meant."""

from __future__ import annotations

from positions import full

from ludo_env import (
    game_of,
    load_game,
)
from ludo_env._ui.selection import Selection
from ludo_env.render import Die

TOCK = load_game("tock")


def test_a_card_that_is_pressed_leaves_the_moves_that_use_it():
    """Tock: whatever the next player holds, a king in the hand is the king alone."""
    game = game_of(TOCK, "python")
    hands = "hands=4,5,7,9,K/3,9,9,J,Q/5,7,10,J,K/A,2,4,7,10"
    record, _ = game.read(full(f"p0=10 turn=0 dice=4,5,7,9,K {hands}"))
    selection = Selection(game, record)
    selection.press([Die(4)])
    assert selection.meant
    report = {game.describe(record, choice.action).split()[2] for choice in selection.meant}
    assert report == {"K"}
