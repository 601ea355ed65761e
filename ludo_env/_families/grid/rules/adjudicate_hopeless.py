"""Too few Attackers for the missing hits: the game is lost at once.  Clause: D-53."""

from __future__ import annotations

from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.grid.board import ATTACKER, DEFENDER, Tables
from ludo_env._families.grid.questions import HITS
from ludo_env._families.grid.state import HitState


@rule(clauses="D-53", wants="an Attacker with fewer units than hits to make")
def adjudicate_hopeless(board: Tables) -> Hooks:
    """The Defender wins as soon as the Attacker has fewer units than hits to make."""

    def over(s: HitState) -> int:
        return DEFENDER if s.units[ATTACKER] < HITS - s.hits else NO_OPINION

    return hooks(over=over)
