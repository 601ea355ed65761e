"""Colours with too few pieces home go backwards.  Clauses: L-2, L-16."""

from __future__ import annotations

from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.rules.phases.phase_after_homes import check_count, homecoming
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import BACKWARD, Tables


@rule(
    clauses="L-2 L-16",
    facts={"backward": True, "laps": True, "may_not_end": True},
    wants="colours with fewer pieces home than it counts",
)
def others_turn_back(board: Tables, count: int = 3) -> Hooks:
    """Colours with fewer than `count` pieces home go backwards."""
    check_count("others_turn_back", board, count)
    came_home = homecoming(board)

    def way(s: RaceState, colour: int, use: int) -> int:
        return BACKWARD if came_home(s, colour) < count else NO_OPINION

    return hooks(way=way)
