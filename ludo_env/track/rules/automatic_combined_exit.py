"""A piece that comes out takes along the dice that nobody else can use.  Clauses: E-57 to E-59."""

from __future__ import annotations

from typing import Any

from ludo_env.core.rule import Hook, Hooks, hooks, rule
from ludo_env.core.state import State
from ludo_env.track.rules.double_six_bag import MOST_SIXES, USES, dice_left, size_of
from ludo_env.track.tables import YARD, Tables


@rule(clauses="E-57 E-58 E-59", wants="a mechanism that plays several dice in one move")
def automatic_combined_exit(board: Tables) -> Hooks:
    """If nobody else could use what is left after the six, the exit takes all the dice it can."""
    pieces = board.pieces

    def prune(can_move: Hook, index_of: Hook) -> Hook:
        def combine(s: State, count: int, mask: Any, choices: Any) -> int:
            if count < 2 or s.bag_sixes == 0 or dice_left(s) < 2 or not exits(s, count, choices):
                return count
            able = able_to_use_the_rest(s)
            if able & (able - 1):  # two of them: whoever comes out, somebody else can
                return count
            kept = 0
            at = 0
            while at < count:
                # The plays of one piece stand together in the list.
                index = choices[at] // USES
                end = at
                most = 0
                while end < count and choices[end] // USES == index:
                    most = max(most, size_of(choices[end] - index * USES))
                    end += 1
                if index == pieces or not is_at_house(s, index) or able & ~(1 << index):
                    most = 0  # nothing is struck
                while at < end:
                    action = choices[at]
                    at += 1
                    if size_of(action - index * USES) < most:
                        mask[action] = 0
                    else:
                        choices[kept] = action
                        kept += 1
            return kept

        def able_to_use_the_rest(s: State) -> int:
            """Who could play something with the bag less one six, a bit for each piece."""
            able = 0
            s.bag_sixes -= 1
            for index in range(pieces):
                for use in range(1, 4 * (min(s.bag_sixes, MOST_SIXES) + 1)):
                    if can_move(s, s.seat, s.seat * pieces + index, use):
                        able |= 1 << index
                        break
                if able & (able - 1):
                    break
            s.bag_sixes += 1
            return able

        return combine

    def exits(s: State, count: int, choices: Any) -> bool:
        """Is there an exit on the list?"""
        for at in range(count):
            index = choices[at] // USES
            if index < pieces and is_at_house(s, index):
                return True
        return False

    def is_at_house(s: State, index: int) -> bool:
        piece = s.seat * pieces + index
        return s.progress[piece] <= YARD and s.captor[piece] == 0

    return hooks(prune=prune)
