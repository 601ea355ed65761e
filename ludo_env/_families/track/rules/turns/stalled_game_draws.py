"""A race in which nobody can ever move again is a draw.  Clause: L-13.

The rule counts the turns in a row that were passed. Once everybody has passed, the turn asks for a
proof (`_families/track/stall_detection.py`) that no piece has a move with any throw.
"""

from __future__ import annotations

from ludo_env._engine.rule import Field, Hooks, field, hooks, rule
from ludo_env._families.track.seating import MOST_PLAYERS
from ludo_env._families.track.stall_detection import IdleState
from ludo_env._families.track.tables import Tables


def _fields() -> tuple[Field, ...]:
    return (field("idle", high=MOST_PLAYERS, key="idle"),)


@rule(clauses="L-13", fields=_fields, facts={"stalls": True}, wants="a player who cannot move")
def stalled_game_draws(board: Tables) -> Hooks:
    """When everybody has passed and nobody can ever move again, the game ends without a winner."""
    players = board.players

    def gives_up(s: IdleState, player: int) -> None:
        s.idle = min(s.idle + 1, players)

    def sets_off(s: IdleState, colour: int, piece: int, here: int) -> None:
        s.idle = 0

    return hooks(gives_up=gives_up, sets_off=sets_off)
