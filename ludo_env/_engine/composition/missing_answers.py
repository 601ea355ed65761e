"""Hooks without an answer: a hook without `return` answers None, which is refused.

What the code of a hook shows is found before anything runs; the rest is found in play.
"""

from __future__ import annotations

import dis
import types
from functools import lru_cache
from typing import Any

from ludo_env._engine.errors import SpecError
from ludo_env._engine.rule import Hook, Rule


def silence(rule: Rule, question: str) -> str:
    """Return the message for a hook that answers None."""
    return (
        f"Rule {rule.name[:80]!r}: its hook {question!r} answers None where an answer is wanted; "
        "is a return missing?"
    )


def constant_failure(rule: Rule, question: str) -> str:
    """Return the message for a hook that always raises."""
    return (
        f"Rule {rule.name[:80]!r}: its hook {question!r} always raises, where an answer is wanted."
    )


def never_returns(code: types.CodeType) -> bool:
    """Return whether every path through some code raises."""
    return not _returns(code)


def may_end_in_none(code: types.CodeType) -> bool:
    """Return whether some path through some code ends in None, as far as it shows."""
    return True in _returns(code)


def never_answers(hook: Hook) -> bool:
    """Return whether every path through a hook ends in None."""
    return _endings(hook) == {True}


def may_be_silent(hook: Hook) -> bool:
    """Return whether some path through a hook ends in None, as far as its code shows."""
    return True in _endings(hook)


def answering(rule: Rule, question: str, hook: Hook) -> Hook:
    """Wrap a plain Python hook so that an answer of None raises a `SpecError`."""

    def answered(*arguments: Any) -> Any:
        answer = hook(*arguments)
        if answer is None:
            raise SpecError(silence(rule, question))
        return answer

    return answered


def _endings(hook: Hook) -> frozenset[bool]:
    """Return, for each end of a hook, whether it lacks an answer."""
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
