"""A rule as a value: its name and parameters, when it holds, and the hooks that it answers."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from ludo_env._engine.composition.field_check import is_plain_word
from ludo_env._engine.errors import LudoError, SpecError, quoted, reason
from ludo_env._engine.fields import Field

Hook: TypeAlias = Callable[..., Any]
Hooks: TypeAlias = dict[str, Hook]
Parameter: TypeAlias = int | str | bool | tuple[int, ...] | tuple[str, ...]

# Keys of a rule in a file besides its parameters.
KEPT = ("rule", "during", "until")


def hooks(**named: Hook) -> Hooks:
    """Collect the hooks of a rule by name: ``hooks(may_land=may_land, react=react)``.

    `ludo-env rules hooks` lists all of them, with their arguments.
    """
    return named


@dataclass(frozen=True)
class Ties:
    """The relations of a rule to others, as far as the code does not show them."""

    # Its role, if a game has only one rule of the kind: "mechanism", "capture" ..
    role: str = ""
    # Rules of the same role that it may be combined with, if it comes after them.
    beside: tuple[str, ...] = ()
    # Roles (or rules by name) that it must come after, because it depends on their results.
    after: tuple[str, ...] = ()
    # Fields that it touches in ways that its code does not show.
    touches: tuple[str, ...] = ()
    # What a game must have for the rule to have an effect, in words.
    wants: str = ""
    # A parameter: rules that differ in it can be in one game.
    apart: str = ""
    # What alone it keeps pieces from, if that is "occupied cells"; "" if unknown.
    bars: str = ""


NO_TIES = Ties()


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
        """Return the same rule, which holds until a phase begins, and again when that is over."""
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
        from ludo_env._engine.rule import RuleMaker, at_its_time

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
        # The function counts: a rule that is defined again, in a notebook for example, is another
        # rule.
        return (self.path, self.parameters, self.phase, self.outside, self.factory)


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
