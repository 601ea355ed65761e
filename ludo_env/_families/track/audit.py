"""The audit of a race: what is wrong with a state that play has reached, if anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludo_env._engine.family import DECIDE, NOBODY, OVER, STOPPED, TOSS
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.state import Plain, Record
from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._families.track.owners import owning
from ludo_env._families.track.tables import YARD, Tables
from ludo_env._families.track.throws import throwing

if TYPE_CHECKING:
    from ludo_env._engine.game import Game


def audit(game: Game, record: Record) -> str:
    """Return what is wrong with a state: its pieces, its chance event, or its end."""
    s = game.layout.unpack(record)
    return _crowd_complaint(game, s) or _chance_complaint(game, s) or _end_complaint(game, s)


def _crowd_complaint(game: Game, s: Plain) -> str:
    """Compare the crowds with the places of the pieces."""
    board: RaceBoard = game.spec.board
    tables = game.plain.tables
    owner_of = owning(tables)
    kept = s.crowds if tables.wide else s.crowd
    crowd = [0] * len(kept)
    for piece, place in enumerate(s.progress):
        colour, index = divmod(piece, board.pieces)
        if index >= board.counts[colour] and place != board.finish:
            return f"piece {index} of player {colour}, who does not have it, is not home"
        owner = owner_of(s, piece)
        if tables.owners and not _is_owned(s, piece, colour, board):
            return f"piece {index} of player {colour} has an owner that it cannot have"
        if place > YARD and tables.wide:
            crowd[tables.cell[owner, place] * board.players + owner] += 1
        elif place > YARD:
            crowd[tables.cell[owner, place]] += tables.one[owner]
    if crowd != kept:
        return "A rule moved a piece without place(): the crowds no longer agree with the pieces"
    if tables.walls and s.walls != _walls(tables, crowd):
        return "The walls no longer agree with the pieces"
    if tables.taken and s.taken != sum(1 << cell for cell in range(tables.ring) if crowd[cell]):
        return "The taken squares no longer agree with the pieces"
    return ""


def _walls(tables: Tables, crowd: list[int]) -> int:
    """Return the ring squares with two or more pieces of a colour."""
    counts = [[ones >> (4 * player) & 15 for player in range(tables.players)] for ones in crowd]
    return sum(1 << cell for cell in range(tables.ring) if max(counts[cell]) > 1)


def _is_owned(s: Plain, piece: int, colour: int, board: RaceBoard) -> bool:
    """Return whether the owner of a piece is a valid player, written in its only form."""
    owner: int = s.owner[piece]
    missing = piece % board.pieces >= board.counts[colour]
    return owner == 0 or (owner <= board.players and owner != 1 + colour and not missing)


def _chance_complaint(game: Game, s: Plain) -> str:
    """Check the pending chance event: dice still to be thrown, or a toss for the first turn."""
    if s.phase == STOPPED:  # perhaps because chance never reached a decision
        return ""
    if s.phase >= DECIDE:
        return (
            "dice are pending, or the opening, and yet chance is over"
            if (s.pending or s.opening)
            else ""
        )
    if s.phase == TOSS:
        sound = s.opening and 1 <= s.sides <= game.players
        return "" if sound else "a toss is pending that this game does not have"
    outcomes = throwing(game.plain.tables, game.plain.laws, game.facts).sides(s)
    if s.pending == 0 or s.sides != outcomes or outcomes == 0:
        return "a die is pending that this game does not have"
    return ""


def _end_complaint(game: Game, s: Plain) -> str:
    """Check that the winner has won by the rules."""
    over = game.plain.laws.over
    if s.phase != OVER:
        return "" if s.winner == NOBODY else "a player has won, and yet the game is not over"
    winners = {over(s, player) for player in range(game.players)} - {NO_OPINION}
    if not winners and game.facts.stalls:
        winners.add(NOBODY)  # a draw
    if not winners - {NOBODY} and game.facts.all_lose:
        winners.add(len(set(game.spec.board.sides)))  # a side without a player
    if s.winner not in winners:
        return "the game is over, and by the rules the winner has not won"
    return ""
