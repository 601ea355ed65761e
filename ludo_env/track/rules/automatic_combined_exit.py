"""A piece that comes out takes along the dice that nobody else can use.  Clauses: E-57 to E-59."""

from __future__ import annotations

from typing import Any

from ludo_env.core.laws import NO_OPINION
from ludo_env.core.rule import Hook, Hooks, hooks, rule
from ludo_env.core.state import State
from ludo_env.track.owners import naming
from ludo_env.track.tables import YARD, Tables

# Of pieces by their index.
NONE, SEVERAL = -1, -2


@rule(clauses="E-57 E-58 E-59", wants="a mechanism that plays several dice in one move")
def automatic_combined_exit(board: Tables) -> Hooks:
    """If nobody else could use what is left after the six, the exit takes all the dice it can."""
    own_piece, named = naming(board), board.most
    dice_in, sixes_in = board.ask.dice_in, board.ask.sixes_in
    dice_left, sixes_left = board.ask.dice_left, board.ask.sixes_left
    uses, six_use, held = board.ask.uses, board.ask.six_use, board.ask.held

    def prune(can_move: Hook, index_of: Hook, use_of: Hook) -> Hook:
        def combine(s: State, count: int, mask: Any, choices: Any) -> int:
            if count < 2 or sixes_left(s) <= 0 or dice_left(s) < 2:
                return count
            if not any_exit(s, count, choices):
                return count
            able = able_to_use_the_rest(s)
            if able == SEVERAL:  # whichever leaves, another can use the rest
                return count
            for index in range(named):
                if able in (NONE, index) and is_at_house(s, index):
                    count = keep_longest(s, count, mask, choices, index)
            return count

        def any_exit(s: State, count: int, choices: Any) -> bool:
            """Does an action on the list bring a piece out of the yard?"""
            for at in range(count):  # noqa: SIM110  (compiled code has no any())
                if is_at_house(s, index_of(choices[at])):
                    return True
            return False

        def able_to_use_the_rest(s: State) -> int:
            """The index of who could play something that leaves a six over; or NONE, or SEVERAL."""
            able, others = NONE, sixes_left(s) - 1
            for index in range(named):
                piece = own_piece(s, index)
                for use in range(uses(s) if piece >= 0 else 0):
                    if sixes_in(s, use) <= others and can_move(s, s.colour, piece, use):
                        if able != NONE:
                            return SEVERAL
                        able = index
                        break
            return able

        def keep_longest(s: State, count: int, mask: Any, choices: Any, index: int) -> int:
            """Of the exits of one piece, those stay that take the most dice."""
            most = 0
            for at in range(count):
                if index_of(choices[at]) == index:
                    most = max(most, dice_in(s, use_of(choices[at])))
            kept = 0
            for at in range(count):
                action = choices[at]
                if index_of(action) == index and dice_in(s, use_of(action)) < most:
                    mask[action] = 0
                else:
                    choices[kept] = action
                    kept += 1
            return kept

        return combine

    def is_at_house(s: State, index: int) -> bool:
        """In the yard, and nobody's captive."""
        piece = own_piece(s, index)
        return (
            piece >= 0
            and s.progress[piece] <= YARD
            and held(s, s.colour, piece, six_use(s)) == NO_OPINION
        )

    return hooks(prune=prune)
