"""`ludo-env rules`: which rules there are, what one says, and what is wrong with a game's file."""

from __future__ import annotations

import argparse
import inspect
import sys
from pathlib import Path
from typing import Any

from ludo_env.core.errors import SpecError, nearest, quoted
from ludo_env.core.families import FAMILIES
from ludo_env.core.files import parsed, read
from ludo_env.core.knowledge import knowledge_of
from ludo_env.core.machine import Family
from ludo_env.core.rule import RuleMaker
from ludo_env.loose.presets import boards_of

# What is between the items of a list, where each has commas of its own.
_MARKS = {"needs": "; "}


def add_rules_command(commands: Any) -> None:
    """Adds `rules list`, `rules show NAME` and `rules check FILE` to the command line."""
    rules = commands.add_parser("rules", help="the rules of the library, and games as files")
    kinds = rules.add_subparsers(dest="kind", required=True)
    kinds.add_parser("list", help="all rules, a line each").set_defaults(run=_list)
    show = kinds.add_parser("show", help="one rule, with its parameters and its source")
    show.add_argument("name")
    show.set_defaults(run=_show)
    check = kinds.add_parser("check", help="everything that is wrong with a game's file")
    check.add_argument("file", type=Path)
    check.add_argument("--trust", action="store_true", help="let it name rules of your own: code")
    check.set_defaults(run=_check)


def _list(_: argparse.Namespace) -> int:
    for family in FAMILIES.values():
        print(f"{family.name}:")
        for name, maker in family.library.items():
            print(f"  {name:24} {maker.title}")
    return 0


def _show(chosen: argparse.Namespace) -> int:
    """All rules of a name: more than one family can have it."""
    for number, (family, maker) in enumerate(_makers(chosen.name)):
        if number:
            print()
        _print(family, maker)
    return 0


def _print(family: Family, maker: RuleMaker) -> None:
    """One rule, with what is known of it."""
    parameters = list(inspect.signature(maker.factory).parameters.values())[1:]
    print(f"{maker.name}: {maker.title}")
    print(f"family: {family.name}")
    print(f"clauses: {' '.join(maker.clauses) or '-'}")
    for parameter in parameters:
        print(f"parameter: {parameter}")
    known = knowledge_of(maker, family, boards_of(family))
    for word, names in known._asdict().items():
        listed = names if isinstance(names, str) else _MARKS.get(word, ", ").join(names)
        print(f"{word}: {listed or '-'}")
    print()
    print(inspect.getsource(sys.modules[maker.factory.__module__]))


def _check(chosen: argparse.Namespace) -> int:
    """The size of the action space if all is well; else every error, a line each, and 1."""
    spec, wrong = read(parsed(chosen.file), trust=chosen.trust)
    for complaint in wrong:
        print(f"{chosen.file}: {complaint}", file=sys.stderr)
    if wrong or spec is None:
        return 1
    print(f"{chosen.file}: {spec.name}, {spec.players} players, {spec.actions} actions")
    return 0


def _makers(name: str) -> list[tuple[Family, RuleMaker]]:
    """The rules of a name, each with its family."""
    found = [
        (family, family.library[name]) for family in FAMILIES.values() if name in family.library
    ]
    if not found:
        names = {known for family in FAMILIES.values() for known in family.library}
        raise SpecError(f"There is no rule {quoted(name)}; {nearest(name, names)}")
    return found
