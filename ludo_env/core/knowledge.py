"""What is known of the rules of a library: what each needs, and with what it does not go.

It is read off the rules themselves: their fields, the fields that their hooks touch on a board, and
their ties. The pages and `ludo-env rules show` are made from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ludo_env.core.errors import SpecError
from ludo_env.core.machine import Family
from ludo_env.core.missing import fields_kept, keepers
from ludo_env.core.needs import touched_by
from ludo_env.core.rule import Hooks, RuleMaker
from ludo_env.core.state import table


class Known(NamedTuple):
    """What is known of one rule with its usual parameters."""

    keeps: tuple[str, ...]  # fields of its own
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    needs: tuple[str, ...]  # fields of others, each with the rules that keep it
    wants: str
    after: tuple[str, ...]  # rules of the library that it must stand behind
    excludes: tuple[str, ...]  # rules of the library beside which it cannot stand


def knowledge_of(maker: RuleMaker, family: Family, boards: Iterable[Any]) -> Known:
    """Return what is known of a rule on these boards of its family, all taken together."""
    reads: set[str] = set()
    writes: set[str] = set()
    for board in boards:
        found = touched_by(_hooks(maker, family, board), family.questions)
        reads |= found.reads
        writes |= found.writes
    kept = tuple(kept.name for kept in fields_kept(maker))
    foreign = sorted({*maker.ties.touches, *reads, *writes} - set(kept))
    sources = {
        name: sorted(other.name for other in keepers(name, family.library)) for name in foreign
    }
    return Known(
        keeps=kept,
        reads=tuple(sorted(reads)),
        writes=tuple(sorted(writes)),
        needs=tuple(f"{name} of {' or '.join(who)}" for name, who in sources.items() if who),
        wants=maker.ties.wants,
        after=tuple(other.name for other in _before(maker, family)),
        excludes=tuple(other.name for other in _excluded(maker, family)),
    )


def _hooks(maker: RuleMaker, family: Family, board: Any) -> Hooks:
    """The hooks of a rule on a board; none if it is for other boards."""
    try:
        return maker().hooks(family.tables(board, table))
    except SpecError:
        return {}


def _before(maker: RuleMaker, family: Family) -> Iterator[RuleMaker]:
    for other in family.library.values():
        if other.ties.role in maker.ties.after or other.name in maker.ties.after:
            yield other


def _excluded(maker: RuleMaker, family: Family) -> Iterator[RuleMaker]:
    """Rules of the same role, but for those that may stand beside it."""
    for other in family.library.values():
        apart = other.name not in maker.ties.beside and maker.name not in other.ties.beside
        if maker.ties.role and other.ties.role == maker.ties.role and other != maker and apart:
            yield other
