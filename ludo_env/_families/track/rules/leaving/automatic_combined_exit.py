"""An exit takes along the dice that no other piece can use.  Clauses: E-57 to E-59."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hook, Hooks, hooks, rule
from ludo_env._families.track.choices import keep_marked
from ludo_env._families.track.owners import naming
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import YARD, Tables

# No piece, and more than one.
NOBODY, SEVERAL = -1, -2


@rule(clauses="E-57 E-58 E-59", wants="a mechanism that plays several dice in one move")
def automatic_combined_exit(board: Tables) -> Hooks:
    """If no other piece can use what is left after the six, the exit takes all the dice it can."""
    own_piece, named = naming(board), board.most
    dice_in, sixes_in = board.ask.dice_in, board.ask.sixes_in
    dice_left, sixes_left = board.ask.dice_left, board.ask.sixes_left
    uses, six_use, held = board.ask.uses, board.ask.six_use, board.ask.held

    def prune(
        can_move: Hook, index_of: Hook, use_of: Hook, target_of: Hook, is_whole: Hook
    ) -> Hook:
        def combine(s: RaceState, count: int, mask: Any, choices: Any) -> int:
            if count < 2 or sixes_left(s) <= 0 or dice_left(s) < 2:
                return count
            able = only_listed(s, count, choices)
            if able == SEVERAL or not any_exit(s, count, choices):
                return count
            if not is_whole(count, choices):
                able = only_able(s, able)
            if able == SEVERAL:
                return count  # whichever piece leaves, another can use the rest
            alone = able == NOBODY
            for index in range(named):
                if (alone or index == able) and is_at_house(s, index):
                    count = keep_longest(s, count, mask, choices, index)
            return count

        def any_exit(s: RaceState, count: int, choices: Any) -> bool:
            """Return whether an action on the list brings a piece out of the yard."""
            for at in range(count):  # noqa: SIM110  (compiled code has no any())
                if is_at_house(s, index_of(choices[at])):
                    return True
            return False

        def only_listed(s: RaceState, count: int, choices: Any) -> int:
            """Return the only piece with an action on the list that leaves a six.

            It is NOBODY if there is no such piece, and SEVERAL if there are more.
            """
            found, others = NOBODY, sixes_left(s) - 1
            for at in range(count):
                index = index_of(choices[at])
                if index < named and sixes_in(s, use_of(choices[at])) <= others:
                    if found >= 0 and index != found:
                        return SEVERAL
                    found = index
            return found

        def only_able(s: RaceState, known: int) -> int:
            """Return the only piece that could play something and leave a six, if it may.

            Rules before this one have removed actions, so pieces that are not on the list are
            asked about.
            """
            found = known
            for index in range(named):
                if index != known and can_use_rest(s, index):
                    if found >= 0:
                        return SEVERAL
                    found = index
            return found

        def can_use_rest(s: RaceState, index: int) -> bool:
            """Return whether a piece could play something and leave a six."""
            piece, others = own_piece(s, index), sixes_left(s) - 1
            for use in range(uses(s)):
                fits = piece >= 0 and sixes_in(s, use) <= others
                if fits and can_move(s, s.colour, piece, use):
                    return True
            return False

        def keep_longest(s: RaceState, count: int, mask: Any, choices: Any, index: int) -> Any:
            """Of the exits of one piece, keep those that take the most dice."""
            most = 0
            for at in range(count):
                if index_of(choices[at]) == index:
                    most = max(most, dice_in(s, use_of(choices[at])))
            for at in range(count):
                action = choices[at]
                if index_of(action) == index and dice_in(s, use_of(action)) < most:
                    mask[action] = 0
            return keep_marked(count, mask, choices)

        return combine

    def is_at_house(s: RaceState, index: int) -> bool:
        """Return whether a piece is in the yard and no captive."""
        piece = own_piece(s, index)
        return (
            piece >= 0
            and s.progress[piece] <= YARD
            and held(s, s.colour, piece, six_use(s)) == NO_OPINION
        )

    return hooks(prune=prune)
