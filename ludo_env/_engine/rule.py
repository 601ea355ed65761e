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

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ludo_env._engine.arguments import wrong_kind
from ludo_env._engine.errors import SpecError, nearest, quoted
from ludo_env._engine.fields import Field, field
from ludo_env._engine.rule_value import (
    KEPT,
    NO_TIES,
    Hook,
    Hooks,
    Parameter,
    Rule,
    Ties,
    as_parameter,
    hooks,
    phase_word,
    plain_data,
)

# What a module of rules imports is here, wherever it is defined.
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

# What a rule can declare that it bars.
BARRED = ("", "occupied cells")


@dataclass(frozen=True)
class RuleMaker:
    """A rule whose parameters are not bound yet; call it to bind them."""

    factory: Callable[..., Hooks]
    clauses: tuple[str, ...]
    fields: Callable[..., Iterable[Field]]
    facts: Callable[..., Mapping[str, Any]]
    ties: Ties = NO_TIES

    def __call__(self, **parameters: Parameter) -> Rule:
        """Return the rule with these parameters; those not given have their defaults."""
        bound = self._bind(parameters)
        kept, facts = self.fields(**bound), self.facts(**bound)
        if not isinstance(kept, (tuple, list)) or not all(isinstance(a, Field) for a in kept):
            raise SpecError(
                f"Rule {quoted(self.name)}: its fields are a list of field(..), not {quoted(kept)}."
            )
        if not isinstance(facts, Mapping):
            raise SpecError(
                f"Rule {quoted(self.name)}: its facts are a table, not {quoted(facts)}."
            )
        return Rule(
            name=self.name,
            parameters=tuple(bound.items()),
            title=self.title,
            clauses=self.clauses,
            fields=tuple(kept),
            facts=facts,
            factory=self.factory,
            path=self.path,
            ties=self.ties,
        )

    @property
    def name(self) -> str:
        """The rule's name: that of its function."""
        return self.factory.__name__

    @property
    def path(self) -> str:
        """The import path of the rule: its module and its name there."""
        return f"{self.factory.__module__}:{self.factory.__qualname__}"

    @property
    def signature(self) -> list[inspect.Parameter]:
        """The rule's parameters: those of its function, after the board."""
        return list(inspect.signature(self.factory).parameters.values())[1:]

    @property
    def title(self) -> str:
        """The rule in one sentence."""
        return (inspect.getdoc(self.factory) or self.name).splitlines()[0]

    def _bind(self, given: Mapping[str, Parameter]) -> dict[str, Parameter]:
        signature = self.signature
        known = {parameter.name: parameter.default for parameter in signature}
        for name in given:
            if name not in known:
                has = nearest(name, known) if known else "it has none."
                raise SpecError(f"Rule {quoted(self.name)} has no parameter {quoted(name)}; {has}")
        bound = {name: as_parameter(given.get(name, default)) for name, default in known.items()}
        missing = [name for name, value in bound.items() if value is inspect.Parameter.empty]
        if missing:
            raise SpecError(f"Rule {quoted(self.name)} needs its parameter {quoted(missing[0])}.")
        for parameter in signature:
            value = bound[parameter.name]
            wanted = wrong_kind(parameter.annotation, value)
            if wanted:
                raise SpecError(f"{self.name}.{parameter.name} is {wanted}, not {quoted(value)}.")
        return bound


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
    """Make a rule of a function of the board; fields and facts may depend on its parameters.

    fields: what it remembers, a tuple of `field(...)`, or a function of the rule's parameters.
    facts: what it declares of the game, as {"earns": True}; `ludo-env rules facts` lists them.
    role: what a game has one of: "mechanism", "capture", "finish", "goal", "opening".
    beside: rules of its role that it may follow and be combined with.
    after: roles or rules that it must come after.
    touches: fields that it uses in ways that its code does not show.
    wants: what a game must have for the rule to have an effect, for messages.
    apart: the parameter in which two rules of this name in one game differ.
    bars: "occupied cells", if it bars a way by the pieces there, and never an empty
        cell: games with such rules may be proved never to stall.
    clauses: the clauses of a rule book that it answers.
    Lists of names are texts with spaces between.
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


def at_its_time(rule: Rule, data: Mapping[str, Any]) -> Rule:
    """Return the rule with the phase that a file gives: `during`, `until`, or always."""
    if "during" in data and "until" in data:
        raise SpecError(
            f"Rule {quoted(rule.name)} holds during a phase or until one begins, not both."
        )
    if "until" in data:
        return rule.until(data["until"])
    return rule.during(data["during"]) if "during" in data else rule


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _given(value: Any) -> Callable[..., Any]:
    """Return `value` if it is a function, else a function that gives it."""
    return value if callable(value) else lambda **_: value
