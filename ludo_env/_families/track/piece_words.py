"""The words for pieces in position texts: `y`, `10`, `h3`, `f`, and `5@2` with its owner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludo_env._engine.errors import PositionError, cut, quoted
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.notation import listed
from ludo_env._engine.state import Plain
from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._families.track.owners import owning
from ludo_env._families.track.tables import YARD

if TYPE_CHECKING:
    from ludo_env._engine.game import Game

# Separates the place of a piece from the seat that owns it now.
OWNED = "@"


def piece_word(game: Game, s: Plain, piece: int, progress: int) -> str:
    """Return the place of a piece, and its owner if that has changed."""
    board: RaceBoard = game.spec.board
    owner = owning(game.plain.tables)(s, piece)
    word = _place_word(game, s, piece, owner, progress)
    return word if owner == piece // board.pieces else f"{word}{OWNED}{board.seats[owner]}"


def places_of(game: Game, s: Plain, player: int, key: str, value: str | None) -> list[int]:
    """Return the places of a player's pieces; without a value, those at the start of the game."""
    board: RaceBoard = game.spec.board
    count = board.counts[player]
    first = player * board.pieces
    if value is None:
        return list(s.progress[first : first + count])
    words = value.split(",")
    if len(words) != count:
        raise PositionError(
            f"{key}={cut(value)} names {len(words)} pieces; this game has {count} a player."
        )
    return [_place(game, s, first + index, key, word) for index, word in enumerate(words)]


def player_at(board: RaceBoard, key: str, word: str) -> int:
    """Return the player at a seat."""
    players = {str(seat): player for player, seat in enumerate(board.seats)}
    if word not in players:
        raise PositionError(
            f"{key}={cut(word)}: no player sits there; the seats are {listed(board.seats)}."
        )
    return players[word]


def _place_word(game: Game, s: Plain, piece: int, owner: int, progress: int) -> str:
    board: RaceBoard = game.spec.board
    word = game.plain.laws.write_piece(s, piece)
    if word != NO_OPINION:
        return str(word)
    if progress == YARD:
        return "y"
    if progress == board.finish:
        return "f"
    return board.word(owner, progress)


def _place(game: Game, s: Plain, piece: int, key: str, word: str) -> int:
    board: RaceBoard = game.spec.board
    colour = owner = piece // board.pieces
    if game.plain.tables.owners and OWNED in word:
        word, _, seat = word.partition(OWNED)
        owner = player_at(board, key, seat)
        s.owner[piece] = 0 if owner == colour else 1 + owner
    if game.plain.laws.read_piece(s, piece, word):
        return YARD
    if word == "y":
        return YARD
    if word == "f":
        return board.finish
    laps = game.facts.laps
    places = board.places(owner, laps)
    if word not in places:
        raise PositionError(
            f"{key}: {quoted(word)} is not a place for a piece; places are y, "
            f"{board.places_in_words(laps)} and f."
        )
    return places[word]
