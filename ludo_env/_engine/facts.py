"""The facts of a game: what its rules declare about it as a whole, for its family to use.

A family lists the facts that exist as the fields of a frozen dataclass::

    @dataclass(frozen=True)
    class RaceFacts(Facts):
        longest: int = fact(0, "the most steps of one move", "largest", each=True)

Rules give them values (``@rule(facts={"longest": 6})``). A game has one such value, in which what
its rules declare is combined (`_engine/composition/facts.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from ludo_env._engine.rule import Rule

_TABLE = "Mapping[str, "


@dataclass(frozen=True)
class Fact:
    """A fact that rules can declare about a game.

    `kind` is written as annotations are: "int", "bool", "tuple[int, ...]", or "table of int" for
    a table with such values, to which each rule adds its own lines.
    """

    name: str
    kind: str
    meaning: str
    # The combined value where rules of one role take turns: "largest" or "any" of what they
    # declare, "all" if each of them declares it, "chained" one after another; "same" if they must
    # agree.
    joined: str = "same"
    # Every mechanism must declare it, and so must each of those that take turns.
    each: bool = False
    # A phrase that allows one rule per game: only one rule may declare facts with this phrase.
    sole: str = ""


class FactTable(Mapping[str, Any]):
    """A fact that is a table. It cannot be changed."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, Any] | None = None) -> None:
        self._values = dict(values or {})

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(frozenset(self._values.items()))

    def __repr__(self) -> str:
        return f"FactTable({self._values!r})"

    def __reduce__(self) -> tuple[type[FactTable], tuple[dict[str, Any]]]:
        return FactTable, (self._values,)


@dataclass(frozen=True)
class Facts:
    """The facts of one game, an attribute each; one that no rule declares has its default."""

    # The names of those that rules declare.
    declared: frozenset[str] = frozenset()
    # The rules that take turns, if there are any.
    turns: tuple[Rule, ...] = ()

    @classmethod
    def known(cls) -> tuple[Fact, ...]:
        """Return the facts that rules of the family can declare."""
        return tuple(
            Fact(one.name, _kind(str(one.type)), **one.metadata)
            for one in fields(cls)
            if one.metadata
        )

    # What environments and logs ask of every game. A family whose rules can declare such a fact
    # has a field of that name instead.

    @property
    def faces(self) -> tuple[int, ...]:
        """The face of each equally likely outcome."""
        return ()

    @property
    def infos(self) -> Mapping[str, str]:
        """The infos that show a field once."""
        return FactTable()

    @property
    def news(self) -> Mapping[str, str]:
        """The infos that show a field after each step."""
        return FactTable()

    @property
    def limited(self) -> bool:
        """Whether the game is aborted at some time."""
        return False

    @property
    def stalls(self) -> bool:
        """Whether a game in which no player can ever move again is a draw."""
        return False

    @property
    def all_lose(self) -> bool:
        """Whether the game can end in a loss for all players."""
        return False


def fact(
    default: Any, meaning: str, joined: str = "same", *, each: bool = False, sole: str = ""
) -> Any:
    """Return the field of a fact; `Fact` explains the arguments."""
    said = {"meaning": meaning, "joined": joined, "each": each, "sole": sole}
    return field(default=default, metadata=said)


def fact_table(meaning: str) -> Any:
    """Return the field of a fact that is a table, to which each rule adds its own lines."""
    return fact(FactTable(), meaning)


def _kind(annotation: str) -> str:
    """Return the annotation of a fact, or "table of int" for a table."""
    if not annotation.startswith(_TABLE):
        return annotation
    return f"table of {annotation.removeprefix(_TABLE).removesuffix(']')}"
