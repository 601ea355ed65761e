"""Equal dice earn another roll, and the third time in a row they may cost one.  Clause: L-12."""

from __future__ import annotations

from typing import Protocol

from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Field, Hooks, field, hooks, rule
from ludo_env._families.track.distances import steps_home
from ludo_env._families.track.owners import belongings
from ludo_env._families.track.pieces import placing
from ludo_env._families.track.questions import ROLL_AGAIN, VOID
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import YARD, Tables, own_table

THIRDS = ("play", "skip", "send_back")


class DoublesState(RaceState, Protocol):
    """A race with this rule: the doubles in a row."""

    doubles: int


def _fields(third: str) -> tuple[Field, ...]:
    """Declare the number of doubles in a row in this turn, the present roll included."""
    return (field("doubles", high=1 if third == "play" else 2, observe="levels", key="doubles"),)


@rule(clauses="L-12", fields=_fields, wants="two dice or more")
def doubles_roll_again(board: Tables, third: str = "play") -> Hooks:
    """A throw of equal dice earns another roll; the third in a row may end the turn unplayed."""
    if third not in THIRDS:
        raise SpecError(
            f"doubles_roll_again.third is one of {', '.join(THIRDS)}, not {quoted(third)}."
        )
    finish = board.finish
    first, end, owns = belongings(board)
    counted, sends_back = third != "play", third == "send_back"
    steps_left = own_table(board, steps_home(board))
    places = finish + 1
    place = placing(board)
    is_double = board.ask.is_double

    def after_roll(s: DoublesState, player: int, face: int) -> int:
        if is_double(s) <= 0:
            s.doubles = 0
        elif not counted:
            s.doubles = 1
        elif s.doubles < 2:
            s.doubles += 1
        else:
            s.doubles = 0
            if sends_back:
                send_back(s, player)
            return VOID
        return NO_OPINION

    def send_back(s: DoublesState, player: int) -> None:
        """Send back the own piece in play, lane included, with the fewest steps to go."""
        found, fewest = -1, 0
        for piece in range(first(player), end(player)):
            here = s.progress[piece]
            if YARD < here < finish and owns(s, player, piece):
                left = steps_left[player * places + here]
                if found < 0 or left < fewest:
                    found, fewest = piece, left
        if found >= 0:
            place(s, player, found, YARD)

    def again(s: DoublesState, steps: int, hits: int, arrived: bool) -> bool:
        return s.doubles > 0

    def stuck(s: DoublesState, player: int) -> int:
        return ROLL_AGAIN if s.doubles > 0 else NO_OPINION

    def turn_ends(s: DoublesState, player: int) -> None:
        s.doubles = 0

    return hooks(after_roll=after_roll, again=again, stuck=stuck, turn_ends=turn_ends)
