"""A block on the own entry is broken by as many sixes and pieces.  Clauses: E-40 to E-47."""

from __future__ import annotations

from typing import Protocol

from ludo_env._engine.family import NOBODY
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.captives import CAPTOR, LOCKED, CaptiveState, LockedState, imprisoning
from ludo_env._families.track.occupancy import counting
from ludo_env._families.track.owners import belongings
from ludo_env._families.track.pieces import placing
from ludo_env._families.track.tables import YARD, Tables


class ExitState(CaptiveState, LockedState, Protocol):
    """A race with this rule: captives and locked pieces."""


@rule(
    clauses="E-41 E-42 E-43 E-44 E-45 E-46 E-47",
    fields=(CAPTOR, LOCKED),
    facts={"extras": 1},
    wants="a block of enemies on the own entry, and as many sixes",
)
def special_exit(board: Tables) -> Hooks:
    """With n sixes n pieces leave at once and capture the n enemies that block their entry."""
    players, side, cell_of = board.players, board.side, board.cell
    count_on = counting(board)
    first, end, owns = belongings(board)
    place, imprison = placing(board), imprisoning(board)
    sixes_left, six_use, spend = board.ask.sixes_left, board.ask.six_use, board.ask.spend

    def offers(s: ExitState, extra: int) -> bool:
        """Offer the exit if a piece is in the house; prisoners are bought back on the way."""
        sixes = sixes_left(s)
        if sixes < 2:
            return False
        blocker = blocker_of(s, s.seat)
        if blocker == NOBODY:
            return False
        needed = count_on(s, blocker, cell_of[s.seat, 0])
        house, captive = waiting(s, s.seat, False), waiting(s, s.seat, True)
        return sixes >= needed and house >= 1 and house + captive >= needed

    def performs(s: ExitState, hits: int, extra: int) -> int:
        """Move prisoners first, but leave one place for the house; lowest numbers first."""
        colour = s.seat
        blocker = blocker_of(s, colour)
        needed = count_on(s, blocker, cell_of[colour, 0])
        for _ in range(needed):
            spend_six(s)
        hits += imprison(s, colour, blocker, cell_of[colour, 0])
        bought = min(waiting(s, colour, True), needed - 1)
        come_out(s, colour, True, bought)
        come_out(s, colour, False, needed - bought)
        return hits

    def spend_six(s: ExitState) -> None:
        """Spend one six; where the dice are one move together, the first takes all of them."""
        use = six_use(s)
        if use != NO_OPINION:
            spend(s, use)

    def blocker_of(s: ExitState, colour: int) -> int:
        for other in range(players):
            if side[other] != side[colour] and count_on(s, other, cell_of[colour, 0]) >= 2:
                return other
        return NOBODY

    def waiting(s: ExitState, colour: int, captive: bool) -> int:
        """Return how many pieces are captive, or in the house."""
        count = 0
        for piece in range(first(colour), end(colour)):
            count += int(owns(s, colour, piece) and fits(s, piece, captive))
        return count

    def fits(s: ExitState, piece: int, captive: bool) -> bool:
        """Return whether a piece is in the house or captive, as asked, and free to be moved."""
        return (
            s.progress[piece] <= YARD and (s.captor[piece] > 0) == captive and s.locked[piece] == 0
        )

    def come_out(s: ExitState, colour: int, captive: bool, count: int) -> None:
        """Move the first `count` of these pieces to the entry, where they stay for this turn."""
        for piece in range(first(colour), end(colour)):
            if count > 0 and owns(s, colour, piece) and fits(s, piece, captive):
                s.captor[piece] = 0
                s.locked[piece] = 1
                place(s, colour, piece, 0)
                count -= 1

    def say_extra(extra: int) -> object:
        return "special exit" if extra == 0 else NO_OPINION

    return hooks(offers=offers, performs=performs, say_extra=say_extra)
