"""Both dice must be played if that is possible.  Clause: L-16.

The rule looks one die ahead: it moves the piece, without captures or other effects, asks whether
any piece could then be moved by the other die, and puts the piece back.
"""

from __future__ import annotations

from typing import Any

from ludo_env._engine.rule import Hook, Hooks, hooks, rule
from ludo_env._families.track.choices import keep_marked
from ludo_env._families.track.owners import belongings, naming
from ludo_env._families.track.pieces import placing
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import YARD, Tables

# The value of a move after which another die can be played: the largest number in the mask.
GOES_ON = 127


@rule(clauses="L-16", wants="a die that can be played so that another cannot")
def play_most_dice(board: Tables) -> Hooks:
    """A move must leave the other die playable if one can; else it plays the larger die."""
    first, end, owns = belongings(board)
    own_piece = naming(board)
    place = placing(board)
    dice_in, pips, uses = board.ask.dice_in, board.ask.pips, board.ask.uses

    def prune(can_move: Hook, index_of: Hook, use_of: Hook, target_of: Hook) -> Hook:
        def oblige(s: RaceState, count: int, mask: Any, choices: Any) -> int:
            """Keep the moves of the highest value, and all actions that move no own piece."""
            if count < 2 or not are_different(s):
                return count
            best = 0
            for at in range(count):
                # Until all are known, the mask holds the value of each.
                mask[choices[at]] = value_of(s, choices[at])
                best = max(best, mask[choices[at]])
            for at in range(count):
                action = choices[at]
                is_kept = mask[action] == best or own_piece(s, index_of(action)) < 0
                mask[action] = int(is_kept)
            return keep_marked(count, mask, choices)

        def value_of(s: RaceState, action: int) -> Any:
            """Return GOES_ON if another die can be played after it, else the number of the die."""
            if own_piece(s, index_of(action)) < 0:
                return 0
            steps = pips(s, use_of(action))
            return GOES_ON if goes_on(s, action) else min(steps, GOES_ON - 1)

        def goes_on(s: RaceState, action: int) -> bool:
            """Return whether a move takes several dice, or leaves a move for another die."""
            use = use_of(action)
            if dice_in(s, use) > 1:
                return True
            piece = own_piece(s, index_of(action))
            here, there = s.progress[piece], target_of(s, action)
            place(s, s.colour, piece, max(there, YARD))
            found = can_play(s, use)
            place(s, s.colour, piece, here)
            return found

        def can_play(s: RaceState, spent: int) -> bool:
            """Return whether any piece could move by a single die other than this."""
            for use in range(uses(s)):
                if use != spent and dice_in(s, use) == 1 and pips(s, use) > 0:
                    for piece in range(first(s.colour), end(s.colour)):
                        if owns(s, s.colour, piece) and can_move(s, s.colour, piece, use):
                            return True
            return False

        return oblige

    def are_different(s: RaceState) -> bool:
        """Return whether there are two dice with different numbers."""
        found = 0
        for use in range(uses(s)):
            if dice_in(s, use) == 1 and pips(s, use) > 0:
                found += 1
        return found > 1

    return hooks(prune=prune)
