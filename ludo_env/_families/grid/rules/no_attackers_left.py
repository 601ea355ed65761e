"""Without units the Attacker loses; the Defender does not.  Clauses: D-51, D-52."""

from __future__ import annotations

from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.grid.board import ATTACKER, DEFENDER, Tables
from ludo_env._families.grid.state import GridState


@rule(clauses="D-51 D-52", wants="an Attacker without units")
def no_attackers_left(board: Tables) -> Hooks:
    """The Defender wins as soon as the Attacker has no unit left."""

    def over(s: GridState) -> int:
        return DEFENDER if s.units[ATTACKER] == 0 else NO_OPINION

    return hooks(over=over)
