"""Phases: rules that hold only while a phase of the game lasts.

A rule that begins a phase keeps a flag, `phase_field(name)`, and sets it when the time has come.
A rule with `.during(name)` answers only while the flag is set, and is otherwise not there.
"""

from __future__ import annotations

from typing import Any

from ludo_env.core.errors import SpecError, quoted
from ludo_env.core.rule import Field, Hook, Rule, field

# What an answer is that changes nothing, for each way in which answers combine.
_SILENCE = {"any": "False", "all": "True", "first": "-1", "pipe": "arguments[0]", "each": "None"}


def phase_field(name: str) -> Field:
    """The flag of a phase: 1 while it lasts."""
    return field(f"during_{name}", observe="value", key=name)


def in_phase(rule: Rule, hook: Hook, fold: str) -> Hook:
    """A hook of a rule that holds only during a phase."""
    if fold not in _SILENCE:
        raise SpecError(
            f"Rule {quoted(rule.name)} is needed throughout; it cannot wait for a phase."
        )
    # Only source text can name an attribute so that a compiler understands it.
    lines = [
        "def answer(s, *arguments):",
        f"    if s.during_{rule.phase} == 0:",
        f"        return {_SILENCE[fold]}",
        "    return hook(s, *arguments)",
    ]
    scope: dict[str, Any] = {"hook": hook}
    exec("\n".join(lines), scope)
    return scope["answer"]  # type: ignore[no-any-return]
