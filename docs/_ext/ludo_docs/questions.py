"""Hooks, facts, the state and the board, from the tables that the engine uses."""

from __future__ import annotations

import importlib
import inspect

from ludo_docs.generated import Generated, code, comments_of, table_of
from ludo_docs.rule_pages import answered_by, page_of
from ludo_env._cli.rules import called
from ludo_env._engine.composition.missing_needs import fields_kept
from ludo_env._engine.family import Family
from ludo_env._engine.family_registry import FAMILIES
from ludo_env._engine.questions import Question
from ludo_env._engine.rule import Field
from ludo_env.catalogue import games

_SILENT = {
    "any": "False",
    "all": "True",
    "first": "`NO_OPINION`; the engine then does what is usual",
    "pipe": "the value itself",
    "each": "nothing happens",
    "one": "an error: some rule must answer it",
}

# The fields that every game of a family has. A field without a meaning here fails the build.
_MEANT = {
    "phase": "what is next: a die, a lot, a decision (`DECIDE`), or nothing (`OVER`, `STOPPED`)",
    "seat": "the player to act",
    "winner": "the side that has won; `NOBODY` before the end",
    "opening": "1 until the first turn begins",
    "sides": "the number of outcomes of the pending chance event; 0 if none is pending",
    "progress": "the place of each piece, counted from its colour's entry; `YARD` is -1",
    "crowd": "the pieces on each cell; read it by `counting`, `friends_on` and `enemies_on`",
    "colour": "the player whose pieces are moved",
    "pending": "dice of this throw that are still to fall",
    "played": "1 if something has been played in this turn",
    "bonus": "1 if the turn has earned another roll",
    "board": "the unit on each cell: 0 for none, 1 for an Attacker, 2 for a Defender",
    "units": "how many units each role has",
    "occupied": "the cells of the units of each role, as a set of two numbers",
    "attacker": "the player who attacks; -1 during the toss",
    "stage": "what is asked of the player to act: a word, a move, a garrison, a conversion",
    "die": "the die of this turn",
    "source": "the cell of the unit that was chosen; -1 for none",
    "rerolls": "dice of this turn that allowed nothing",
    "hits": "hits on the General",
    "may_garrison": "1 for each role that may still garrison",
    "shot": "1 while the Offensive Special is available",
    "turns": "turns that have ended",
}


class HookIndex(Generated):
    """The arguments of a family's hooks, and a table of the hooks in the order of their calls."""

    def text(self, name: str) -> str:
        """Return a row for each hook, with a link to its section."""
        rows = [
            (f"[`{one.name}`](#{one.name})", one.fold, one.meaning)
            for one in FAMILIES[name].questions.values()
        ]
        table = table_of(["hook", "fold", "what it answers"], rows)
        return f"{_arguments_of(name)}\n\n{table}"


class Hooks(Generated):
    """A section for each hook of a family."""

    headings = True

    def text(self, name: str) -> str:
        """Return the sections in the order in which the engine calls the hooks."""
        family = FAMILIES[name]
        return "\n\n".join(_hook(family, one) for one in family.questions.values())


class Facts(Generated):
    """A table of what rules of a family can declare about a game."""

    def text(self, name: str) -> str:
        """Return a row for each fact."""
        rows = [
            (code(one.name), code(one.kind), one.meaning) for one in FAMILIES[name].facts.known()
        ]
        return table_of(["fact", "type", "meaning"], rows)


class StateFields(Generated):
    """Tables of the fields of `s`: in every game of a family, and with certain rules."""

    def text(self, name: str) -> str:
        """Return the fields of the family, then those of the rules of its library."""
        family = FAMILIES[name]
        rules = [
            (kept, maker.name) for maker in family.library.values() for kept in fields_kept(maker)
        ]
        of_rules = {kept.name for kept, _ in rules}
        specs = [entry.spec() for entry in games().values() if entry.spec().family is family]
        shared = set.intersection(*(set(spec.layout.fields) for spec in specs)) - of_rules
        example = specs[0]
        shown = [one for one in example.layout.fields.values() if one.name in shared]
        own = table_of(
            ["field", "one per", f"range in {example.name}", "meaning"],
            [(code(f"s.{one.name}"), one.per, _range(one), _MEANT[one.name]) for one in shown],
        )
        merged: dict[str, tuple[Field, list[str]]] = {}
        for kept, rule in rules:
            merged.setdefault(kept.name, (kept, []))[1].append(rule)
        more = table_of(
            ["field", "one per", "range", "key in positions", "kept by"],
            [
                (
                    code(f"s.{kept.name}"),
                    kept.per,
                    _range(kept),
                    code(kept.key),
                    ", ".join(
                        f"[`{rule}`](../make/rules/{page_of(family, rule)})" for rule in names
                    ),
                )
                for kept, names in merged.values()
            ],
        )
        return f"In every game:\n\n{own}\n\nWith rules that keep more:\n\n{more}"


class BoardFields(Generated):
    """A table of the attributes of `board`, with the comments of its source."""

    def text(self, name: str) -> str:
        """Return a row for each number and table."""
        module = importlib.import_module(
            f"ludo_env._families.{name}.tables"
            if name == "track"
            else f"ludo_env._families.{name}.board"
        )
        kind = getattr(module, "_Tables", None) or module.Tables
        rows = [
            (code(f"board.{one}"), code(annotation) if annotation != "Any" else "table", comment)
            for one, annotation, comment in comments_of(kind)
        ]
        return table_of(["name", "type", "what it is"], rows)


def _hook(family: Family, question: Question) -> str:
    rules = answered_by(family.name, question.name)
    linked = ", ".join(f"[`{rule}`](../make/rules/{page_of(family, rule)})" for rule in rules)
    rows = [
        ("fold", code(question.fold)),
        ("without an answer", _SILENT[question.fold]),
        ("must return", "a value on every way through it" if question.wants_answer else "nothing"),
        ("receives", f"the engine's functions `{question.late}` first" if question.late else ""),
        ("rules may ask it", f"`board.ask.{question.name}`" if question.shared else ""),
        ("runs", "always in plain Python" if question.plain else "compiled, or in plain Python"),
        ("answered by", linked),
    ]
    return "\n\n".join(
        [
            f"### {question.name}",
            f"`{called(question)}`",
            f"{question.meaning[0].upper()}{question.meaning[1:]}{_dot(question.meaning)}",
            table_of(["", ""], [row for row in rows if row[1]]),
        ]
    )


def _dot(text: str) -> str:
    return "" if text.endswith(("?", ".", "..")) else "."


def _arguments_of(family: str) -> str:
    """Return the text about arguments from the docstring of a family's questions."""
    module = importlib.import_module(f"ludo_env._families.{family}.questions")
    return (inspect.getdoc(module) or "").partition("\n\n")[2]


def _range(field: Field) -> str:
    return f"{field.low} to {field.high}"
