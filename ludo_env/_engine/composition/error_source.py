"""The source of an error: the rule whose code was running when it was raised."""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Mapping, Sequence
from types import CodeType

from ludo_env._engine.errors import quoted, reason
from ludo_env._engine.rule import Hook, Rule


def failure(
    error: Exception, rules: Sequence[Rule], found: Mapping[str, Sequence[tuple[Rule, Hook]]]
) -> str:
    """Return which rule failed, in which hook and why; "" if the error is not from these rules.

    `found` has the hooks of the rules, by question.
    """
    running = [frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__)]
    who = _hook_in(running, found) or _rule_in(running, rules)
    return f"{who} fails in play: {what_of(error)}" if who else ""


def what_of(error: Exception) -> str:
    """Return the kind of an error and its message, as the end of a sentence."""
    why = reason(error)
    return f"{type(error).__name__}: {why}" + ("" if why.endswith("?") else ".")


def _hook_in(running: Sequence[CodeType], found: Mapping[str, Sequence[tuple[Rule, Hook]]]) -> str:
    for question, speakers in found.items():
        for rule, hook in speakers:
            if any(code is getattr(hook, "__code__", None) for code in running):
                return f"Rule {quoted(rule.name)}: its hook {question!r}"
    return ""


def _rule_in(running: Sequence[CodeType], rules: Sequence[Rule]) -> str:
    """Return the rule whose function defines the code, as with a hook made by a hook."""
    for rule in rules:
        for own in _inside(rule.factory.__code__):
            if any(code is own for code in running):
                return f"Rule {quoted(rule.name)}"
    return ""


def _inside(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _inside(constant)
