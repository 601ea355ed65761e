"""Action numbers of a race: the one place that converts moves to numbers and back.

    0 .. moves-1   a piece, a use of the dice, and a branch where ways fork:
                   (use * movers + index) * branches + branch, or the piece first
    moves ..       actions that rules offer besides moving a piece
    last           PASS

`index` is the number of a piece, from 0 for the first of the colour to move. In games in which
opponents' pieces are moved too, or pieces change owners, those of the next colour follow, and so on
round the table. A piece keeps its number when its owner changes.
"""

from __future__ import annotations

from typing import NamedTuple

from ludo_env._families.track.facts import RaceFacts
from ludo_env._families.track.tables import Tables


class Numbers(NamedTuple):
    """The numbers of a game's actions."""

    uses: int
    movers: int  # number of pieces that a player can name
    branches: int
    extras: int
    by_piece: bool  # whether the piece varies slowest, rather than the use

    @property
    def moves(self) -> int:
        """The number of actions that move a piece."""
        return self.uses * self.movers * self.branches

    @property
    def actions(self) -> int:
        """The number of actions."""
        return self.moves + self.extras + 1

    def parts(self, action: int) -> tuple[int, int, int]:
        """Return the index of the piece, the use and the branch of an action."""
        move, branch = divmod(action, self.branches)
        if self.by_piece:
            index, use = divmod(move, self.uses)
        else:
            use, index = divmod(move, self.movers)
        return index, use, branch

    def piece(self, board: Tables, colour: int, action: int) -> tuple[int, int]:
        """Return the colour and number of the piece that an action of `colour` names."""
        away, number = divmod(self.parts(action)[0], board.pieces)
        return (colour + away) % board.players, number


def numbers_of(board: Tables, facts: RaceFacts) -> Numbers:
    """Return the numbers of the game on this board, with these dice."""
    everybody = facts.moves_all or board.owners
    longest = min(facts.longest, len(board.branches) - 1)
    # One for each pair of an own piece and another player's, if a rule asks for them.
    pairs = 0
    if facts.pairs:
        own, everything = board.pieces, board.pieces * board.players
        pairs = everything**2 if board.owners else own * (everything - own)
    return Numbers(
        uses=facts.uses,
        movers=board.pieces * (board.players if everybody else 1),
        branches=board.branches[longest] if board.branches else 1,
        extras=facts.extras + pairs,
        by_piece=facts.by_piece,
    )
