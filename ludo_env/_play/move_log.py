"""Move logs: the events at a table as lines of text."""

from __future__ import annotations

from collections.abc import Callable

from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._render.player_view import dice_in_words, has_hands, left_in_words, name_of
from ludo_env.agents.human import move_words
from ludo_env.agents.view import View


def move_in_words(view: View, action: int) -> str:
    """Return a move as others see it: "player_1 yellow  dice 6,2  piece 0: 6 from 3 to 9"."""
    return _line(view, action, _dice(view, dice_in_words), view.describe(action))


def plain_move(view: View, action: int) -> str:
    """Return the same in plain words: "player_1 yellow  dice 6,2  piece 1: 6 steps, 3 to 9"."""
    return _line(view, action, _dice(view, left_in_words), move_words(view, action))


def passes_in_words(passes: list[str]) -> str:
    """Return successive forced passes as one line."""
    return f"No move: {', '.join(passes)}."


def pass_in_words(view: View) -> str:
    """Return the player who passes, with the dice: "player_1 yellow (3,2)"."""
    dice = _dice(view, left_in_words).partition(" ")[2]
    return name_of(view.game, view.record, view.seat) + (f" ({dice})" if dice else "")


def _line(view: View, action: int, dice: str, words: str) -> str:
    if "," not in dice and action != view.game.pass_action:
        dice = ""  # the words of the move contain a single die
    players = range(view.game.players)
    width = max(len(name_of(view.game, view.record, player)) for player in players)
    name = name_of(view.game, view.record, view.seat).ljust(width)
    return "  ".join(filter(None, [name, dice, words]))


def _dice(view: View, words: Callable[[Game, Record], str]) -> str:
    """Return the dice of the player to act; "" in games with hands, whose cards are private."""
    return "" if has_hands(view.game) else words(view.game, view.record)
