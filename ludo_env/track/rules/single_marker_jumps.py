"""The only piece in play takes all dice as one jump.  Clause: L-16.

For `dice(count, together=True)`, whose last use is all dice in one move.
"""

from __future__ import annotations

from typing import Any

from ludo_env.core.errors import SpecError, quoted
from ludo_env.core.rule import Hook, Hooks, hooks, rule
from ludo_env.core.state import State
from ludo_env.track.tables import YARD, Tables

# No move has such a number.
_NO_MOVE = 2**40


@rule(clauses="L-16", wants="dice that can be played together")
def single_marker_jumps(board: Tables, count: int = 2) -> Hooks:
    """The only piece in play must jump by all dice at once if nothing can enter; no other may."""
    if not 2 <= count <= 4:
        raise SpecError(f"single_marker_jumps.count is 2 to 4 dice, not {quoted(count)}.")
    pieces, finish = board.pieces, board.finish

    def may_use(s: State, colour: int, piece: int, use: int) -> bool:
        return use != count or (s.progress[piece] > YARD and in_play(s, colour) == 1)

    def in_play(s: State, colour: int) -> int:
        """How many pieces of a colour are neither in the yard nor home."""
        found = 0
        for piece in range(colour * pieces, colour * pieces + pieces):
            found += int(YARD < s.progress[piece] < finish)
        return found

    def prune(can_move: Hook, index_of: Hook) -> Hook:
        movers = index_of(_NO_MOVE)
        # Where ways part, as many numbers as there are branches name the same piece.
        branches = 1
        while index_of(branches) == 0:
            branches += 1
        if movers == 1:
            branches //= count + 1
        first_jump = count * movers * branches

        def jump(s: State, listed: int, mask: Any, choices: Any) -> int:
            jumps, entries = 0, 0
            for at in range(listed):
                index = index_of(choices[at])
                if index < pieces and s.progress[s.colour * pieces + index] <= YARD:
                    entries += 1
                elif index < movers and choices[at] >= first_jump:
                    jumps += 1
            if jumps == 0:
                return listed
            kept = 0
            for at in range(listed):
                action = choices[at]
                jumping = action >= first_jump
                if index_of(action) >= movers or jumping == (entries == 0):
                    choices[kept] = action
                    kept += 1
                else:
                    mask[action] = 0
            return kept

        return jump

    return hooks(may_use=may_use, prune=prune)
