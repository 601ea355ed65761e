"""Facts about the rules of a library: what each needs, and which it excludes.

They are read from the rules themselves: their fields, the fields that their hooks touch on a board,
and their ties. The doc pages and `ludo-env rules show` are made from them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ludo_env._engine.composition.facts import alone_in
from ludo_env._engine.composition.missing_needs import Library, can_answer, fields_kept, keepers
from ludo_env._engine.composition.needs import touched_by
from ludo_env._engine.composition.shared_questions import Exchange
from ludo_env._engine.errors import SpecError
from ludo_env._engine.family import Family
from ludo_env._engine.rule import Hooks, RuleMaker
from ludo_env._engine.state import table


class Known(NamedTuple):
    """What a rule with its default parameters needs and excludes."""

    keeps: tuple[str, ...]  # fields of its own
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    # Fields of others and answers of others that it needs, each with the rules that provide it.
    needs: tuple[str, ...]
    wants: str
    after: tuple[str, ...]  # rules of the library that it must come after
    excludes: tuple[str, ...]  # rules of the library that cannot be in a game with it


def knowledge_of(maker: RuleMaker, family: Family, boards: Iterable[Any]) -> Known:
    """Return what is known about a rule on these boards of its family, taken together."""
    reads: set[str] = set()
    writes: set[str] = set()
    needed: dict[str, list[str]] = {}  # fields and answers, and the rules that provide them
    for board in boards:
        exchange = Exchange.of(family.questions)
        found = touched_by(_hooks(maker, exchange, family.tables(board, table)), family.questions)
        reads |= found.reads
        writes |= found.writes
        for name in exchange.demanded():
            needed[name] = [
                other.name for other in family.library.values() if can_answer(other, name)
            ]
    kept = tuple(kept.name for kept in fields_kept(maker))
    for name in {*maker.ties.touches, *reads, *writes} - set(kept):
        needed[name] = [other.name for other in keepers(name, family.library)]
    return Known(
        keeps=kept,
        reads=tuple(sorted(reads)),
        writes=tuple(sorted(writes)),
        needs=tuple(_in_words(needed)),
        wants=maker.ties.wants,
        after=tuple(other.name for other in _before(maker, family)),
        excludes=tuple(
            other.name
            for other in family.library.values()
            if _exclude_each_other(maker, other, family)
            or any(_takes_place_of(other, able, family.library) for able in needed.values())
        ),
    )


def _hooks(maker: RuleMaker, exchange: Exchange, tables: Any) -> Hooks:
    """Return the hooks of a rule on a board; empty if it is for other boards."""
    try:
        return exchange.bind(maker(), tables)
    except SpecError:
        return {}


def _in_words(needed: Mapping[str, Sequence[str]]) -> list[str]:
    """Return what is needed, and from which rules: "gone, held of cards"."""
    by_rules: dict[str, list[str]] = {}
    for name in sorted(needed):
        by_rules.setdefault(", ".join(sorted(needed[name])), []).append(name)
    return [f"{', '.join(names)} of {who}" for who, names in by_rules.items() if who]


def _before(maker: RuleMaker, family: Family) -> Iterator[RuleMaker]:
    for other in family.library.values():
        if other.ties.role in maker.ties.after or other.name in maker.ties.after:
            yield other


def _exclude_each_other(maker: RuleMaker, other: RuleMaker, family: Family) -> bool:
    """Return whether two rules exclude each other by role or by facts."""
    if other == maker:
        return False
    apart = other.name not in maker.ties.beside and maker.name not in other.ties.beside
    return (maker.ties.role == other.ties.role != "" and apart) or _clash(maker, other, family)


def _clash(maker: RuleMaker, other: RuleMaker, family: Family) -> bool:
    """Return whether two rules declare different facts, or both must be the only one of a kind."""
    try:
        own, others = maker().facts, other().facts
    except SpecError:  # a parameter without a default
        return False
    meant = {fact.name: fact for fact in family.facts.known()}
    return bool(alone_in(own, meant) & alone_in(others, meant)) or any(
        name in others and others[name] != value
        for name, value in own.items()
        if not isinstance(value, Mapping)
    )


def _takes_place_of(maker: RuleMaker, able: Collection[str], library: Library) -> bool:
    """Return whether a rule has the role of those that provide what is needed, but does not."""
    roles = {library[name].ties.role for name in able if library[name].ties.role}
    return maker.ties.role in roles and maker.name not in able
