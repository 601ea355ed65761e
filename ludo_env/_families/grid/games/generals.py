"""Generals: an Attacker with twelve units against a Defender with twelve and a General.

Rules used: a toss for the roles; a die is the exact distance of a straight move; combat by landing;
three hits on the General win, Defenders in the Moat intercept; garrisoning, the Offensive Special,
conversion; a die without an action is rolled again.
Rules deliberately absent: no bends, no stacking, no return of what was lost.
Sources: the rules of Generals by Tanish-2006, commit b5a2c5b; clauses D-1 to D-64.
"""

from __future__ import annotations

from ludo_env._engine.arguments import check_choice, check_flag, is_whole
from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.spec import Spec
from ludo_env._families.grid.board import generals_board
from ludo_env._families.grid.family import GRID
from ludo_env._families.grid.rules import adjudicate_hopeless as hopeless
from ludo_env._families.grid.rules import (
    attack_general,
    combat,
    conversion,
    die,
    garrisoning,
    interception,
    no_attackers_left,
    offensive_special,
    open_path,
    roles_by_choice,
    roles_by_lot,
    roles_fixed,
    stalemate,
    turn_limit,
    winner_takes_all,
)
from ludo_env._families.grid.rules.turn_limit import MOST

ROLES = {"choose": roles_by_choice, "random": roles_by_lot, "fixed": roles_fixed}


def generals(
    role_choice: str = "choose",
    *,
    diagonal: bool = False,
    offensive_consumes_turn: bool = False,
    convert_inside: bool = False,
    adjudicate_hopeless: bool = False,
    max_turns: int | None = 1000,
) -> Spec:
    """Return the spec of Generals, for two players."""
    check_choice("role_choice", role_choice, ROLES)
    flags = {
        "diagonal": diagonal,
        "offensive_consumes_turn": offensive_consumes_turn,
        "convert_inside": convert_inside,
        "adjudicate_hopeless": adjudicate_hopeless,
    }
    for name, flag in flags.items():
        check_flag(name, flag)
    if max_turns is not None and not is_whole(max_turns, 1, MOST):
        raise SpecError(
            f"max_turns is None or a whole number in 1..{MOST}, not {quoted(max_turns)}."
        )
    rules = [
        ROLES[role_choice](),
        die(),
        open_path(),
        combat(),
        interception(),
        attack_general(),
        garrisoning(),
        offensive_special(consumes_turn=offensive_consumes_turn),
        conversion(inside=convert_inside),
        no_attackers_left(),
        stalemate(),
        winner_takes_all(),
    ]
    if adjudicate_hopeless:
        rules.append(hopeless())
    if max_turns is not None:
        rules.append(turn_limit(turns=max_turns))
    return Spec("generals", GRID, generals_board(diagonal), tuple(rules))
