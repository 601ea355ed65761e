"""A rule as a value: its name and parameters, when it holds, its hooks, and its maker."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ludo_env._engine.arguments import wrong_kind
from ludo_env._engine.composition.field_check import is_plain_word
from ludo_env._engine.errors import LudoError, SpecError, nearest, quoted, reason
from ludo_env._engine.fields import Field
from ludo_env._engine.rule_parts import KEPT, NO_TIES, Hooks, Parameter, Ties


@dataclass(frozen=True, eq=False)
class Rule:
    """A rule with its parameters bound: equal to another of the same maker and parameters."""

    name: str
    parameters: tuple[tuple[str, Parameter], ...]
    title: str
    clauses: tuple[str, ...]
    fields: tuple[Field, ...]
    facts: Mapping[str, Any]
    factory: Callable[..., Hooks]
    path: str
    # The phase during which it holds; "" for always.
    phase: str = ""
    ties: Ties = NO_TIES
    # It holds whenever that phase does not last.
    outside: bool = False

    def during(self, phase: str) -> Rule:
        """Return the same rule, which holds only during a phase of the game."""
        return replace(self, phase=phase_word(phase), outside=False)

    def until(self, phase: str) -> Rule:
        """Return the same rule, which holds until a phase begins, and again after it ends."""
        return replace(self, phase=phase_word(phase), outside=True)

    @property
    def time(self) -> dict[str, str]:
        """When it holds, as written in a file: {"during": "storm"}, {"until": "storm"}, or {}."""
        return {"until" if self.outside else "during": self.phase} if self.phase else {}

    @property
    def label(self) -> str:
        """The label, unique in a game: the name, the `apart` parameter, and when it holds."""
        own = dict(self.parameters).get(self.ties.apart)
        words = [self.name, *([str(own)] if self.ties.apart else [])]
        return " ".join([*words, *(f"{word} {phase}" for word, phase in self.time.items())])

    def hooks(self, board: Any) -> Hooks:
        """Return the rule's functions, bound to the tables of a board."""
        try:
            found = self.factory(board, **dict(self.parameters))
        except LudoError:
            raise  # raises its own messages
        except Exception as error:
            raise SpecError(
                f"Rule {quoted(self.name)} fails when it makes its hooks: "
                f"{type(error).__name__}: {reason(error)}."
            ) from error
        if not isinstance(found, dict):
            raise SpecError(f"Rule {self} must return hooks(...), not {type(found).__name__}.")
        return found

    @property
    def said(self) -> str:
        """The rule in its own words: "blocks: Two or more pieces ..."."""
        return f"{self.name}: {self.title}"

    def to_dict(self) -> dict[str, Any]:
        """Return the rule as plain data: its import path, phase and parameters."""
        parameters = {name: plain_data(value) for name, value in self.parameters}
        return {"rule": self.path, **self.time, **parameters}

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Rule:
        """Return the rule that ``to_dict`` wrote."""
        parameters = {name: as_parameter(value) for name, value in data.items() if name not in KEPT}
        module, _, name = str(data["rule"]).partition(":")
        if not all(word.isidentifier() for word in module.split(".")):
            raise SpecError(
                f"A rule of your own is named as package.module:rule, not {quoted(data['rule'])}."
            )
        maker = getattr(importlib.import_module(module), name, None)
        if not isinstance(maker, RuleMaker):
            raise SpecError(
                f"Rule {quoted(data['rule'])} cannot be found again; "
                "define it at the top of a module."
            )
        return at_its_time(maker(**parameters), data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rule) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={value!r}" for name, value in self.parameters)
        time = "".join(f".{word}({phase!r})" for word, phase in self.time.items())
        return f"{self.name}({inside}){time}"

    def __reduce__(self) -> tuple[Callable[..., Rule], tuple[dict[str, Any]]]:
        return Rule.from_dict, (self.to_dict(),)

    def _key(self) -> tuple[object, ...]:
        # With the function: a rule that is defined again, as in a notebook, is another rule.
        return (self.path, self.parameters, self.phase, self.outside, self.factory)


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


def at_its_time(rule: Rule, data: Mapping[str, Any]) -> Rule:
    """Return the rule with the phase that a file gives: `during`, `until`, or always."""
    if "during" in data and "until" in data:
        raise SpecError(
            f"Rule {quoted(rule.name)} holds during a phase or until one begins, not both."
        )
    if "until" in data:
        return rule.until(data["until"])
    return rule.during(data["during"]) if "during" in data else rule


def phase_word(phase: Any) -> str:
    """Return the name of a phase; refuse one that cannot be part of a field name."""
    if not isinstance(phase, str) or not is_plain_word(phase) or phase.endswith("_"):
        raise SpecError(
            f"A phase is a word of letters, digits and single _ between them, not {quoted(phase)}."
        )
    return phase


def plain_data(value: Any) -> Any:
    """Return a value as plain data: tuples become lists, at all levels."""
    return [plain_data(item) for item in value] if isinstance(value, tuple) else value


def as_parameter(value: Any) -> Any:
    """Return a parameter as a rule keeps it: a list becomes a tuple."""
    return tuple(value) if isinstance(value, list) else value
