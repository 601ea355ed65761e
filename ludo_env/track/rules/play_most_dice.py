"""Two dice must both be played, if they can.  Clause: L-16.

It looks one die ahead: a move is played on trial, without captures and what else it would bring
about, and the other dice are asked whether any piece could go on with them.
"""

from __future__ import annotations

from typing import Any

from ludo_env.core.rule import Hook, Hooks, hooks, rule
from ludo_env.core.state import State
from ludo_env.track.pieces import placing
from ludo_env.track.tables import YARD, Tables


@rule(clauses="L-16", wants="two different dice, of which one can be played so that the other cannot")
def play_most_dice(board: Tables) -> Hooks:
    """Moves after which no other die could be played give way; of those alone, to the largest."""
    pieces = board.pieces
    place = placing(board)
    dice_in, pips, uses = board.ask.dice_in, board.ask.pips, board.ask.uses

    def prune(can_move: Hook, index_of: Hook, use_of: Hook, target_of: Hook) -> Hook:
        def oblige(s: State, count: int, mask: Any, choices: Any) -> int:
            if count < 2 or not are_different(s):
                return count
            going_on = 0
            for at in range(count):
                going_on += int(goes_on(s, choices[at]))
            largest = 0
            if going_on == 0:
                for at in range(count):
                    if moves(choices[at]):
                        largest = max(largest, pips(s, use_of(choices[at])))
            kept = 0
            for at in range(count):
                action = choices[at]
                if not moves(action) or stays(s, action, largest):
                    choices[kept] = action
                    kept += 1
                else:
                    mask[action] = 0
            return kept

        def stays(s: State, action: int, largest: int) -> bool:
            """If nothing goes on, the largest number does."""
            if largest > 0:
                return pips(s, use_of(action)) == largest  # type: ignore[no-any-return]
            return goes_on(s, action)

        def moves(action: int) -> bool:
            """Does it move one of the colour's own pieces?"""
            return index_of(action) < pieces  # type: ignore[no-any-return]

        def goes_on(s: State, action: int) -> bool:
            """Does it take several dice, or leave a move for another?"""
            if not moves(action):
                return False
            use = use_of(action)
            if dice_in(s, use) > 1:
                return True
            piece = s.colour * pieces + index_of(action)
            here, there = s.progress[piece], target_of(s, action)
            place(s, s.colour, piece, max(there, YARD))
            found = can_play(s, use)
            place(s, s.colour, piece, here)
            return found

        def can_play(s: State, spent: int) -> bool:
            """Could any piece move by a single die other than this?"""
            for use in range(uses(s)):
                if use != spent and dice_in(s, use) == 1 and pips(s, use) > 0:
                    for piece in range(s.colour * pieces, s.colour * pieces + pieces):
                        if can_move(s, s.colour, piece, use):
                            return True
            return False

        return oblige

    def are_different(s: State) -> bool:
        """Are there two single dice of which each is a use of its own?"""
        found = 0
        for use in range(uses(s)):
            if dice_in(s, use) == 1 and pips(s, use) > 0:
                found += 1
        return found > 1

    return hooks(prune=prune)
