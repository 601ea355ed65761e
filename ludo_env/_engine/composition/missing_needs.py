"""Messages on what a rule needs and its game lacks, and which rules would provide it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.rule import Field, Rule, RuleMaker

Library = Mapping[str, RuleMaker]


def lacks_field(rule: Rule, field: str, rules: Iterable[Rule], library: Library, hint: str) -> str:
    """Name the missing field and the rules that keep it; `hint` is for a field of no rule."""
    return _lacks(rule, f"the field {field}", "keep", keepers(field, library), [], rules) or (
        f"Rule {quoted(rule.name)} needs the field {field}, which no rule keeps; {hint}"
    )


def lacks_answer(
    rule: Rule, question: str, meaning: str, rules: Sequence[Rule], library: Library, board: Any
) -> str:
    """Name the question without an answer, and the rules that would answer it."""
    thing = f"an answer to {question!r} ({meaning})"
    held = [other.name for other in rules]
    able = [maker for maker in answerers(question, library, board) if maker.name not in held]
    other = [
        maker for maker in library.values() if maker not in able and can_answer(maker, question)
    ]
    return _lacks(rule, thing, "give", able, other, rules) or (
        f"Rule {quoted(rule.name)} needs {thing}, which no rule gives."
    )


def keepers(field: str, library: Library) -> list[RuleMaker]:
    """Return the rules of a library that keep a field."""
    return [
        maker
        for maker in library.values()
        if any(kept.name == field for kept in fields_kept(maker))
    ]


def fields_kept(maker: RuleMaker) -> tuple[Field, ...]:
    """Return the fields that a rule keeps with its default parameters."""
    try:
        return maker().fields
    except SpecError:  # a parameter without a default
        return ()


def answerers(question: str, library: Library, board: Any) -> list[RuleMaker]:
    """Return the rules that answer a question on a board, with their default parameters."""
    return [
        maker
        for maker in library.values()
        if can_answer(maker, question) and _answers(maker, question, board)
    ]


def can_answer(maker: RuleMaker, question: str) -> bool:
    """Return whether a rule can answer a question: whether it is a keyword in its code."""
    constants = maker.factory.__code__.co_consts
    return any(question == part or _holds(part, question) for part in constants)


def _lacks(
    rule: Rule,
    thing: str,
    verb: str,
    ready: Sequence[RuleMaker],
    other: Sequence[RuleMaker],
    rules: Iterable[Rule],
) -> str:
    """Return the message if a library rule would help, `ready` or with `other` parameters."""
    makers = [*ready, *other]
    if not makers:
        return ""
    names = sorted(maker.name for maker in ready)
    names += sorted(f"{maker.name} with other parameters" for maker in other)
    which = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    roles = {maker.ties.role for maker in makers if maker.ties.role}
    taken = [held.name for held in rules if held.ties.role in roles and held.name != rule.name]
    one = len(makers) == 1
    do = "add that rule" if one else "add one of them"
    if taken and any(maker.name == taken[0] for maker in makers):
        do = "use that rule instead" if one else "choose one of them"
    elif taken:
        do += f" in place of {taken[0]}"
    return (
        f"Rule {quoted(rule.name)} needs {thing}, which {which} {verb}{'s' if one else ''}; {do}."
    )


def _answers(maker: RuleMaker, question: str, board: Any) -> bool:
    try:
        return question in maker().hooks(board)
    except SpecError:  # it is for other boards, or a parameter has no default
        return False


def _holds(constant: Any, word: str) -> bool:
    """Return whether code passes this keyword: several keywords form a tuple in its constants."""
    return type(constant) is tuple and word in constant
