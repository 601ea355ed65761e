"""Pieces of a race moved by hand: each place of a piece, and the resulting position text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ludo_env._engine.errors import LudoError
from ludo_env._engine.game import Game
from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._families.track.piece_words import OWNED
from ludo_env._render.display_options import Look
from ludo_env._render.keys import Key, Piece
from ludo_env._render.track.scene import scene

XY = tuple[float, float]


def by_hand(game: Game, words: dict[str, str], key: Key) -> Iterator[tuple[str, str, XY]]:
    """Yield the changes that move the item with this key: a key, its new word, and the place.

    The words are those of the position text; a piece owned by another player keeps its owner.
    """
    if not isinstance(key, Piece):
        return
    board: RaceBoard = game.spec.board
    name = f"p{board.seats[key.player]}"
    pieces = words[name].split(",")
    _, mark, owner = pieces[key.index].partition(OWNED)
    player = board.seats.index(int(owner)) if owner else key.player
    for word, place in _places(game, player, min(key.index, board.counts[player] - 1)):
        changed = [*pieces[: key.index], f"{word}{mark}{owner}", *pieces[key.index + 1 :]]
        yield name, ",".join(changed), place


@lru_cache(maxsize=256)
def _places(game: Game, player: int, index: int) -> tuple[tuple[str, XY], ...]:
    """Return each word for a place of a piece, and where the piece is drawn if it is alone."""
    board: RaceBoard = game.spec.board
    found = []
    for word in ("y", *board.places(player, game.facts.laps), "f"):
        pieces = ["y"] * board.counts[player]
        pieces[index] = word
        try:
            record, _ = game.read(f"p{board.seats[player]}={','.join(pieces)}")
        except LudoError:
            continue  # a game whose only piece is home has been won, so it cannot be read
        items = scene(game, record, Look()).items
        found += [(word, (one.x, one.y)) for one in items if one.key == Piece(player, index)]
    return tuple(found)
