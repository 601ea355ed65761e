"""What a move leads to: dice that fall, fall again or are left, and a win that is cheered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ludo_env._engine.effects import Effects
from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._render.animation.dice_roll import falls
from ludo_env._render.player_view import faces_seen


class Throw(NamedTuple):
    """How the shown dice came."""

    falls: bool = False  # whether they were thrown after the last move
    again: bool = False  # for the player who has just played some
    left: bool = False  # whether others of the same throw have been played


def throw_of(game: Game, before: Record, after: Record, done: Effects) -> Throw:
    """Return how the dice after a move came."""
    same = int(before["seat"][0]) == int(after["seat"][0])
    fell = falls(game, before, after, done)
    again = same and fell and bool(faces_seen(game, before))
    return Throw(fell, again, same and not fell and bool(done.dice))


def any_wins(game: Game, record: Record, people: Sequence[int]) -> bool:
    """Return whether a person has won, or any agent where only agents play."""
    gains = game.returns(record)
    return any(gains[player] > 0 for player in people or range(len(gains)))
