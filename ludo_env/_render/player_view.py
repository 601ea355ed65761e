"""The view of a position by one player: everything but the hands of the others."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ludo_env._engine.family import DECIDE
from ludo_env._engine.game import Game
from ludo_env._engine.notation import EMPTY
from ludo_env._engine.state import Record
from ludo_env._render.pictures import pictures_of

HIDDEN = "?"


def words_seen(game: Game, record: Record, viewer: int | None = None) -> dict[str, str]:
    """Return the words of the position text by key as a player sees them; None sees all."""
    words = dict(_words_of(game, record.tobytes()))
    if viewer is None:
        return words
    for key in _private_keys(game):
        hands = words[key].split("/")
        words[key] = "/".join(
            hand if player == viewer else HIDDEN for player, hand in enumerate(hands)
        )
        if "dice" in words and int(record["seat"][0]) != viewer:
            words["dice"] = HIDDEN  # the hand of the player to act
    return words


def has_hands(game: Game) -> bool:
    """Return whether players hold cards that the others must not see."""
    return bool(_private_keys(game))


def position_seen(game: Game, record: Record, viewer: int | None) -> str:
    """Return the position text, with ? for what a player does not see."""
    words = words_seen(game, record, viewer)
    return " ".join(f"{key}={word}" for key, word in words.items())


def name_of(game: Game, record: Record, player: int) -> str:
    """Return a player with colour, and role if there are roles: "player_1 black Attacker"."""
    return f"player_{player} {pictures_of(game).player_words(game, record, player)}"


def dice_in_words(game: Game, record: Record, viewer: int | None = None) -> str:
    """Return the dice or cards of the player to act: "dice 6,2"; empty if none are visible."""
    faces = faces_seen(game, record, viewer)
    return f"{_key(game, record)} {','.join(faces)}" if faces else ""


def left_in_words(game: Game, record: Record, viewer: int | None = None) -> str:
    """Return the dice or cards still to be played: "dice 6,2", "dice 2 left", or empty."""
    faces = faces_left(game, record, viewer)
    spent = len(faces) < len(faces_seen(game, record, viewer))
    return f"{_key(game, record)} {','.join(faces)}{' left' * spent}" if faces else ""


def faces_seen(game: Game, record: Record, viewer: int | None = None) -> list[str]:
    """Return the dice or cards of the player to act, if they are visible."""
    if record["phase"][0] != DECIDE:
        return []
    words = words_seen(game, record, viewer)
    faces = words.get("dice", words.get("die", ""))
    return [] if faces in ("", HIDDEN) else faces.split(",")


def faces_left(game: Game, record: Record, viewer: int | None = None) -> list[str]:
    """Return the dice or cards that are still to be played, if they are visible."""
    return [face for face in faces_seen(game, record, viewer) if face != EMPTY]


def _key(game: Game, record: Record) -> str:
    return "cards" if has_hands(game) else "dice" if "dice" in words_seen(game, record) else "die"


@lru_cache(maxsize=64)
def _words_of(game: Game, state: bytes) -> tuple[tuple[str, str], ...]:
    """Return the words of the position text by key; cached, as a picture needs them often."""
    record = np.frombuffer(state, game.layout.dtype).copy()
    pairs = (word.partition("=") for word in game.position(record).split())
    return tuple((key, word) for key, _, word in pairs)


@lru_cache(maxsize=64)
def _private_keys(game: Game) -> tuple[str, ...]:
    return tuple(
        field.key
        for field in game.spec.fields
        if field.private and field.key and field.text == "cards"
    )
