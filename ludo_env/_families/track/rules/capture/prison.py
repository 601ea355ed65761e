"""A captured piece is a prisoner until a six buys it back.  Clauses: E-26, E-27, E-30."""

from __future__ import annotations

from ludo_env._engine.errors import PositionError, quoted
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.overlay import CAPTIVE, Mark, Marks
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.captives import CAPTOR, CaptiveState, imprisoning
from ludo_env._families.track.owners import owning
from ludo_env._families.track.pieces import capturing_lone
from ludo_env._families.track.tables import RANSOM, STAYS, Tables


@rule(
    clauses="E-4 E-26 E-27 E-30 E-31 E-32 E-33",
    fields=(CAPTOR,),
    role="capture",
    wants="a lone enemy where a piece may land",
)
def prison(board: Tables) -> Hooks:
    """A lone enemy on an open square goes to the captor's prison; one six buys it back home."""
    react = capturing_lone(board, imprisoning(board))
    six_use, owner_of = board.ask.six_use, owning(board)

    def held(s: CaptiveState, colour: int, piece: int, use: int) -> int:
        if s.captor[piece] == 0:
            return NO_OPINION
        return RANSOM if use == six_use(s) else STAYS

    def freed(s: CaptiveState, colour: int, piece: int) -> None:
        s.captor[piece] = 0

    def write_piece(s: CaptiveState, piece: int) -> object:
        captor = s.captor[piece]
        return f"x{board.seats[captor - 1]}" if captor else NO_OPINION

    def read_piece(s: CaptiveState, piece: int, word: str) -> bool:
        if not word.startswith("x"):
            return False
        seats = [str(seat) for seat in board.seats]
        owner = owner_of(s, piece)
        holder = seats.index(word[1:]) if word[1:] in seats else owner
        if holder == owner:
            raise PositionError(
                f"{quoted(word)}: a prisoner is held by another player; "
                f"seats are {', '.join(seats)}."
            )
        s.captor[piece] = 1 + holder
        return True

    def overlay(s: CaptiveState, marks: Marks) -> Marks:
        """Show prisoners beside their captors."""
        captives = [piece for piece, captor in enumerate(s.captor) if captor]
        return (*marks, *[Mark(CAPTIVE, piece, s.captor[piece] - 1) for piece in captives])

    return hooks(
        react=react,
        held=held,
        freed=freed,
        write_piece=write_piece,
        read_piece=read_piece,
        overlay=overlay,
    )
