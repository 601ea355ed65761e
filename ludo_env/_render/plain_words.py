"""Plain words: players by their colours, and pieces numbered from 1."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from ludo_env._engine.game import Game
from ludo_env._engine.plurals import counted
from ludo_env._engine.state import Record
from ludo_env._render.keys import Piece
from ludo_env._render.pictures import pictures_of
from ludo_env._render.shapes import Item, Scene, Shape, Words

_PLAYER = re.compile(r"(\bof )?(?:the )?player[_ ](\d+)")
_PIECE = re.compile(r"\bpiece (\d+)")
_JOURNEY = re.compile(r": (?!piece)(\S.*?) from (the yard|\S+) to (\w+)")
_DIE = re.compile(r"\d+\b")
_RULE = re.compile(r"^[a-z_]+(?: [a-z_]+)*: (?=[A-Z])")


def name_in_words(game: Game, record: Record, player: int) -> str:
    """Return a player by their colour, and their role if there are roles: "white Attacker"."""
    return pictures_of(game).player_words(game, record, player)


def plain(game: Game, record: Record, words: str, reader: int | None = None) -> str:
    """Return words about a move: "piece 3: 6 steps, 9 to 15, captures blue on square 15".

    The player `reader`, if given, is called "you".
    """

    def colour(found: re.Match[str]) -> str:
        own = int(found[2]) == reader
        name = ("yours" if found[1] else "you") if own else ""
        return f"{found[1] or ''}{name or name_in_words(game, record, int(found[2]))}"

    words = _PIECE.sub(lambda found: f"piece {int(found[1]) + 1}", words)
    words = _JOURNEY.sub(lambda found: f": {_journey(*found.groups())}", words)
    return _PLAYER.sub(colour, words)


def signs_in_words(game: Game) -> list[str]:
    """Return the meaning of the signs on a board by its rules.

    The module that draws a family can define `signs_in_words`.
    """
    found: Callable[[Game], list[str]] = getattr(pictures_of(game), "signs_in_words", lambda _: [])
    return found(game)


def plain_reason(game: Game, record: Record, words: str) -> str:
    """Return the reason why a move is refused, without the name of the rule."""
    return sentence(plain(game, record, _RULE.sub("", words)).rstrip(".")) + "."


def numbered(scene: Scene) -> Scene:
    """Return the scene with pieces numbered from 1."""
    return scene._replace(items=tuple(map(_numbered, scene.items)))


def sentence(words: str) -> str:
    """Return words with a capital letter first, unless they begin with a cell such as a8."""
    first = words.partition(" ")[0]
    return words if any(map(str.isdigit, first)) else f"{words[:1].upper()}{words[1:]}"


def listed(words: list[str]) -> str:
    """Return "6", "6 and 2" or "6, 6 and 2"."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def _journey(dice: str, start: str, end: str) -> str:
    """Return "6 steps, 9 to 15", or "6, out of the yard" if the piece ends on square 0."""
    if start == "the yard":
        return f"{dice}, out of the yard" if end == "0" else f"{dice}, out of the yard to {end}"
    steps = _DIE.match(dice)
    if steps and not dice[steps.end() :].startswith(("+", " of ", " for ")):
        dice = counted(int(steps[0]), "step") + dice[steps.end() :]
    return f"{dice}, {start} to {end}"


def _numbered(item: Item) -> Item:
    """Return a piece with its number counted from 1."""
    if not isinstance(item.key, Piece):
        return item
    return item._replace(art=_from_one(item.art, item.key.index))


@lru_cache(maxsize=1024)
def _from_one(art: tuple[Shape, ...], index: int) -> tuple[Shape, ...]:
    """Return the shapes of a piece with its number increased by one; they are cached."""
    old, new = str(index), str(index + 1)
    return tuple(
        shape._replace(text=new) if isinstance(shape, Words) and shape.text == old else shape
        for shape in art
    )
