"""The facts of a game: what its rules declare about it as a whole, and a family builds by.

A family says which facts there are (a ``Fact`` each); rules give them values
(``@rule(facts={"longest": 6})``). A fact that the family does not know is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ludo_env.core.arguments import wrong_kind
from ludo_env.core.errors import SpecError, nearest, quoted
from ludo_env.core.rule import Field, Rule


@dataclass(frozen=True)
class Fact:
    """One thing that rules can declare about a game.

    `kind` is written as annotations are: "int", "bool", "tuple[int, ...]", or "table of int" for
    a table with such values, to which each rule adds its own lines.
    """

    name: str
    kind: str
    meaning: str
    # What it is where rules of one role take turns: "largest", "any" or "all" of what they declare,
    # "chained" one after another; "same" if they must agree.
    joined: str = "same"


class Facts(Mapping[str, Any]):
    """The facts of one game, by name. They cannot be changed."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, Any] | None = None) -> None:
        self._values = {
            name: Facts(value) if isinstance(value, Mapping) else value
            for name, value in (values or {}).items()
        }

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a fact, or `default` if no rule gives it one."""
        return self._values.get(name, default)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Facts({self._values!r})"

    def __reduce__(self) -> tuple[type[Facts], tuple[dict[str, Any]]]:
        return Facts, (self._values,)


def facts_of(rules: Iterable[Rule], known: Iterable[Fact], turns: Sequence[Rule] = ()) -> Facts:
    """Return what rules declare together; refuse facts of no meaning and two that contradict.

    What those that take `turns` declare is joined, as the facts say; `turns` is a fact then, too.
    """
    meant = {fact.name: fact for fact in known}
    kinds = {name: fact.kind for name, fact in meant.items()}
    joined = {name: fact.joined for name, fact in meant.items()}
    facts: dict[str, Any] = {}
    said_by: dict[str, Rule] = {}
    for rule in rules:
        for name, value in rule.facts.items():
            _check(rule, name, value, kinds)
            if isinstance(value, Mapping):
                facts[name] = {**facts.get(name, {}), **value}
                continue
            if rule in turns and joined[name] != "same":
                facts[name] = _JOINING[joined[name]]([one.facts.get(name, 0) for one in turns])
                said_by[name] = rule
                continue
            if name in facts and facts[name] != value:
                raise SpecError(_contradict(said_by[name], rule, meant[name]))
            facts[name] = value
            said_by[name] = rule
    return Facts({**facts, "turns": tuple(turns)} if turns else facts)


def fields_of(rules: Iterable[Rule], turns: Sequence[Rule] = ()) -> tuple[Field, ...]:
    """Return what rules remember; a field that several of those that take turns keep fits all."""
    kept = [(rule, field) for rule in rules for field in rule.fields]
    shared: dict[str, Field] = {}
    for rule, field in kept:
        if rule in turns:
            one = shared.setdefault(field.name, field)
            shared[field.name] = replace(
                one,
                low=min(one.low, field.low),
                high=max(one.high, field.high),
                shown=max(one.shown, field.shown),
            )
    return tuple(
        replace(field, low=wide.low, high=wide.high, shown=wide.shown)
        if rule in turns and (wide := shared[field.name])
        else field
        for rule, field in kept
    )


def _chained(values: Sequence[Any]) -> Any:
    return tuple(item for value in values for item in value)


_JOINING: Mapping[str, Callable[[Sequence[Any]], Any]] = {
    "largest": max,
    "any": any,
    "all": all,
    "chained": _chained,
}


def _contradict(earlier: Rule, later: Rule, fact: Fact) -> str:
    """Say that two rules exclude each other, by what they declare."""
    values = f"{quoted(earlier.facts[fact.name])} by the one, {quoted(later.facts[fact.name])}"
    return (
        f"Rules {quoted(earlier.name)} and {quoted(later.name)} exclude each other: "
        f"{fact.name} ({fact.meaning}) is {values} by the other."
    )


def _check(rule: Rule, name: Any, value: Any, kinds: Mapping[str, str]) -> None:
    if name not in kinds:
        raise SpecError(
            f"Rule {quoted(rule.name)} declares the fact {quoted(name)}, which means nothing "
            f"here; {nearest(name, kinds)}"
        )
    kind = kinds[name]
    inside = kind.removeprefix("table of ")
    if inside == kind:
        wanted = wrong_kind(kind, value)
    elif not isinstance(value, Mapping):
        wanted = "a table"
    else:
        words = [wrong_kind(inside, item) for item in value.values()]
        wanted = next((f"a table, each value of it {word}" for word in words if word), "")
    if wanted:
        raise SpecError(
            f"Rule {quoted(rule.name)}: its fact {quoted(name)} is {wanted}, not {quoted(value)}."
        )
