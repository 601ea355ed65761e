"""Walking: where the steps of a move lead, cell by cell, as far as the rules allow."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hook
from ludo_env._families.track.facts import RaceFacts
from ludo_env._families.track.laws import Laws
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.stepping import choosing, stepping
from ludo_env._families.track.striding import can_stride, striding
from ludo_env._families.track.tables import HOMEWARD, NOWHERE, Tables


def walking(board: Tables, laws: Laws, facts: RaceFacts) -> Hook:
    """Return walk(s, colour, use, branch, here, steps) -> where the last step leads, or NOWHERE."""
    if can_stride(board, laws, facts):
        return striding(board, laws)
    cell = board.cell
    onward, chosen = stepping(board, laws, facts), choosing(board)
    which_way, halts, may_pass = laws.way, laws.halts, laws.may_pass
    may_overshoot, overshoot = laws.may_overshoot, laws.overshoot

    def walk(s: RaceState, colour: int, use: int, branch: int, here: int, steps: int) -> Any:
        """Walk cell by cell along the way that the rules give; return where the last step ends."""
        way = which_way(s, colour, use)
        if way == NO_OPINION:
            way = HOMEWARD
        start, left, choice = here, steps, branch
        while left > 0:
            following = onward(s, colour, way, here, choice)
            choice = chosen(colour, way, here, choice)
            here = following
            if here < 0:
                # The way ends with steps left, or is shut.
                if here == NOWHERE and choice == 0 and may_overshoot(s, colour, start, left):
                    return overshoot(s, colour, left)
                return NOWHERE
            left -= 1
            if left > 0:
                if not may_pass(s, colour, cell[colour, here]):
                    return NOWHERE
                if halts(s, colour, use, here, cell[colour, here]):
                    return here
        return here if choice == 0 else NOWHERE

    return walk
