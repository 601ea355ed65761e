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

import importlib
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from ludo_env._engine.arguments import wrong_kind
from ludo_env._engine.composition.field_check import check_field, is_plain_word
from ludo_env._engine.errors import LudoError, SpecError, nearest, quoted, reason

Hook: TypeAlias = Callable[..., Any]
Hooks: TypeAlias = dict[str, Hook]
Parameter: TypeAlias = int | str | bool | tuple[int, ...] | tuple[str, ...]

# Keys of a rule in a file besides its parameters.
KEPT = ("rule", "during", "until")
# What a rule can declare that it bars.
BARRED = ("", "occupied cells")


@dataclass(frozen=True)
class Field:
    """A number, or one number per player, piece, cell or die, that a game remembers."""

    name: str
    per: str = "game"
    high: int = 1
    low: int = 0
    start: int = 0
    # It is used as an index: stored unsigned, so that a compiler knows that it is never negative.
    index: bool = False
    # How a learner sees it: "value" (scaled by high), "onehot" (nothing for 0), "levels" (one-hot,
    # 0 included), "player" (the place, counted from the viewer, of the player it names; 0 for
    # nobody), or "" for not at all.
    observe: str = ""
    # The highest value that a learner sees; 0 for `high`.
    shown: int = 0
    # Seen only by the player to act; others see zeros.
    actor_only: bool = False
    # If kept per player, each player sees only their own.
    private: bool = False
    # A flag that opens a way: the check whether home can be reached at all takes it as set.
    opens: bool = False
    # Its key in a position text ("" for none) and how it is written: "set", "list", "number", or
    # "own": which pieces of the seat to act; "roles": the letters of the roles; "cards": a hand of
    # cards for each player, of which it counts the kinds.
    key: str = ""
    text: str = "number"
    # A position text gives it without a key of its own, among the dice or the pieces.
    written: bool = False

    def __post_init__(self) -> None:
        """Refuse an invalid field."""
        check_field(self)


def field(name: str, per: str = "game", **more: Any) -> Field:
    """Declare a number that a rule remembers: ``field("has_captured", per="player")``.

    per: "game" (one number, `s.name`), or "player", "piece", "cell", "die" (`s.name[index]`).
    high, low, start: its range, 0..1 by default, and its value when a game begins.
    observe: how a learner sees it: "value", "onehot", "levels", "player"; "" for not at all.
    key: its name in a position text, "" for none; text: how it is written there, "number" for
        one per game, else "list", or "set" for flags (see `Field` for all words).
    opens: it is a flag that opens the way home.
    """
    return Field(name, per, **more)


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
    ties: Ties = Ties()
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
        parameters = {name: _bound(value) for name, value in data.items() if name not in KEPT}
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


@dataclass(frozen=True)
class RuleMaker:
    """A rule whose parameters are not bound yet; call it to bind them."""

    factory: Callable[..., Hooks]
    clauses: tuple[str, ...]
    fields: Callable[..., Iterable[Field]]
    facts: Callable[..., Mapping[str, Any]]
    ties: Ties = Ties()

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
        bound = {name: _bound(given.get(name, default)) for name, default in known.items()}
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


def phase_word(phase: Any) -> str:
    """Return the name of a phase; refuse one that cannot be part of a field name."""
    if not isinstance(phase, str) or not is_plain_word(phase) or phase.endswith("_"):
        raise SpecError(
            f"A phase is a word of letters, digits and single _ between them, not {quoted(phase)}."
        )
    return phase


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


def _bound(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def plain_data(value: Any) -> Any:
    """Return a value as plain data: tuples become lists, at all levels."""
    return [plain_data(item) for item in value] if isinstance(value, tuple) else value
