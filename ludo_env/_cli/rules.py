"""`ludo-env rules`: the rules, their hooks and facts, checks of games, and new games."""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludo_env._cli.columns import print_columns
from ludo_env._cli.new_game import write_new_game
from ludo_env._cli.options import GAME, add_game, add_trust, spec_of
from ludo_env._cli.parser import DONE, NO, add_command
from ludo_env._engine.composition.rule_library import knowledge_of
from ludo_env._engine.errors import SpecError, nearest, quoted
from ludo_env._engine.family import Family
from ludo_env._engine.family_registry import families
from ludo_env._engine.game_data import added_rules, read
from ludo_env._engine.game_files import data_of
from ludo_env._engine.questions import Question
from ludo_env._engine.rule import RuleMaker
from ludo_env.catalogue import boards_of, game_names

# The separator of a list whose items contain commas.
_MARKS = {"needs": "; "}
_ADDED = "of other packages"


CHECK_EXAMPLES = (
    "ludo-env rules check ludo --players 2",
    "ludo-env rules new my_ludo --from ludo",
    "ludo-env rules check my_ludo.toml --trust",
)


def add_rules_command(commands: Any) -> None:
    """Add `rules list`, `show`, `hooks`, `facts`, `check` and `new` to the command line."""
    rules = add_command(
        commands, "rules", "the rules of the library, and games as files", None,
        "List and explain rules; check games, and begin new ones.",
        ("ludo-env rules list", "ludo-env rules check ludo"),
    )  # fmt: skip
    kinds = rules.add_subparsers(dest="kind", metavar="COMMAND", title="commands")
    add_command(kinds, "list", "all rules, a line each", _list, examples=("ludo-env rules list",))
    show = add_command(
        kinds, "show", "one rule, with its parameters and its source", _show,
        examples=("ludo-env rules show blocks",),
    )  # fmt: skip
    show.add_argument("name", metavar="RULE", help="the name of a rule")
    asked = add_command(
        kinds, "hooks", "what a rule can answer: every hook, or one", _hooks,
        examples=("ludo-env rules hooks", "ludo-env rules hooks may_land"),
    )  # fmt: skip
    asked.add_argument("name", nargs="?", default="", metavar="HOOK", help="the name of a hook")
    add_command(
        kinds, "facts", "what a rule can declare of a game, as @rule(facts=...)", _facts,
        examples=("ludo-env rules facts",),
    )  # fmt: skip
    check = add_command(
        kinds, "check", "everything that is wrong with a game", _check,
        "Check a game: print its players and actions, or everything that is wrong with\n"
        "it, a line each. Modules of rules are found beside the file, with --trust.",
        CHECK_EXAMPLES, "the game has errors; stderr has a line for each",
    )  # fmt: skip
    add_game(check, positional=True)
    new = add_command(
        kinds, "new", "a game's file to start from, with a rule of your own", _new,
        "Write NAME.toml, a copy of a game, and NAME_rules.py with a rule to change.\n"
        "Files that exist are not overwritten.",
        ("ludo-env rules new my_ludo --from ludo",),
    )  # fmt: skip
    new.add_argument("name", metavar="NAME", help="letters, digits and _: the name of your game")
    new.add_argument(
        "--from", dest="origin", default="ludo", metavar="NAME|FILE",
        help=f"{GAME} (default: ludo)",
    )  # fmt: skip
    add_trust(new)


def _list(_: argparse.Namespace) -> int:
    parts = {family.name: family.library for family in families().values()}
    for title, library in {**parts, _ADDED: added_rules()}.items():
        if library:
            print(f"{title}:")
        for name, maker in library.items():
            print_columns(f"  {name:24} ", maker.title)
    return 0


def _show(chosen: argparse.Namespace) -> int:
    """Print all rules of a name; several families can have one."""
    for number, (family, maker) in enumerate(_makers(chosen.name)):
        if number:
            print()
        _print(family, maker)
    return 0


def _print(family: Family | None, maker: RuleMaker) -> None:
    """Print one rule; for a rule of a family also its needs and conflicts."""
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
    """Print every hook, or those of a name, in the order in which the engine calls them."""
    known = {name for family in families().values() for name in family.questions}
    if chosen.name and chosen.name not in known:
        raise SpecError(f"Unknown hook {quoted(chosen.name)}; {nearest(chosen.name, known)}")
    for family in families().values():
        asked = [word for word in family.questions.values() if chosen.name in ("", word.name)]
        if asked:
            print(f"{family.name}:")
        for question in asked:
            print_columns(f"  {called(question):42} {question.fold:6} ", question.meaning)
    return 0


def called(question: Question) -> str:
    """Return a hook with its arguments: "may_land(s, colour, cell)".

    A late hook takes functions of the engine, and returns the function that the engine calls.
    """
    late = f"({question.late})" if question.late else ""
    return f"{question.name}{late}({question.arguments})"


def _facts(_: argparse.Namespace) -> int:
    for family in families().values():
        print(f"{family.name}:")
        for fact in family.facts.known():
            print_columns(f"  {fact.name:16} {fact.kind:18} ", fact.meaning)
    return 0


def _check(chosen: argparse.Namespace) -> int:
    """Print the players and actions of a game; or print every error and return 1."""
    game, path = chosen.game, Path(chosen.game)
    wrong: Sequence[str] = ()
    if game not in game_names() and path.is_file():
        wrong = _wrong_with(path, chosen.trust)
    for complaint in wrong:
        print(f"{game}: {complaint}", file=sys.stderr)
    if wrong:
        return NO
    spec = spec_of(chosen)
    print(f"{game}: {spec.name}, {spec.players} players, {spec.actions} actions")
    return DONE


def _wrong_with(path: Path, trust: bool) -> Sequence[str]:
    """Return everything that is wrong with the file of a game."""
    try:
        _, wrong = read(data_of(path, trust=trust), trust=trust)
    except SpecError as error:
        return [str(error)]
    return wrong


def _new(chosen: argparse.Namespace) -> int:
    """Write the files, and print the next commands to try."""
    written = write_new_game(chosen.name, chosen.origin, trust=chosen.trust)
    for path, words in written.items():
        print(f"{path}: {words}")
    game = next(iter(written))
    print(f"Next: ludo-env rules check {game}; ludo-env play --game {game}")
    return DONE


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
