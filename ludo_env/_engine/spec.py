"""A spec: a game as a value, a board and an ordered list of rules, validated before it runs."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ludo_env._engine.answers import answers
from ludo_env._engine.arguments import is_one_of
from ludo_env._engine.composition.conflicts import (
    check_families,
    check_order,
    check_roles,
    check_speech,
    check_words,
    time_complaints,
)
from ludo_env._engine.composition.facts import check_alone, facts_of, fields_of
from ludo_env._engine.composition.needs import Answers, check_fields, check_keys, check_shared
from ludo_env._engine.composition.phases import taking_turns
from ludo_env._engine.errors import SpecError, nearest, quoted
from ludo_env._engine.family import Family, laws_of
from ludo_env._engine.rule import Field, Rule, plain_data
from ludo_env._engine.state import Layout, table

# Legal actions are listed in 16 bits each.
MOST_ACTIONS = 2**16 - 1


@dataclass(frozen=True)
class Spec:
    """A game: its name, its family, a board, and rules in the order in which they answer."""

    name: str
    family: Family
    board: Any
    rules: tuple[Rule, ...]

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields of the spec, without cached values."""
        return {one.name: getattr(self, one.name) for one in dataclasses.fields(self)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the fields alone; drop values that another version cached."""
        self.__dict__.update({one.name: state[one.name] for one in dataclasses.fields(self)})

    def with_rules(self, *more: Rule, after: str = "") -> Spec:
        """Return the same game with more rules, at the end or right after the rule `after`."""
        _check_rules(more)
        at = self.rules.index(self._find(after)) + 1 if after else len(self.rules)
        return replace(self, rules=(*self.rules[:at], *more, *self.rules[at:]))

    def without(self, *names: str) -> Spec:
        """Return the same game without the rules of these names."""
        for name in names:
            self._find(name)
        gone = [rule for rule in self.rules if rule.name in names or rule.label in names]
        return replace(self, rules=tuple(rule for rule in self.rules if rule not in gone))

    def replace(self, *rules: Rule) -> Spec:
        """Return the same game in which these rules replace those of the same name."""
        _check_rules(rules)
        changed = list(self.rules)
        for rule in rules:
            changed[self.rules.index(self._namesake(rule))] = rule
        return replace(self, rules=tuple(changed))

    @cached_property
    def facts(self) -> Any:
        """The combined facts of the rules, in the family's class: `facts.dice` in a race."""
        return facts_of(self.rules, self.family.facts, self.turns)

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The fields of the rules, in the order of the rules."""
        return fields_of(self.rules, self.turns)

    @cached_property
    def turns(self) -> tuple[Rule, ...]:
        """The rules of a role that must always be filled, if several take turns in it."""
        return taking_turns(self.rules, self.family.questions)

    @cached_property
    def layout(self) -> Layout:
        """The layout of a state of the game."""
        check_shared(self.rules, self.fields)
        layout = self.family.layout(self.board, self.facts, self.fields)
        check_keys(self.rules, layout)
        return layout

    @cached_property
    def actions(self) -> int:
        """The size of the action space."""
        return self.family.actions(self.board, self.facts)

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self.board.players)

    def check(self) -> Spec:
        """Return the spec itself; raise a `SpecError` if it cannot be played."""
        labels = [rule.label for rule in self.rules]
        for label in labels:
            if labels.count(label) > 1:
                raise SpecError(f"Rule {quoted(label)} appears twice in {quoted(self.name)}.")
        for _, complaint in time_complaints(self.rules, self.family.questions):
            raise SpecError(complaint)
        family, library = self.family, self.family.library
        check_families(self.rules, family)
        check_words(self.rules, library)
        check_roles(self.rules, family)
        check_order(self.rules)
        family.check(self.board, self.facts)
        tables = family.tables(self.board, table, self.facts)
        found = answers(self.rules, tables, family.questions, library)
        # refuses a field that is declared twice, or per something unknown
        check_fields(self.rules, found, family, self.layout.fields, self.board)
        check_speech(found, family.questions, self.turns)
        check_alone(self.rules, family.facts.known())
        self._check_actions(found)
        family.machine(tables, laws_of(family, found, self.turns), self.facts)
        return self

    def _check_actions(self, found: Answers) -> None:
        """Refuse more actions than can be listed, naming the rule that throws."""
        if self.actions <= MOST_ACTIONS:
            return
        asked = self.family.questions
        throws = [
            rule for name in found if asked[name].fold == "one" for rule, _ in found[name][:1]
        ]
        who = f"Rule {quoted(throws[0].name)} and this board" if throws else "These rules"
        raise SpecError(f"{who} make {self.actions} actions; at most {MOST_ACTIONS} can be.")

    def to_dict(self) -> dict[str, Any]:
        """Return the spec as plain data, as in a file: rules of the library by their names.

        It contains `endless` if the family would otherwise add rules that this game lacks.
        """
        data = self._plain_data()
        board, rules = data.pop("board"), data.pop("rules")
        endless = {"endless": True} if self.family.by_default(self) else {}
        return {**data, **endless, "board": board, "rules": rules}

    def _plain_data(self) -> dict[str, Any]:
        known = {maker.path: name for name, maker in self.family.library.items()}
        rules = [rule.to_dict() for rule in self.rules]
        parts = [part.name for part in fields(self.board)]
        kind = {"kind": self.board.kind} if self.board.kind else {}
        return {
            "name": self.name,
            "family": self.family.name,
            "board": kind | {name: plain_data(getattr(self.board, name)) for name in parts},
            "rules": [line | {"rule": known.get(line["rule"], line["rule"])} for line in rules],
        }

    @staticmethod
    def from_dict(data: Any, *, trust: bool = False) -> Spec:
        """Return the spec of plain data; rules from outside the library need `trust`."""
        from ludo_env._engine.game_data import from_dict

        return from_dict(data, trust=trust)

    @staticmethod
    def load(path: str | Path, *, trust: bool = False) -> Spec:
        """Return the spec of a TOML or JSON file."""
        from ludo_env._engine.game_files import load

        return load(path, trust=trust)

    def dump(self, path: str | Path) -> None:
        """Write the spec to a file: TOML, or JSON if the name ends in .json."""
        from ludo_env._engine.game_files import dump

        dump(self, path)

    @cached_property
    def key(self) -> str:
        """The spec as one line of text: equal for equal games."""
        return json.dumps(self._plain_data(), sort_keys=True)

    def __str__(self) -> str:
        lines = [f"{self.name}: {self.players} players, {self.actions} actions"]
        lines += [f"  {rule!r:40} {rule.title}" for rule in self.rules]
        return "\n".join(lines)

    def _namesake(self, rule: Rule) -> Rule:
        """Return the rule that another one is to replace."""
        named = [one for one in self.rules if one.name == rule.name]
        alike = [one for one in named if one.label == rule.label]
        if len(named) > 1 and not alike:
            labels = ", ".join(quoted(one.label) for one in named)
            raise SpecError(f"{quoted(self.name)} has several rules {quoted(rule.name)}: {labels}.")
        return alike[0] if alike else self._find(rule.name)

    def _find(self, name: str) -> Rule:
        for rule in reversed(self.rules):
            if is_one_of(name, (rule.name, rule.label)):
                return rule
        raise SpecError(
            f"{quoted(self.name)} has no rule {quoted(name)}; "
            f"{nearest(name, [rule.name for rule in self.rules])}"
        )


def _check_rules(rules: tuple[Any, ...]) -> None:
    for rule in rules:
        if not isinstance(rule, Rule):
            raise SpecError(f"A rule is made by calling it, as blocks() is; {quoted(rule)} is not.")
