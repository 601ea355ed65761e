"""What a rule needs from other rules: the fields that it touches and does not keep.

No rule declares this: a walk over the code of the hooks finds it
(`_engine/composition/field_access.py`), which takes time. So `check_fields` first checks
whether any name in reach could be a field that the game lacks, walks over those hooks alone, and
caches the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ludo_env._engine.compile.cache_key import contents_of
from ludo_env._engine.composition.field_access import Touched, names_in, touched
from ludo_env._engine.composition.missing_needs import lacks_field
from ludo_env._engine.errors import SpecError, nearest, quoted
from ludo_env._engine.questions import Question, Questions
from ludo_env._engine.rule import Field, Hook, Rule
from ludo_env._engine.state import Layout

if TYPE_CHECKING:
    from ludo_env._engine.family import Family

# By question: the rules that answer it, and their hooks.
Answers = Mapping[str, Sequence[tuple[Rule, Hook]]]
# By rule, board and kept fields: the fields that it lacks. The text is the contents of the rule,
# which may have changed if it is not from the library.
_UNKNOWN: dict[tuple[Rule, str, Any, frozenset[str]], frozenset[str]] = {}
_MOST_KNOWN = 4096


def check_fields(
    rules: Sequence[Rule], found: Answers, family: Family, kept: Iterable[str], board: Any
) -> None:
    """Refuse a rule that touches, or shows, a field that neither a rule nor the family keeps."""
    fields = frozenset(kept)
    for rule in rules:
        named = [*rule.ties.touches, *shown_by(rule)]
        missing = [name for name in named if name not in fields]
        missing += sorted(_unknown(rule, found, family, fields, board))
        if missing:
            hint = _hint(missing[0], fields)
            raise SpecError(lacks_field(rule, missing[0], rules, family.library, hint))


def check_shared(rules: Iterable[Rule], fields: Iterable[Field]) -> None:
    """Refuse two rules that declare a field differently.

    `fields` are those of the rules in order, widened where rules take turns.
    """
    named: dict[str, tuple[Rule, Field]] = {}
    keepers = [rule for rule in rules for _ in rule.fields]
    for rule, kept in zip(keepers, fields, strict=True):
        other, earlier = named.setdefault(kept.name, (rule, kept))
        if earlier != kept:
            raise SpecError(
                f"Rules {quoted(other.name)} and {quoted(rule.name)} declare the field "
                f"{quoted(kept.name)} differently."
            )


def check_keys(rules: Iterable[Rule], layout: Layout) -> None:
    """Refuse a key of position texts with two meanings."""
    keepers = {kept.name: rule.name for rule in rules for kept in rule.fields}
    whose = dict.fromkeys(layout.taken, "")  # the rule of each key; "" for the game itself
    for name, kept in layout.fields.items():
        rule, key = keepers.get(name, ""), quoted(kept.key)
        if not kept.key:
            continue
        if kept.key not in whose:
            whose[kept.key] = rule
        elif whose[kept.key]:
            raise SpecError(
                f"Rules {quoted(whose[kept.key])} and {quoted(rule)} have fields of one key in "
                f"positions, {key}; choose another."
            )
        else:
            raise SpecError(
                f"Rule {quoted(rule)} has a field of the key {key} in positions, which is that of "
                "a part of the game itself; choose another."
            )


def _unknown(
    rule: Rule, found: Answers, family: Family, fields: frozenset[str], board: Any
) -> frozenset[str]:
    """Return the names that the hooks of a rule use as fields and that are not fields."""
    key = (rule, contents_of((rule,), family), board, fields)
    if key not in _UNKNOWN:
        own = {name: hook for name in found for owner, hook in found[name] if owner is rule}
        odd = {name: hook for name, hook in own.items() if names_in(hook) - fields}
        if len(_UNKNOWN) >= _MOST_KNOWN:
            _UNKNOWN.clear()
        _UNKNOWN[key] = touched_by(odd, family.questions).all - fields
    return _UNKNOWN[key]


def touched_by(hooks: Mapping[str, Hook], questions: Questions) -> Touched:
    """Return the fields that the hooks of a rule touch, as far as their code shows it."""
    reads: set[str] = set()
    writes: set[str] = set()
    for name, hook in hooks.items():
        place = _place_of_state(questions[name])
        if place >= 0:
            seen = touched(hook, place, late=bool(questions[name].late))
            reads |= seen.reads
            writes |= seen.writes
    return Touched(frozenset(reads), frozenset(writes))


def shown_by(rule: Rule) -> list[str]:
    """Return the fields that a rule has the infos show."""
    tables = (rule.facts.get("infos"), rule.facts.get("news"))
    return [name for table in tables if isinstance(table, Mapping) for name in table.values()]


def _place_of_state(question: Question) -> int:
    words = [word.strip() for word in question.arguments.split(",")]
    return words.index("s") if "s" in words else -1


def _hint(field: str, fields: frozenset[str]) -> str:
    """Return a suggestion for a field that no rule of the library keeps."""
    declared = f'declare it, @rule(fields=(field("{field}"),))'
    close = nearest(field, fields)
    return declared + ("." if close.startswith("known are") else f"; or {close}")
