"""Positions set up by hand: by moving an item, or by changing a word of the text.

The text of a position is its only form: every change makes a new text, which the rules read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

from ludo_env._engine.errors import PositionError
from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._render.keys import Key, key_text
from ludo_env._render.pictures import pictures_of
from ludo_env._render.player_view import words_seen
from ludo_env._render.scene import scene_of

_NEAR = 0.75  # squares: the largest distance from a place at which an item can be dropped


def read(game: Game, text: str) -> Record:
    """Return the state of a position text; dice for after the opening are refused."""
    record, dice = game.read(text)
    if dice:
        raise PositionError("turn= is needed with dice: without it the game's opening comes first.")
    return record


def moved(game: Game, text: str, item: str, x: float, y: float) -> str:
    """Return the position with an item moved to a point of the picture.

    `item` is the text of its key. It goes to a place in the yard or cell of the point, or else to
    the nearest place. A point far from every place raises an error, and so does a position that
    the rules refuse.
    """
    record = read(game, text)
    scene, words = scene_of(game, record), words_seen(game, record)
    key = next((one.key for one in scene.items if key_text(one.key) == item), "")
    around = [spot for spot in scene.spots if spot.holds(x, y)]
    found = [
        (
            0.0 if any(spot.holds(*place) for spot in around) else 1.0,
            hypot(place[0] - x, place[1] - y), at, name, word,
        )
        for at, (name, word, place) in enumerate(_places(game, words, key))
    ]  # fmt: skip
    if not found:
        raise PositionError("This cannot be moved by hand.")
    elsewhere, distance, _, name, word = min(found)
    if elsewhere and distance > _NEAR:
        raise PositionError("There is no place for it where it was dropped.")
    return changed(game, text, name, word)


def changed(game: Game, text: str, name: str, word: str) -> str:
    """Return the position with another word for a key; an empty word removes the key."""
    words = words_seen(game, read(game, text))
    words[name] = word
    after = " ".join(f"{key}={value}" for key, value in words.items() if value)
    return game.position(read(game, after))


def written_words(game: Game, text: str) -> list[tuple[str, str]]:
    """Return the words that are not on the board, in their order: the turn, the dice, and fields.

    The word of dice that are still to be thrown is empty.
    """
    words = words_seen(game, read(game, text))
    dice = next((key for key in ("dice", "die") if key in game.layout.taken), "")
    if dice and dice not in words:
        words[dice] = ""
    on_board = {f"p{seat}" for seat in _seats(game)} | {"board"}
    return [(key, word) for key, word in words.items() if key not in on_board]


def turns(game: Game, text: str) -> list[tuple[str, str]]:
    """Return the words of `turn`, each with its player."""
    record = read(game, text)
    words = pictures_of(game).player_words
    return [(str(seat), words(game, record, at)) for at, seat in enumerate(_seats(game))]


def _seats(game: Game) -> Sequence[int]:
    found: Sequence[int] = getattr(game.spec.board, "seats", range(game.players))
    return found


def _places(
    game: Game, words: dict[str, str], key: Key
) -> Iterable[tuple[str, str, tuple[float, float]]]:
    """Return the places of an item; none if the family does not define `by_hand`."""
    by_hand = getattr(pictures_of(game), "by_hand", None)
    return () if by_hand is None else by_hand(game, words, key)
