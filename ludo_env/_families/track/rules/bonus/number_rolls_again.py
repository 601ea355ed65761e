"""A number that was thrown earns another roll, however it was played.  Clause: L-12."""

from __future__ import annotations

from typing import Protocol

from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hooks, field, hooks, rule
from ludo_env._families.track.die_faces import HIGHEST
from ludo_env._families.track.questions import ROLL_AGAIN
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables


class NumberState(RaceState, Protocol):
    """A race with this rule: whether the number was thrown."""

    number_thrown: int


@rule(
    clauses="L-12",
    fields=(field("number_thrown", observe="value", key="thrown"),),
    wants="dice that show its number",
)
def number_rolls_again(board: Tables, number: int = 6) -> Hooks:
    """A throw with a six on any die earns one more, also if nothing could be played."""
    if not 1 <= number <= HIGHEST:
        raise SpecError(f"number_rolls_again.number is a face 1..{HIGHEST}, not {quoted(number)}.")
    thrown = board.ask.thrown

    def after_roll(s: NumberState, player: int, face: int) -> int:
        s.number_thrown = int(thrown(s, number) > 0)
        return NO_OPINION

    def again(s: NumberState, steps: int, hits: int, arrived: bool) -> bool:
        return s.number_thrown > 0

    def stuck(s: NumberState, player: int) -> int:
        return ROLL_AGAIN if s.number_thrown > 0 else NO_OPINION

    def turn_ends(s: NumberState, player: int) -> None:
        s.number_thrown = 0

    return hooks(after_roll=after_roll, again=again, stuck=stuck, turn_ends=turn_ends)
