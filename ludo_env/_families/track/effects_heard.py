"""What the rules answer while an action is played: where a piece goes, and what it earns."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol
from weakref import WeakKeyDictionary

from ludo_env._engine.family import Machine
from ludo_env._engine.rule import Hook
from ludo_env._families.track.laws import Laws
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables

if TYPE_CHECKING:
    from ludo_env._engine.game import Game


@dataclass
class Seen:
    """The record of an action while it is played."""

    cells: list[int] = field(default_factory=list)  # that it passes or lands on
    dice: str | None = None  # dice that remain after the move
    earned: bool = False


class HeardState(RaceState, Protocol):
    """A state that records an action while it is played."""

    seen: Seen


_MACHINES: WeakKeyDictionary[Game, Machine] = WeakKeyDictionary()


def listening(game: Game) -> Machine:
    """Return the verbs of a game that record answers on states with a `seen`."""
    if game not in _MACHINES:
        laws: Laws = game.plain.laws
        heard = replace(laws, **_heard(laws, game.plain.tables))
        _MACHINES[game] = game.spec.family.machine(game.plain.tables, heard, game.facts)
    return _MACHINES[game]


def _heard(laws: Laws, board: Tables) -> dict[str, Hook]:
    """Record the answers on where a piece goes, what is left after that, and what it earned."""

    def may_pass(s: HeardState, colour: int, cell: int) -> Any:
        s.seen.cells.append(cell)
        return laws.may_pass(s, colour, cell)

    def carried(s: HeardState, colour: int, here: int) -> Any:
        s.seen.cells.append(board.cell[colour, here])
        return laws.carried(s, colour, here)

    def may_land(s: HeardState, colour: int, cell: int) -> Any:
        s.seen.cells.append(cell)
        return laws.may_land(s, colour, cell)

    def over(s: HeardState, colour: int) -> Any:
        """Record the dice right after the move, before the turn goes on."""
        if s.seen.dice is None:
            s.seen.dice = str(laws.write_dice(s))
        return laws.over(s, colour)

    def again(s: HeardState, steps: int, hits: int, arrived: bool) -> Any:
        answer = laws.again(s, steps, hits, arrived)
        s.seen.earned = bool(answer)
        return answer

    return {
        "may_pass": may_pass,
        "carried": carried,
        "may_land": may_land,
        "over": over,
        "again": again,
    }
