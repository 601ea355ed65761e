"""How the facts that rules declare are checked and combined into those of their game.

A fact that the family does not know is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from ludo_env._engine.arguments import wrong_kind
from ludo_env._engine.errors import SpecError, nearest, quoted
from ludo_env._engine.facts import Fact, Facts, FactTable
from ludo_env._engine.rule import Field, Rule

AnyFacts = TypeVar("AnyFacts", bound=Facts)


def facts_of(rules: Iterable[Rule], kind: type[AnyFacts], turns: Sequence[Rule] = ()) -> AnyFacts:
    """Return the combined facts of rules; refuse unknown facts and contradictions.

    Facts of rules in `turns` are joined as each fact defines.
    """
    meant = {fact.name: fact for fact in kind.known()}
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
    found = {
        name: FactTable(value) if isinstance(value, Mapping) else value
        for name, value in facts.items()
    }
    return kind(declared=frozenset(found), turns=tuple(turns), **found)


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
