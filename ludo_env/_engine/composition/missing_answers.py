"""Hooks that give no answer: a hook without `return` answers None, which is no answer.

What is in sight of a hook's code is found before anything runs; the rest when it happens.
"""

from __future__ import annotations

import dis
import types
from functools import lru_cache
from typing import Any

from ludo_env._engine.errors import SpecError
from ludo_env._engine.rule import Hook, Rule


def silence(rule: Rule, question: str) -> str:
    """What is wrong with a hook that answers None."""
    return (
        f"Rule {rule.name[:80]!r}: its hook {question!r} answers None where an answer is wanted; "
        "is a return missing?"
    )


def constant_failure(rule: Rule, question: str) -> str:
    """What is wrong with a hook that always raises."""
    return (
        f"Rule {rule.name[:80]!r}: its hook {question!r} always raises, where an answer is wanted."
    )


def never_returns(code: types.CodeType) -> bool:
    """Does no way through some code come to an end without raising?"""
    return not _returns(code)


def may_end_in_none(code: types.CodeType) -> bool:
    """Does some way through some code end in None, as far as it shows?"""
    return True in _returns(code)


def never_answers(hook: Hook) -> bool:
    """Does every way through a hook end in None?"""
    return _endings(hook) == {True}


def may_be_silent(hook: Hook) -> bool:
    """Does some way through a hook end in None, as far as its code shows?"""
    return True in _endings(hook)


def answering(rule: Rule, question: str, hook: Hook) -> Hook:
    """The same hook in plain Python; an answer of None is a `SpecError`."""

    def answered(*arguments: Any) -> Any:
        answer = hook(*arguments)
        if answer is None:
            raise SpecError(silence(rule, question))
        return answer

    return answered


def _endings(hook: Hook) -> frozenset[bool]:
    """Of the ways in which a hook ends: is it without an answer?"""
    return _returns(hook.__code__) if isinstance(hook, types.FunctionType) else frozenset()


@lru_cache(maxsize=4096)
def _returns(code: types.CodeType) -> frozenset[bool]:
    found, last = set(), None
    for step in dis.get_instructions(code):
        if step.opname == "RETURN_CONST":
            found.add(step.argval is None)
        elif step.opname == "RETURN_VALUE" and last is not None:
            found.add(last.opcode in dis.hasconst and last.argval is None)
        last = step
    return frozenset(found)
