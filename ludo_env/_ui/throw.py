"""The dice after a move: thrown, thrown again or left over; and whether somebody has won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ludo_env._engine.effects import Effects
from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._render.animation.dice_roll import falls
from ludo_env._render.player_view import faces_seen


class Throw(NamedTuple):
    """The origin of the shown dice."""

    falls: bool = False  # whether they were thrown after the last move
    again: bool = False  # whether the same player throws again
    left: bool = False  # whether other dice of the same throw have been played


def throw_of(game: Game, before: Record, after: Record, done: Effects) -> Throw:
    """Return the origin of the dice after a move."""
    same = int(before["seat"][0]) == int(after["seat"][0])
    fell = falls(game, before, after, done)
    again = same and fell and bool(faces_seen(game, before))
    return Throw(fell, again, same and not fell and bool(done.dice))


def any_wins(game: Game, record: Record, people: Sequence[int]) -> bool:
    """Return whether a person has won, or an agent if only agents play."""
    gains = game.returns(record)
    return any(gains[player] > 0 for player in people or range(len(gains)))
