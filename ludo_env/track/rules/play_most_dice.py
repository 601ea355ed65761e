"""Two dice must both be played, if they can.  Clause: L-16.

It looks one die ahead: a move is played on trial, without captures and what else it would bring
about, and the other dice are asked whether any piece could go on with them.
"""

from __future__ import annotations

from typing import Any

from ludo_env.core.rule import Hook, Hooks, hooks, rule
from ludo_env.core.state import State
from ludo_env.track.owners import belongings, naming
from ludo_env.track.pieces import placing
from ludo_env.track.tables import YARD, Tables

# What a move is worth after which another die can be played; the mask holds no more.
GOES_ON = 127


@rule(clauses="L-16", wants="a die that can be played so that another cannot")
def play_most_dice(board: Tables) -> Hooks:
    """Moves after which no other die could be played give way; of those alone, to the largest."""
    first, end, owns = belongings(board)
    own_piece = naming(board)
    place = placing(board)
    dice_in, pips, uses = board.ask.dice_in, board.ask.pips, board.ask.uses

    def prune(can_move: Hook, index_of: Hook, use_of: Hook, target_of: Hook) -> Hook:
        def oblige(s: State, count: int, mask: Any, choices: Any) -> int:
            """Only what is worth most stays; what moves no own piece stays in any case."""
            if count < 2 or not are_different(s):
                return count
            best = 0
            for at in range(count):
                # Until all are known, the mask says what each is worth.
                mask[choices[at]] = worth(s, choices[at])
                best = max(best, mask[choices[at]])
            kept = 0
            for at in range(count):
                action = choices[at]
                if mask[action] == best or own_piece(s, index_of(action)) < 0:
                    mask[action] = 1
                    choices[kept] = action
                    kept += 1
                else:
                    mask[action] = 0
            return kept

        def worth(s: State, action: int) -> Any:
            """More than any number, if another die can be played after it; else its number."""
            if own_piece(s, index_of(action)) < 0:
                return 0
            steps = pips(s, use_of(action))
            return GOES_ON if goes_on(s, action) else min(steps, GOES_ON - 1)

        def goes_on(s: State, action: int) -> bool:
            """Does it take several dice, or leave a move for another?"""
            use = use_of(action)
            if dice_in(s, use) > 1:
                return True
            piece = own_piece(s, index_of(action))
            here, there = s.progress[piece], target_of(s, action)
            place(s, s.colour, piece, max(there, YARD))
            found = can_play(s, use)
            place(s, s.colour, piece, here)
            return found

        def can_play(s: State, spent: int) -> bool:
            """Could any piece move by a single die other than this?"""
            for use in range(uses(s)):
                if use != spent and dice_in(s, use) == 1 and pips(s, use) > 0:
                    for piece in range(first(s.colour), end(s.colour)):
                        if owns(s, s.colour, piece) and can_move(s, s.colour, piece, use):
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
