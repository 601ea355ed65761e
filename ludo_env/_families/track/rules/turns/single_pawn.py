"""A single piece in play is moved by as many dice as possible.  Clauses: E-54 to E-56."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.rule import Hook, Hooks, hooks, rule
from ludo_env._families.track.owners import naming
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import YARD, Tables

SCOPES = ("all", "two")


@rule(clauses="E-5 E-54 E-55 E-56", wants="a mechanism that plays several dice in one move")
def single_pawn(board: Tables, scope: str = "all") -> Hooks:
    """With one piece in play, and nothing to bring out or buy, the most dice go together on it."""
    if scope not in SCOPES:
        raise SpecError(f"single_pawn_scope is one of {', '.join(SCOPES)}, not {quoted(scope)}.")
    finish, own_piece, named = board.finish, naming(board), board.most
    two_only = scope == "two"
    dice_in, dice_left = board.ask.dice_in, board.ask.dice_left

    def prune(can_move: Hook, index_of: Hook, use_of: Hook) -> Hook:
        def combine(s: RaceState, count: int, mask: Any, choices: Any) -> int:
            left = dice_left(s)
            if count < 2 or left < 2 or (two_only and left > 2):
                return count
            index = index_of(choices[0])
            # Another piece is usually at the end of the list; this check saves the loops.
            if index_of(choices[count - 1]) != index or only_in_play(s) != index:
                return count
            most = 0
            for at in range(count):
                if index_of(choices[at]) != index:
                    return count  # an exit, a purchase, or an action without a piece in play
                most = max(most, dice_in(s, use_of(choices[at])))
            kept = 0
            for at in range(count):
                action = choices[at]
                if dice_in(s, use_of(action)) == most:
                    choices[kept] = action
                    kept += 1
                else:
                    mask[action] = 0
            return kept

        return combine

    def only_in_play(s: RaceState) -> int:
        """Return the index of the only piece in play, a locked one too; else -1."""
        found, count = -1, 0
        for index in range(named):
            piece = own_piece(s, index)
            in_play = piece >= 0 and YARD < s.progress[piece] < finish
            found = index if in_play else found
            count += int(in_play)
        return found if count == 1 else -1

    return hooks(prune=prune)
