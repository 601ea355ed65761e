"""Pages of rules: each rule with its title, parameters, hooks, fields, needs and source."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from ludo_docs.generated import Generated, annotation_of, code, default_of, table_of
from ludo_env._engine.composition.missing_needs import fields_kept
from ludo_env._engine.composition.rule_library import knowledge_of
from ludo_env._engine.composition.shared_questions import Exchange
from ludo_env._engine.errors import SpecError
from ludo_env._engine.family import Family
from ludo_env._engine.family_registry import FAMILIES
from ludo_env._engine.rule import RuleMaker
from ludo_env._engine.state import table
from ludo_env.catalogue import boards_of, game_names, load_game

_SOURCE = """<details><summary>Source</summary>

````python
{}````

</details>"""


class RulePage(Generated):
    """All rules of one folder of the library: `track/capture`, or `grid`."""

    headings = True

    def text(self, name: str) -> str:
        """Return a section for each rule, with its source in a collapsed block."""
        name, _, group = name.partition("/")
        family = FAMILIES[name]
        makers = [one for one in family.library.values() if group in ("", _group(one))]
        for maker in makers:
            self.env.note_dependency(str(inspect.getsourcefile(maker.factory)))
        return "\n\n".join(_text(family, maker) for maker in makers)


class RuleIndex(Generated):
    """A table of all rules of a family, with a link to each."""

    def text(self, name: str) -> str:
        """Return a row for each rule: its title, and the games of the library that use it."""
        family = FAMILIES[name]
        rows = [
            (
                f"[`{maker.name}`]({_page(family, maker)}.md#{maker.name})",
                maker.title,
                ", ".join(sorted(_users(family, maker.name))),
            )
            for maker in sorted(family.library.values(), key=lambda maker: maker.name)
        ]
        return table_of(["rule", "what it says", "used by"], rows)


@cache
def answered_by(family: str, question: str) -> tuple[str, ...]:
    """Return the names of a family's rules that answer a question with default parameters."""
    found = FAMILIES[family]
    return tuple(
        maker.name for maker in found.library.values() if question in _hooks_of(family, maker.name)
    )


def page_of(family: Family, name: str) -> str:
    """Return the page of a rule, as a path from a page of the same folder, with its anchor."""
    return f"{_page(family, family.library[name])}.md#{name}"


def _text(family: Family, maker: RuleMaker) -> str:
    known = knowledge_of(maker, family, boards_of(family))
    signature = ", ".join(
        f"{one.name}={one.default!r}" if one.default is not one.empty else one.name
        for one in maker.signature
    )
    kept = ", ".join(
        f"`s.{kept.name}`" + ("" if kept.per == "game" else f" (one per {kept.per})")
        for kept in fields_kept(maker)
    )
    answers = [_hook_link(family, hook) for hook in _hooks_of(family.name, maker.name)]
    rows = [
        ("role", maker.ties.role),
        ("used by", ", ".join(sorted(_users(family, maker.name)))),
        (
            "answers",
            ", ".join(answers),
        ),
        ("remembers", kept),
        ("needs", "; ".join(known.needs)),
        ("has an effect if there are", known.wants),
        ("comes after", ", ".join(map(code, known.after))),
        ("not with", ", ".join(map(code, known.excludes))),
        ("clauses", " ".join(maker.clauses)),
    ]
    parts = [f"## {maker.name}", f"`{maker.name}({signature})`", _prose(maker)]
    if maker.signature:
        parts.append(
            table_of(
                ["parameter", "type", "default"],
                [
                    (code(one.name), code(annotation_of(one.annotation)), default_of(one))
                    for one in maker.signature
                ],
            )
        )
    parts.append(table_of(["", ""], [row for row in rows if row[1]]))
    file = inspect.getsource(sys.modules[maker.factory.__module__])
    parts.append(_SOURCE.format(file))
    return "\n\n".join(parts)


def _hook_link(family: Family, hook: str) -> str:
    page = "hooks" if family.name == "track" else "generals_hooks"
    return f"[`{hook}`](../../reference/{page}.md#{hook})"


def _prose(maker: RuleMaker) -> str:
    """Return the docstring of a rule, and that of its file if it has only this rule."""
    own = inspect.getdoc(maker.factory) or maker.title
    module = sys.modules[maker.factory.__module__]
    whole = (inspect.getdoc(module) or "").partition("\n\n")[2]
    alone = sum(isinstance(value, RuleMaker) for value in vars(module).values()) == 1
    return f"{own}\n\n{whole}" if alone else own


def _group(maker: RuleMaker) -> str:
    """Return the folder of a rule's file."""
    return Path(str(inspect.getsourcefile(maker.factory))).parent.name


def _page(family: Family, maker: RuleMaker) -> str:
    return _group(maker) if family.name == "track" else "generals"


def _users(family: Family, name: str) -> set[str]:
    return {game for game, rules in _games(family.name) if name in rules}


@cache
def _games(family: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Return the games of a family, each with the names of its rules."""
    specs = {name: load_game(name) for name in game_names()}
    return tuple(
        (name, frozenset(rule.name for rule in spec.rules))
        for name, spec in specs.items()
        if spec.family.name == family
    )


@cache
def _hooks_of(family: str, name: str) -> tuple[str, ...]:
    """Return the questions that a rule answers on some board of its family, in engine order."""
    known = FAMILIES[family]
    found = {hook for board in boards_of(known) for hook in _bound(known, name, board)}
    return tuple(question for question in known.questions if question in found)


def _bound(family: Family, name: str, board: Any) -> Iterable[str]:
    """Return the names of the hooks of a rule on a board; none if it does not fit the board."""
    try:
        exchange = Exchange.of(family.questions)
        return exchange.bind(family.library[name](), family.tables(board, table))
    except SpecError:
        return ()
