"""The third six in a row is void.  Clauses: A-44 to A-46."""

from __future__ import annotations

from typing import Protocol

from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hooks, field, hooks, rule
from ludo_env._families.track.questions import VOID
from ludo_env._families.track.state import Numbers, RaceState
from ludo_env._families.track.tables import Tables

RESETS = ("roll", "turn")


class SixesState(RaceState, Protocol):
    """A race with this rule: the sixes in a row."""

    sixes: Numbers


@rule(
    clauses="A-44 A-45 A-46",
    fields=(field("sixes", per="player", high=2, observe="value", key="sixes", text="list"),),
    wants="a mechanism that shows the face 6",
)
def three_sixes(board: Tables, reset: str = "roll") -> Hooks:
    """A player who rolls three sixes in a row loses the third and the turn."""
    if reset not in RESETS:
        raise SpecError(f"sixes_reset is one of {', '.join(RESETS)}, not {quoted(reset)}.")
    each_turn = reset == "turn"
    thrown = board.ask.thrown

    def after_roll(s: SixesState, player: int, face: int) -> int:
        """Reset the row on any other number; a six that could not be played counts."""
        in_a_row = s.sixes[player] + 1 if thrown(s, 6) > 0 else 0
        s.sixes[player] = in_a_row if in_a_row < 3 else 0
        return VOID if in_a_row == 3 else NO_OPINION

    def turn_ends(s: SixesState, player: int) -> None:
        if each_turn:
            s.sixes[player] = 0

    return hooks(after_roll=after_roll, turn_ends=turn_ends)
