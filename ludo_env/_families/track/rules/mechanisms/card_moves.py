"""What the cards do besides moving a piece by their number.  Clauses: L-10.

ace, king   bring a piece out of the yard, or move 1 or 13 steps
four        four steps back, on the shared squares only
five        moves an opponent's piece five steps along the shared squares
jack        swaps an own piece with an opponent's: an extra action for each pair,
            (own index) * (opponents' pieces) + (index among the opponents' pieces)
"""

from __future__ import annotations

from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.card_hands import (
    ACE,
    FIVE,
    FOUR,
    JACK,
    KING,
    HandState,
    discard,
    holds,
)
from ludo_env._families.track.owners import owning
from ludo_env._families.track.pieces import placing
from ludo_env._families.track.tables import BACKWARD, YARD, Tables


@rule(
    clauses="L-10",
    facts={"moves_all": True, "backward": True, "laps": True, "pairs": True},
    wants="cards",
)
def card_moves(board: Tables) -> Hooks:
    """A 4 goes back on the ring, a 5 moves an opponent there, a jack swaps; the rest move own."""
    pieces, players, ring, side = board.pieces, board.players, board.ring, board.side
    cell_of, place_at = board.cell, board.place_at
    everything = pieces * players
    rivals = everything if board.owners else everything - pieces
    place, owner_of = placing(board), owning(board)

    def enters(s: HandState, colour: int, use: int, steps: int) -> int:
        """Let an ace or a king be spent whole on leaving the yard."""
        return steps if use in (ACE, KING) else NO_OPINION

    def way(s: HandState, colour: int, use: int) -> int:
        return BACKWARD if use == FOUR else NO_OPINION

    def may_use(s: HandState, colour: int, piece: int, use: int) -> bool:
        shared = YARD < s.progress[piece] < ring
        if use == FIVE:
            return shared and side[colour] != side[s.colour]
        if colour != s.colour or use == JACK:
            return False
        return shared or use != FOUR

    def may_land(s: HandState, colour: int, cell: int) -> bool:
        """Keep a piece that another player moves on the ring."""
        return colour == s.colour or cell < ring

    def offers(s: HandState, extra: int) -> bool:
        """Offer pairs of pieces on the ring, neither on its own entry, of different sides."""
        if holds(s, JACK) == 0:
            return False
        own, other = own_of(s, extra), other_of(s, extra)
        here, there = s.progress[own], s.progress[other]
        owner = owner_of(s, other)
        if owner_of(s, own) != s.colour or side[owner] == side[s.colour]:
            return False
        if not 0 < here < ring or not 0 < there < ring:
            return False
        return (
            place_at[s.colour, cell_of[owner, there]] > YARD
            and place_at[owner, cell_of[s.colour, here]] > YARD
        )

    def performs(s: HandState, hits: int, extra: int) -> int:
        """Swap the two pieces; nobody is captured."""
        own, other = own_of(s, extra), other_of(s, extra)
        owner = owner_of(s, other)
        mine, theirs = cell_of[s.colour, s.progress[own]], cell_of[owner, s.progress[other]]
        place(s, s.colour, own, place_at[s.colour, theirs])
        place(s, owner, other, place_at[owner, mine])
        discard(s, JACK)
        return hits

    def own_of(s: HandState, extra: int) -> int:
        return (s.colour * pieces + extra // rivals) % everything

    def other_of(s: HandState, extra: int) -> int:
        return ((s.colour + 1) * pieces + extra % rivals) % everything

    def say_extra(extra: int) -> str:
        own, other = extra // rivals, (pieces + extra % rivals) % everything
        return f"J: {named(own)} for {named(other)}"

    def named(index: int) -> str:
        away, number = divmod(index, pieces)
        return f"piece {number} of the player {away} further round" if away else f"piece {number}"

    return hooks(
        enters=enters,
        way=way,
        may_use=may_use,
        may_land=may_land,
        offers=offers,
        performs=performs,
        say_extra=say_extra,
    )
