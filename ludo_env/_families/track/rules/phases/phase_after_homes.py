"""A phase that begins when a colour has some pieces home.  Clause: L-2."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.composition.phases import phase_field
from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.generated import compile_function
from ludo_env._engine.rule import Field, Hook, Hooks, hooks, phase_word, rule
from ludo_env._families.track.occupancy import counting
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables, own_table


def fields_of_phase(name: str, **_: Any) -> tuple[Field, ...]:
    """Return the flag of a phase; refuse an invalid name."""
    return (phase_field(phase_word(name)),)


def facts_of_phase(name: str, **_: Any) -> dict[str, Any]:
    """Declare that infos show the flag under the name of the phase."""
    return {"news": {name: phase_field(name).name}}


def beginning(name: str) -> Hook:
    """Return begin(s): start the phase."""
    return compile_function(["def begin(s):", f"    s.{phase_field(name).name} = 1"], "begin")


def homecoming(board: Tables) -> Hook:
    """Return came_home(s, colour): the number of its pieces at home, without those it never had."""
    cell_of, finish, count_on = board.cell, board.finish, counting(board)
    missing = own_table(board, [board.pieces - count for count in board.markers])

    def came_home(s: RaceState, colour: int) -> Any:
        return count_on(s, colour, cell_of[colour, finish]) - missing[colour]

    return came_home


def check_count(name: str, board: Tables, count: int) -> None:
    """Refuse a number of pieces that no colour has."""
    most = max(board.markers)
    if not 1 <= count <= most:
        raise SpecError(f"{name}.count is a number of pieces 1..{most}, not {quoted(count)}.")


@rule(
    clauses="L-2",
    fields=fields_of_phase,
    facts=facts_of_phase,
    wants="a colour that brings that many pieces home",
)
def phase_after_homes(board: Tables, name: str = "storm", count: int = 3) -> Hooks:
    """A phase begins for good when any colour has a number of pieces home."""
    check_count("phase_after_homes", board, count)
    cell_of, finish = board.cell, board.finish
    begin, came_home = beginning(name), homecoming(board)

    def react(s: RaceState, hits: int, colour: int, piece: int, cell: int) -> int:
        if cell == cell_of[colour, finish] and came_home(s, colour) >= count:
            begin(s)
        return hits

    return hooks(react=react)
