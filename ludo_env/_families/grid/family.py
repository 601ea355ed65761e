"""The family of dice games on a grid: one object with all verbs that the core calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ludo_env._engine.errors import SpecError
from ludo_env._engine.family import NOBODY, Demand, Machine, Style, core_fields
from ludo_env._engine.family_registry import register_family
from ludo_env._engine.questions import Questions
from ludo_env._engine.rule import Field, Rule, RuleMaker
from ludo_env._engine.state import Layout
from ludo_env._families.grid import audit, effects, notation, observe, rules, words
from ludo_env._families.grid import trial as stretch
from ludo_env._families.grid.board import DEFENDING, NOWHERE, Board, Tables, generals_board
from ludo_env._families.grid.facts import GridFacts
from ludo_env._families.grid.laws import Laws
from ludo_env._families.grid.questions import CONVERT_STAGE, QUESTIONS
from ludo_env._families.grid.sets import WHOLE
from ludo_env._families.grid.turn import MOST_REROLLS, build_machine


@dataclass(frozen=True)
class Grid:
    """Dice games on a grid: units of two roles move in straight lines and capture by landing."""

    name: ClassVar[str] = "grid"
    questions: ClassVar[Questions] = QUESTIONS
    laws: ClassVar[type[Laws]] = Laws
    facts: ClassVar[type[GridFacts]] = GridFacts
    has_pass: ClassVar[bool] = False
    draws: ClassVar[bool] = True  # if a player has no action in their turn
    pictures: ClassVar[str] = "ludo_env._render.grid.pictures"
    demands: ClassVar[tuple[Demand, ...]] = (
        Demand(("over",), "determines when a player has won", "a game can be won"),
    )
    boards: ClassVar[Mapping[str, Callable[..., Any]]] = {"generals": generals_board, "": Board}
    library: ClassVar[Mapping[str, RuleMaker]] = {
        name: getattr(rules, name) for name in rules.__all__
    }

    def layout(self, board: Board, facts: GridFacts, fields: tuple[Field, ...]) -> Layout:
        """Return the layout: the cells, the roles, the turn; then the fields of the rules."""
        own = (
            *core_fields(board.players, sides=max(len(facts.faces), board.cells)),
            Field("board", per="cell", high=DEFENDING, written=True),
            Field("units", per="role", high=board.cells, written=True),
            # The cells of its units, as a set.
            Field("occupied", per="half", high=WHOLE, written=True, derived=True),
            # The player of the role.
            Field("attacker", low=NOBODY, high=1, start=NOBODY, written=True),
            Field("stage", high=CONVERT_STAGE, written=True),  # what the player to act must decide
            Field("die", high=len(facts.faces), index=True, written=True),
            # The first cell of a choice in several steps.
            Field("source", low=NOWHERE, high=board.cells - 1, start=NOWHERE, written=True),
            Field("played"),  # the turn goes on after an action
            Field("rerolls", high=MOST_REROLLS),  # unusable dice of this turn
        )
        sizes = {"game": 1, "player": board.players, "role": 2, "cell": board.cells}
        sizes["half"] = 4  # two for each role
        return Layout((*own, *fields), sizes, taken=notation.OWN_KEYS)

    def tables(
        self, board: Board, array: Callable[..., Any], facts: GridFacts | None = None
    ) -> Tables:
        """Return the board as look-up tables."""
        return board.tables(array, max(facts.faces, default=0) if facts is not None else 0)

    def machine(self, tables: Tables, laws: Laws, facts: GridFacts) -> Machine:
        """Return the verbs of the game."""
        return build_machine(tables, laws, facts)

    def actions(self, board: Board, facts: GridFacts) -> int:
        """Return the number of actions: moves, sources, targets, and words."""
        return board.actions

    def styles(
        self, board: Board, tables: Tables, layout: Layout, array: Callable[..., Any]
    ) -> dict[str, Style]:
        """Return the observation styles of a grid."""
        return {
            "planes": observe.planes(board, tables, layout, array),
            "features": observe.features(board, tables, layout, array),
            "compact": observe.compact(board, tables, layout, array),
        }

    def check(self, board: Board, facts: GridFacts) -> None:
        """Refuse facts that the rules leave open."""
        if "faces" not in facts.declared:
            raise SpecError("No rule says with which die the game is played.")
        highest, longest = max(facts.faces), max(board.rows, board.columns) - 1
        if highest > longest:
            raise SpecError(
                f"board: no unit can go {highest} cells, as the die may show, on a grid of "
                f"{board.rows} rows and {board.columns} columns."
            )

    def by_default(self, spec: Any) -> tuple[Rule, ...]:
        """Return no rules: without a PASS, a game cannot go on when nobody can move."""
        return ()

    def trial(self, game: Any) -> list[str]:
        """Return no complaints: the garrisons and the General are checked with the board."""
        return []

    stretch = staticmethod(stretch.stretch)
    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    hand_dice = staticmethod(notation.hand_dice)
    audit = staticmethod(audit.audit)
    between = staticmethod(effects.between)
    effects = staticmethod(effects.effects)
    describe = staticmethod(words.describe)
    objection = staticmethod(words.objection)


GRID = register_family(Grid())
