"""A side wins with a certain number of pieces home, captured ones too.  Clauses: L-7, L-13."""

from __future__ import annotations

from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.family import NOBODY
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.rules.phases.phase_after_homes import homecoming
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables


@rule(clauses="L-7 L-13", role="goal")
def homes_win(board: Tables, count: int = 3) -> Hooks:
    """A side that has `count` pieces home wins at once: +1 to it, -1 to the others."""
    players, side = board.players, board.side
    most = max(
        sum(board.markers[mate] for mate in range(players) if side[mate] == side[player])
        for player in range(players)
    )
    if not 1 <= count <= most:
        raise SpecError(f"homes_win.count is a number of pieces 1..{most}, not {quoted(count)}.")
    came_home = homecoming(board)

    def over(s: RaceState, colour: int) -> int:
        at_home = 0
        for mate in range(players):
            if side[mate] == side[colour]:
                at_home += came_home(s, mate)
        return side[colour] if at_home >= count else NO_OPINION

    def reward(s: RaceState, player: int) -> float:
        if s.winner == NOBODY:
            return 0.0
        return 1.0 if side[player] == s.winner else -1.0

    return hooks(over=over, reward=reward)
