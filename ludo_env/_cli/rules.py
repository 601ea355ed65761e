"""`ludo-env rules`: the rules, the hooks and facts that they consist of, and checks of files."""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludo_env._engine.composition.rule_library import knowledge_of
from ludo_env._engine.errors import SpecError, nearest, quoted
from ludo_env._engine.family import Family
from ludo_env._engine.family_registry import families
from ludo_env._engine.game_data import added_rules, read
from ludo_env._engine.game_files import parsed
from ludo_env._engine.questions import Question
from ludo_env._engine.rule import RuleMaker
from ludo_env.catalogue import boards_of

# The separator of a list whose items contain commas.
_MARKS = {"needs": "; "}
_ADDED = "of other packages"


def add_rules_command(commands: Any) -> None:
    """Add `rules list`, `show NAME`, `hooks`, `facts` and `check FILE` to the command line."""
    rules = commands.add_parser("rules", help="the rules of the library, and games as files")
    kinds = rules.add_subparsers(dest="kind", required=True)
    kinds.add_parser("list", help="all rules, a line each").set_defaults(run=_list)
    show = kinds.add_parser("show", help="one rule, with its parameters and its source")
    show.add_argument("name")
    show.set_defaults(run=_show)
    asked = kinds.add_parser("hooks", help="what a rule can answer: every hook, or one")
    asked.add_argument("name", nargs="?", default="")
    asked.set_defaults(run=_hooks)
    facts = kinds.add_parser("facts", help="what a rule can declare of a game, as @rule(facts=...)")
    facts.set_defaults(run=_facts)
    check = kinds.add_parser("check", help="everything that is wrong with a game's file")
    check.add_argument("file", type=Path)
    check.add_argument(
        "--trust", action="store_true", help="allow it to name rules of your own: code"
    )
    check.set_defaults(run=_check)


def _list(_: argparse.Namespace) -> int:
    parts = {family.name: family.library for family in families().values()}
    for title, library in {**parts, _ADDED: added_rules()}.items():
        if library:
            print(f"{title}:")
        for name, maker in library.items():
            print(f"  {name:24} {maker.title}")
    return 0


def _show(chosen: argparse.Namespace) -> int:
    """Print all rules of a name: more than one family can have it."""
    for number, (family, maker) in enumerate(_makers(chosen.name)):
        if number:
            print()
        _print(family, maker)
    return 0


def _print(family: Family | None, maker: RuleMaker) -> None:
    """Print one rule; of one in the library of a family also its needs and conflicts."""
    parameters = list(inspect.signature(maker.factory).parameters.values())[1:]
    print(f"{maker.name}: {maker.title}")
    print(f"family: {family.name}" if family else f"from: {maker.path}")
    print(f"clauses: {' '.join(maker.clauses) or '-'}")
    for parameter in parameters:
        print(f"parameter: {parameter}")
    known = knowledge_of(maker, family, boards_of(family))._asdict() if family else {}
    for word, names in known.items():
        listed = names if isinstance(names, str) else _MARKS.get(word, ", ").join(names)
        print(f"{word}: {listed or '-'}")
    print()
    print(inspect.getsource(sys.modules[maker.factory.__module__]))


def _hooks(chosen: argparse.Namespace) -> int:
    """Print every hook, or those of a name, in the order in which the engine asks."""
    known = {name for family in families().values() for name in family.questions}
    if chosen.name and chosen.name not in known:
        raise SpecError(f"Unknown hook {quoted(chosen.name)}; {nearest(chosen.name, known)}")
    for family in families().values():
        asked = [word for word in family.questions.values() if chosen.name in ("", word.name)]
        if asked:
            print(f"{family.name}:")
        for question in asked:
            print(f"  {called(question):42} {question.fold:6} {question.meaning}")
    return 0


def called(question: Question) -> str:
    """Return a hook with its arguments: "may_land(s, colour, cell)".

    A late one is given functions of the engine, and returns the function that is asked.
    """
    late = f"({question.late})" if question.late else ""
    return f"{question.name}{late}({question.arguments})"


def _facts(_: argparse.Namespace) -> int:
    for family in families().values():
        print(f"{family.name}:")
        for fact in family.facts.known():
            print(f"  {fact.name:16} {fact.kind:18} {fact.meaning}")
    return 0


def _check(chosen: argparse.Namespace) -> int:
    """Print the size of the action space; or every error, a line each, and return 1."""
    spec, wrong = read(parsed(chosen.file), trust=chosen.trust)
    for complaint in wrong:
        print(f"{chosen.file}: {complaint}", file=sys.stderr)
    if wrong or spec is None:
        return 1
    print(f"{chosen.file}: {spec.name}, {spec.players} players, {spec.actions} actions")
    return 0


def _makers(name: str) -> Sequence[tuple[Family | None, RuleMaker]]:
    """Return the rules of a name, each with its family; None for a rule of another package."""
    known = families().values()
    found = [(family, family.library[name]) for family in known if name in family.library]
    if not found:
        added = added_rules()
        if name in added:
            return [(None, added[name])]
        names = {rule for family in known for rule in family.library} | {*added}
        raise SpecError(f"Unknown rule {quoted(name)}; {nearest(name, names)}")
    return found
