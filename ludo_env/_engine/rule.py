"""A rule is a value: a name, parameters, the fields it keeps and the hooks it answers.

A rule file is one decorated function::

    @rule(clauses="A-40")
    def bonus_six(board):
        \"\"\"A six that was played rolls again.\"\"\"

        def again(s, steps, hits, arrived):
            return steps == 6

        return hooks(again=again)

Calling it (``bonus_six()``) gives a ``Rule``; the engine calls the function itself, with the
tables of the board, when the game is built.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ludo_env._engine.errors import SpecError, nearest, quoted
from ludo_env._engine.fields import Field, field
from ludo_env._engine.rule_parts import KEPT, Hook, Hooks, Parameter, Ties, hooks
from ludo_env._engine.rule_value import (
    Rule,
    RuleMaker,
    at_its_time,
    phase_word,
    plain_data,
)

# Everything that a module of rules imports, wherever it is defined.
__all__ = [
    "BARRED",
    "KEPT",
    "Field",
    "Hook",
    "Hooks",
    "Parameter",
    "Rule",
    "RuleMaker",
    "Ties",
    "at_its_time",
    "field",
    "hooks",
    "phase_word",
    "plain_data",
    "rule",
]

# The allowed values of `bars`.
BARRED = ("", "occupied cells")


def rule(
    *,
    clauses: str = "",
    fields: Iterable[Field] | Callable[..., Iterable[Field]] = (),
    facts: Mapping[str, Any] | Callable[..., Mapping[str, Any]] | None = None,
    role: str = "",
    beside: str = "",
    after: str = "",
    touches: str = "",
    wants: str = "",
    apart: str = "",
    bars: str = "",
) -> Callable[[Callable[..., Hooks]], RuleMaker]:
    """Turn a function of the board into a rule; fields and facts may depend on its parameters.

    fields: what it remembers, a tuple of `field(...)`, or a function of the rule's parameters.
    facts: what it declares about the game, as {"earns": True}; `ludo-env rules facts` lists them.
    role: its role, of which a game has one: "mechanism", "capture", "finish", "goal", "opening".
    beside: rules of its role that it may follow and be combined with.
    after: roles or rules that it must come after.
    touches: fields that it uses in ways that its code does not show.
    wants: what a game must have for the rule to have an effect, for messages.
    apart: the parameter in which two rules of this name in one game differ.
    bars: "occupied cells", if only pieces on a cell can make it bar the way; games with
        such rules can be proved never to stall.
    clauses: the clauses of a rule book that it answers.
    Lists of names are texts, separated by spaces.
    """
    texts = {"clauses": clauses, "role": role, "beside": beside, "after": after}
    texts |= {"touches": touches, "wants": wants, "apart": apart, "bars": bars}
    for name, text in texts.items():
        if not isinstance(text, str):
            raise SpecError(f"@rule: {name} is a text, not {quoted(text)}.")
    if bars not in BARRED:
        raise SpecError(f"@rule: bars={quoted(bars)} is not known; {nearest(bars, BARRED[1:])}")
    ties = Ties(role, _words(beside), _words(after), _words(touches), wants, apart, bars)

    def make(factory: Callable[..., Hooks]) -> RuleMaker:
        maker = RuleMaker(factory, _words(clauses), _given(fields), _given(facts or {}), ties)
        known = [parameter.name for parameter in maker.signature]
        if apart and apart not in known:
            has = nearest(apart, known) if known else "it has none."
            raise SpecError(
                f"@rule: apart={quoted(apart)} of rule {quoted(maker.name)} is not one of its "
                f"parameters: {has}"
            )
        return maker

    return make


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _given(value: Any) -> Callable[..., Any]:
    """Return `value` if it is a function, else a function that returns it."""
    return value if callable(value) else lambda **_: value
