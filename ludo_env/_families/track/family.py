"""The family of races on a track: one object with all verbs that the core calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.family import Demand, Machine, Style, core_fields
from ludo_env._engine.family_registry import register_family
from ludo_env._engine.questions import Questions
from ludo_env._engine.rule import Field, RuleMaker
from ludo_env._engine.state import Layout, table
from ludo_env._families.track import (
    audit,
    effects,
    notation,
    observe,
    only_die,
    rules,
    trial,
    words,
)
from ludo_env._families.track import stall_proof as standstill
from ludo_env._families.track.actions import numbers_of
from ludo_env._families.track.board_kinds import BOARDS, RaceBoard
from ludo_env._families.track.facts import RaceFacts
from ludo_env._families.track.graph.board import GraphBoard
from ludo_env._families.track.graph.colour_paths import LONGEST
from ludo_env._families.track.laws import Laws
from ludo_env._families.track.owners import OWNER
from ludo_env._families.track.questions import QUESTIONS
from ludo_env._families.track.squares import kept_sets, set_fields
from ludo_env._families.track.tables import YARD, Tables
from ludo_env._families.track.turn import build_machine

# Limits of the rules of Loose Ludo.
DEMANDS = (
    Demand(
        ("enters",), "lets a piece leave the yard", "rule 25: there is a way to leave the Start"
    ),
    Demand(("over",), "determines when a player has won", "rule 13: the game can be won"),
    Demand(
        ("react", "passes", "may_pass", "may_land"),
        "lets players get in each other's way",
        "rule 32: opponents interact, by capture or by blocks",
        unless="solitaire",
    ),
    Demand(("overshoot",), "brings pieces home", "rule 27: every Finish can be reached"),
)


@dataclass(frozen=True)
class Track:
    """Races on a track: pieces go from a yard along a ring into a lane and home."""

    name: ClassVar[str] = "track"
    questions: ClassVar[Questions] = QUESTIONS
    laws: ClassVar[type[Laws]] = Laws
    facts: ClassVar[type[RaceFacts]] = RaceFacts
    has_pass: ClassVar[bool] = True
    draws: ClassVar[bool] = False
    pictures: ClassVar[str] = "ludo_env._render.track.pictures"
    demands: ClassVar[tuple[Demand, ...]] = DEMANDS
    boards: ClassVar[Mapping[str, Callable[..., Any]]] = BOARDS
    library: ClassVar[Mapping[str, RuleMaker]] = {
        name: getattr(rules, name) for name in rules.__all__
    }

    def layout(self, board: RaceBoard, facts: RaceFacts, fields: tuple[Field, ...]) -> Layout:
        """Return the layout: pieces, occupancy, turn; then the fields of the rules."""
        _check_owners(facts, fields)
        keys = facts.keys
        tickets = max(facts.tickets, len(facts.faces))
        own = (
            *core_fields(board.players, sides=max(127, tickets)),
            Field(
                "progress",
                per="piece",
                low=YARD,
                high=board.finish,
                start=YARD,
                written=True,
                grows=True,
            ),
            _crowd(board, facts.owners),
            *set_fields(board, facts),
            # The player whose pieces the player to act moves.
            Field("colour", high=board.players - 1, index=True, written=True, player=True),
            Field("pending", high=facts.dice, written=True),  # dice still to be thrown
            # Whether something was played this turn.
            Field(
                "played", observe="value" if keys else "", key=keys.get("played", ""), written=True
            ),
            _bonus(facts),
        )
        sizes = {
            "game": 1,
            "player": board.players,
            "piece": board.players * board.pieces,
            "cell": board.cells,
            "crowd": board.cells * board.players,
            "die": facts.dice,
        }
        for name, lines in facts.lines.items():
            sizes[name] = lines * board.players
        sizes |= facts.sizes
        own_keys, alike = notation.own_keys(board), {"piece": board.pieces}
        return Layout((*own, *fields), sizes, taken=own_keys, alike=alike)

    def tables(
        self,
        board: RaceBoard,
        array: Callable[..., Any],
        facts: RaceFacts | None = None,
    ) -> Tables:
        """Return the board as look-up tables."""
        if facts is None:
            return board.tables(array)
        tables = board.tables(array, owners=facts.owners)
        kept = kept_sets(board, facts)
        return tables._replace(walls=kept["walls"], taken=kept["taken"])

    def machine(self, tables: Tables, laws: Laws, facts: RaceFacts) -> Machine:
        """Return the verbs of the game."""
        return build_machine(tables, laws, facts)

    def actions(self, board: RaceBoard, facts: RaceFacts) -> int:
        """Return the actions: a move per piece, use and branch, what rules add, and PASS."""
        return numbers_of(self.tables(board, table, facts), facts).actions

    def styles(
        self, board: RaceBoard, tables: Tables, layout: Layout, array: Callable[..., Any]
    ) -> dict[str, Style]:
        """Return the observation styles of a race."""
        styles = {
            "features": observe.features(board, tables, layout, array),
            "compact": observe.compact(board, layout, array),
        }
        if not tables.width and _is_classic(board, layout):
            styles["flat80"] = observe.flat80(tables)
        return styles

    def check(self, board: RaceBoard, facts: RaceFacts) -> None:
        """Refuse facts that the rules leave open."""
        if "uses" not in facts.declared:
            raise SpecError("No rule says with which dice the game is played (rule 14).")
        for fact in RaceFacts.known():
            if fact.each and fact.name not in facts.declared:
                raise SpecError(
                    f"The mechanism of the game does not declare the fact {quoted(fact.name)} "
                    f"({fact.meaning}), which every mechanism must."
                )
        if board.players == 1 and not facts.solitaire:
            raise SpecError(
                "A single player has nobody to capture (rule 32): a solitaire needs something else "
                "to play against, as against_the_clock(turns=60) is."
            )
        shut = [word for word in _doors(board) if word not in facts.opens]
        if shut:
            word = quoted(shut[0])
            raise SpecError(
                f"No rule opens the doors that say {word}; doors_after_capture and open_doors can."
            )
        if isinstance(board, GraphBoard) and facts.longest > LONGEST:
            raise SpecError(f"On a graph a move has at most {LONGEST} steps, not {facts.longest}.")

    by_default = staticmethod(standstill.by_default)
    stretch = staticmethod(trial.stretch)
    trial = staticmethod(trial.complaints)
    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    hand_dice = staticmethod(notation.hand_dice)
    audit = staticmethod(audit.audit)
    between = staticmethod(effects.between)
    effects = staticmethod(effects.effects)
    describe = staticmethod(words.describe)
    objection = staticmethod(words.objection)
    only_faces = staticmethod(only_die.only_faces)


def _check_owners(facts: RaceFacts, fields: tuple[Field, ...]) -> None:
    """Refuse the owner field without the fact `owners`, and the fact without the field."""
    if facts.owners != (OWNER in fields):
        raise SpecError(
            "A rule that changes owners declares both, @rule(fields=(OWNER,), facts=OWNERS) with "
            "the names of ludo_env._families.track.owners."
        )


def _crowd(board: RaceBoard, owners: bool) -> Field:
    """Return the fields for crowds: a number per cell, or if that is too small one per colour."""
    if board.is_wide(owners):
        most = board.most(owners)
        return Field("crowds", per="crowd", high=most, written=True, derived=True)
    highest = sum(board.most(owners) << (4 * player) for player in range(board.players))
    return Field("crowd", per="cell", high=highest, written=True, derived=True)


def _bonus(facts: RaceFacts) -> Field:
    """Return the field for an earned roll; texts and observations have it with several uses.

    With a single die it is 0 whenever a player decides, which every position text says. Where no
    move earns a roll by itself, it follows from what the rules remember of the throw.
    """
    several = facts.uses > 1
    kept = facts.earns and several
    return Field(
        "bonus",
        observe="value" if kept else "",
        key="bonus" if kept else "",
        written=not several,
    )


def _is_classic(board: RaceBoard, layout: Layout) -> bool:
    """Return whether it is the board of PettingZoo-Ludo with one die."""
    has_die = "dice" in layout.fields and layout.fields["dice"].high == 6
    if "owner" in layout.fields:
        return False
    sizes = (board.ring, board.lane, board.pieces, layout.sizes["die"], board.players <= 4)
    return has_die and sizes == (52, 5, 4, 1, True)


def _doors(board: RaceBoard) -> tuple[str, ...]:
    return (
        tuple(edge.door for edge in board.steps if edge.door)
        if isinstance(board, GraphBoard)
        else ()
    )


TRACK = register_family(Track())
