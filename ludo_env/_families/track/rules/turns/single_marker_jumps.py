"""The only piece in play takes all dice as one jump.  Clause: L-16.

For `dice(count, together=True)`, whose last use is all dice in one move.
"""

from __future__ import annotations

from typing import Any

from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.rule import Hook, Hooks, hooks, rule
from ludo_env._families.track.choices import keep_marked
from ludo_env._families.track.owners import belongings, naming
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import YARD, Tables


@rule(clauses="L-16", wants="dice that can be played together", bars="occupied cells")
def single_marker_jumps(board: Tables, count: int = 2) -> Hooks:
    """The only piece in play must jump by all dice at once if nothing can enter; no other may."""
    if not 2 <= count <= 4:
        raise SpecError(f"single_marker_jumps.count is 2 to 4 dice, not {quoted(count)}.")
    finish, own_piece = board.finish, naming(board)
    first, end, owns = belongings(board)
    dice_in = board.ask.dice_in

    def jumps(s: RaceState, use: int) -> bool:
        """Return whether a use takes this number of dice in one move."""
        return dice_in(s, use) >= count  # type: ignore[no-any-return]

    def may_use(s: RaceState, colour: int, piece: int, use: int) -> bool:
        return not jumps(s, use) or (s.progress[piece] > YARD and in_play(s, colour) == 1)

    def in_play(s: RaceState, colour: int) -> int:
        """Return how many pieces of a colour are neither in the yard nor home."""
        found = 0
        for piece in range(first(colour), end(colour)):
            found += int(YARD < s.progress[piece] < finish and owns(s, colour, piece))
        return found

    def prune(can_move: Hook, index_of: Hook, use_of: Hook) -> Hook:
        def jump(s: RaceState, listed: int, mask: Any, choices: Any) -> int:
            """If there is a jump, keep only jumps, or only the other moves if a piece can enter."""
            jumping, entries = 0, 0
            for at in range(listed):
                if enters(s, choices[at]):
                    entries += 1
                elif is_jump(s, choices[at]):
                    jumping += 1
            if jumping == 0:
                return listed
            for at in range(listed):
                action = choices[at]
                if moves(s, action) and is_jump(s, action) != (entries == 0):
                    mask[action] = 0
            return keep_marked(listed, mask, choices)

        def moves(s: RaceState, action: int) -> bool:
            """Return whether an action moves one of the colour's own pieces."""
            return own_piece(s, index_of(action)) >= 0  # type: ignore[no-any-return]

        def enters(s: RaceState, action: int) -> bool:
            return moves(s, action) and s.progress[own_piece(s, index_of(action))] <= YARD

        def is_jump(s: RaceState, action: int) -> bool:
            return moves(s, action) and jumps(s, use_of(action))

        return jump

    return hooks(may_use=may_use, prune=prune)
