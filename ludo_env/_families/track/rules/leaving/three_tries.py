"""A player with no piece on the ring throws up to three times.  Clauses: L-12, L-14."""

from __future__ import annotations

from typing import Protocol

from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Field, Hooks, field, hooks, rule
from ludo_env._families.track.owners import belongings
from ludo_env._families.track.questions import ROLL_AGAIN
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import YARD, Tables

MOST_TRIES = 100


class TriesState(RaceState, Protocol):
    """A race with this rule: the throws without a move."""

    tries: int


def _fields(count: int) -> tuple[Field, ...]:
    if not 2 <= count <= MOST_TRIES:
        raise SpecError(f"three_tries.count is 2 to {MOST_TRIES} throws, not {quoted(count)}.")
    return (field("tries", high=count - 1, observe="value", key="tries"),)


@rule(
    clauses="L-12 L-14", fields=_fields, wants="a player with nothing on the ring who cannot move"
)
def three_tries(board: Tables, count: int = 3) -> Hooks:
    """A player with no piece on the ring who cannot move throws up to three times a turn."""
    ring, finish = board.ring, board.finish
    first, end, owns = belongings(board)

    def stuck(s: TriesState, player: int) -> int:
        """Count the throws of this turn without a move, except the last."""
        if s.tries == count - 1 or not waiting(s, player) or not waiting(s, s.colour):
            return NO_OPINION
        s.tries += 1
        return ROLL_AGAIN

    def waiting(s: TriesState, colour: int) -> bool:
        """Return whether the colour has no piece on the ring, but some piece that is not home."""
        left = 0
        for piece in range(first(colour), end(colour)):
            progress = s.progress[piece]
            if YARD < progress < ring and owns(s, colour, piece):
                return False
            if progress != finish and owns(s, colour, piece):
                left += 1
        return left > 0

    def turn_ends(s: TriesState, player: int) -> None:
        s.tries = 0

    return hooks(stuck=stuck, turn_ends=turn_ends)
