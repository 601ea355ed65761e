"""The family of dice games on a grid, as the core knows it: one object with all its verbs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ludo_env._engine.composition.facts import Fact
from ludo_env._engine.errors import SpecError
from ludo_env._engine.family import NOBODY, Demand, Machine, Style, core_fields
from ludo_env._engine.family_registry import register_family
from ludo_env._engine.folding import Questions
from ludo_env._engine.rule import Field, Hook, Rule, RuleMaker
from ludo_env._engine.state import Layout
from ludo_env._families.grid import effects, notation, observe, rules, words
from ludo_env._families.grid import trial as stretch
from ludo_env._families.grid.board import DEFENDING, NOWHERE, Board, Tables, generals_board
from ludo_env._families.grid.facts import FACTS
from ludo_env._families.grid.questions import CONVERT_STAGE, QUESTIONS
from ludo_env._families.grid.turn import MOST_REROLLS, build_machine


@dataclass(frozen=True)
class Grid:
    """Dice games on a grid: units of two roles go straight ahead and take what they land on."""

    name: ClassVar[str] = "grid"
    questions: ClassVar[Questions] = QUESTIONS
    facts: ClassVar[tuple[Fact, ...]] = FACTS
    has_pass: ClassVar[bool] = False
    draws: ClassVar[bool] = True  # if nobody could do anything in their turn
    pictures: ClassVar[str] = "ludo_env._render.grid.pictures"
    demands: ClassVar[tuple[Demand, ...]] = (
        Demand(("over",), "says when somebody has won", "a game can be won"),
    )
    boards: ClassVar[Mapping[str, Callable[..., Any]]] = {"generals": generals_board, "": Board}
    library: ClassVar[Mapping[str, RuleMaker]] = {
        name: getattr(rules, name) for name in rules.__all__
    }

    def layout(self, board: Board, facts: Mapping[str, Any], fields: tuple[Field, ...]) -> Layout:
        """What stands where, the roles, the turn; then the fields of the rules."""
        own = (
            *core_fields(board.players, sides=max(len(facts["faces"]), board.cells)),
            Field("board", per="cell", high=DEFENDING, written=True),
            Field("units", per="role", high=board.cells, written=True),
            # Which player it is.
            Field("attacker", low=NOBODY, high=1, start=NOBODY, written=True),
            Field("stage", high=CONVERT_STAGE, written=True),  # what is asked of the player to act
            Field("die", high=len(facts["faces"]), written=True),
            # The cell that a choice in several steps began with.
            Field("source", low=NOWHERE, high=board.cells - 1, start=NOWHERE, written=True),
            Field("played"),  # the turn goes on after something was played
            Field("rerolls", high=MOST_REROLLS),  # dice of this turn that were of no use
        )
        sizes = {"game": 1, "player": board.players, "role": 2, "cell": board.cells}
        return Layout((*own, *fields), sizes, taken=notation.OWN_KEYS)

    def tables(
        self, board: Board, array: Callable[..., Any], facts: Mapping[str, Any] | None = None
    ) -> Tables:
        """The board as look-up tables."""
        return board.tables(array)

    def machine(
        self, tables: Tables, laws: Mapping[str, Hook], facts: Mapping[str, Any]
    ) -> Machine:
        """The verbs of the game."""
        return build_machine(tables, laws, facts)

    def actions(self, board: Board, facts: Mapping[str, Any]) -> int:
        """A move from each cell each way, a source and a target for each cell, and words."""
        return board.actions

    def styles(
        self, board: Board, tables: Tables, layout: Layout, array: Callable[..., Any]
    ) -> dict[str, Style]:
        """The ways to look at a grid."""
        return {
            "planes": observe.planes(board, tables, layout, array),
            "features": observe.features(board, tables, layout, array),
            "compact": observe.compact(board, tables, layout, array),
        }

    def check(self, board: Board, facts: Mapping[str, Any]) -> None:
        """Refuses facts that the rules left open."""
        if "faces" not in facts:
            raise SpecError("No rule says with which die the game is played.")
        highest, longest = max(facts["faces"]), max(board.rows, board.columns) - 1
        if highest > longest:
            raise SpecError(
                f"board: no unit can go {highest} cells, as the die may show, on a grid of "
                f"{board.rows} rows and {board.columns} columns."
            )

    def by_default(self, spec: Any) -> tuple[Rule, ...]:
        """None: nobody passes here, so no game goes on in which nobody can move."""
        return ()

    def trial(self, game: Any) -> list[str]:
        """Nothing that playing shows: the garrisons and the General are checked with the board."""
        return []

    stretch = staticmethod(stretch.stretch)
    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    hand_dice = staticmethod(notation.hand_dice)
    audit = staticmethod(notation.audit)
    between = staticmethod(effects.between)
    effects = staticmethod(effects.effects)
    describe = staticmethod(words.describe)
    objection = staticmethod(words.objection)


GRID = register_family(Grid())
