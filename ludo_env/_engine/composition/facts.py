"""The facts of a game: what its rules declare about it as a whole, and a family builds on.

A family lists the facts that exist (a ``Fact`` each); rules give them values
(``@rule(facts={"longest": 6})``). A fact that the family does not know is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ludo_env._engine.arguments import wrong_kind
from ludo_env._engine.errors import SpecError, nearest, quoted
from ludo_env._engine.rule import Field, Rule


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
        """Return the value of a fact, or `default` if no rule declares it."""
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
    """Return the combined facts of rules; refuse unknown facts and contradictions.

    Facts of rules in `turns` are joined as each fact defines; `turns` then becomes a fact too.
    """
    meant = {fact.name: fact for fact in known}
    rules = tuple(rules)
    for rule in rules:
        for name, value in rule.facts.items():
            _check(rule, name, value, meant)
    joined = _joined(turns, meant) if turns else {}
    facts: dict[str, Any] = {}
    said_by: dict[str, Rule] = {}
    for rule in rules:
        for name, own in rule.facts.items():
            if isinstance(own, Mapping):
                facts[name] = {**facts.get(name, {}), **own}
                continue
            value = joined.get(name, own) if rule in turns else own
            if name in facts and facts[name] != value:
                raise SpecError(_contradict(said_by[name], facts[name], rule, value, meant[name]))
            facts[name] = value
            said_by[name] = rule
    return Facts({**facts, "turns": tuple(turns)} if turns else facts)


def alone_in(facts: Mapping[str, Any], meant: Mapping[str, Fact]) -> set[str]:
    """Return the phrases of which a rule with these facts must be the only one in its game."""
    return {meant[name].sole for name, value in facts.items() if value} - {""}


def check_alone(rules: Iterable[Rule], known: Iterable[Fact]) -> None:
    """Refuse two rules that a game may only have one of, unless they hold at different times."""
    meant = {fact.name: fact for fact in known}
    first: dict[str, Rule] = {}
    for rule in rules:
        for words in alone_in(rule.facts, meant):
            other = first.setdefault(words, rule)
            if other.path != rule.path:
                raise SpecError(
                    f"Rules {quoted(other.name)} and {quoted(rule.name)} exclude each other: "
                    f"both have {words}."
                )


def fields_of(rules: Iterable[Rule], turns: Sequence[Rule] = ()) -> tuple[Field, ...]:
    """Return the rules' fields; a field shared by rules that take turns is widened to fit all."""
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


def _joined(turns: Sequence[Rule], meant: Mapping[str, Fact]) -> dict[str, Any]:
    """Return the joined facts of rules that take turns, for facts that need not agree."""
    found = {}
    for name, fact in meant.items():
        said = [rule.facts[name] for rule in turns if name in rule.facts]
        for rule in turns if fact.each else ():
            if name not in rule.facts:
                raise SpecError(
                    f"Rule {quoted(rule.name)} takes turns with others and does not declare the "
                    f"fact {quoted(name)} ({fact.meaning}), which each of them must."
                )
        if fact.joined == "all":
            said += [False] * (len(turns) - len(said))
        if said and fact.joined != "same":
            found[name] = _JOINING[fact.joined](said)
    return found


def _chained(values: Sequence[Any]) -> Any:
    return tuple(item for value in values for item in value)


_JOINING: Mapping[str, Callable[[Sequence[Any]], Any]] = {
    "largest": max,
    "any": any,
    "all": all,
    "chained": _chained,
}


def _contradict(earlier: Rule, before: Any, later: Rule, value: Any, fact: Fact) -> str:
    """Return the error for two rules that exclude each other by what they declare."""
    values = f"{quoted(before)} in one and {quoted(value)}"
    return (
        f"Rules {quoted(earlier.name)} and {quoted(later.name)} exclude each other: "
        f"{fact.name} ({fact.meaning}) is {values} in the other."
    )


def _check(rule: Rule, name: Any, value: Any, meant: Mapping[str, Fact]) -> None:
    if name not in meant:
        raise SpecError(
            f"Rule {quoted(rule.name)} declares the fact {quoted(name)}, which means nothing "
            f"here; {nearest(name, meant)}"
        )
    kind = meant[name].kind
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
