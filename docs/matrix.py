"""Make the page of rules and games: `python docs/matrix.py`.

Every rule of the library is added to every game and played for 200 decisions. Its needs and
conflicts come from the rules themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from ludo_env._engine.composition.rule_library import knowledge_of
from ludo_env._engine.family import Family
from ludo_env._engine.family_registry import FAMILIES
from ludo_env.catalogue import boards_of
from ludo_env.testing.matrix import Pair, games, try_pair

PAGE = Path(__file__).parent / "rules_matrix.md"
DECISIONS = 200
_HEAD = """# Rules and games

`python docs/matrix.py` makes this page; a test compares it with the rules. `ludo-env rules show NAME` prints the same of one
rule, with the fields that it reads and writes.

"""  # noqa: E501
_TABLE = """## What each rule needs ({family})

"Needs" are fields that other rules keep and questions that other rules answer, with those rules; "behind" are the rules that
must come before it; "not with" are the rules that exclude it. The table is for the default parameters.

| rule | needs | behind | not with | speaks when there is |
|---|---|---|---|---|
"""  # noqa: E501
_MATRIX = """## Every rule with every game

Each rule of a family, with its default parameters, in each game of the family: `+` it is added after the others, `1` only
before them, `=` instead of the rule with its role, `o` the game has it already, `-` it is refused (the reason is
below). In parentheses: it made no difference in 200 decisions at random and in positions in which pieces meet.

"""  # noqa: E501


def main() -> None:
    """Play all pairs and write the page."""
    PAGE.write_text(page(all_pairs()), "utf-8")


def all_pairs(processes: int | None = None) -> list[Pair]:
    """Play every rule with every game of its family."""
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        return [pair for pairs in pool.map(pairs_of, names_of_rules()) for pair in pairs]


def names_of_rules() -> list[tuple[str, str]]:
    """Return every rule as the name of its family and its own name."""
    return [(family.name, name) for family in families() for name in family.library]


def families() -> list[Family]:
    """Return the families in the order of the games, independent of imports."""
    named = {spec.family.name: spec.family for spec in games()}
    return list(named.values())


def pairs_of(name: tuple[str, str]) -> list[Pair]:
    """Play a rule, given by family and name, with every game of its family."""
    family = FAMILIES[name[0]]
    rule = family.library[name[1]]()
    return [
        try_pair(spec, rule, DECISIONS, trial=False, compiled=False)
        for spec in games()
        if spec.family is family
    ]


def page(tried: Iterable[Pair]) -> str:
    """Return the text of the page."""
    found = {(pair.rule.path, pair.game): pair for pair in tried}
    parts = [_HEAD, *(needs_table(family) for family in families()), _MATRIX]
    for family in families():
        names = [spec.name for spec in games() if spec.family is family]
        parts.append(_rows(family, names, found))
    parts.append("## Why a rule is refused\n\n")
    parts += _refusals([pair for pair in found.values() if cell_of(pair) == "-"])
    return "".join(parts)


def needs_table(family: Family) -> str:
    """Return the table of what the rules of a family need."""
    boards = boards_of(family)
    lines = []
    for maker in family.library.values():
        known = knowledge_of(maker, family, boards)
        lists = (known.after, known.excludes)
        columns = ["; ".join(known.needs), *(", ".join(names) for names in lists)]
        lines.append(_line([f"`{maker.name}`", *columns, known.wants]))
    return _TABLE.format(family=family.name) + "".join(lines) + "\n"


def cell_of(pair: Pair) -> str:
    """Return the sign of a pair in the table."""
    if pair.how == "refused":
        return "o" if "appears twice" in pair.said else "-"
    sign = {"added": "+", "first": "1"}.get(pair.how, "=")
    return f"({sign})" if pair.said else sign


def _rows(family: Family, names: Sequence[str], found: dict[tuple[str, str], Pair]) -> str:
    lines = [_line([family.name, *names]), "|---" * (len(names) + 1) + "|\n"]
    for maker in family.library.values():
        cells = [cell_of(found[maker.path, name]) for name in names]
        lines.append(_line([f"`{maker.name}`", *cells]))
    return "".join(lines) + "\n"


def _refusals(refused: Sequence[Pair]) -> list[str]:
    """Return every refusal once, with its games."""
    sentences: dict[str, list[str]] = {}
    for pair in refused:
        sentences.setdefault(pair.said, []).append(pair.game)
    return [f"* {', '.join(names)}: {said}\n" for said, names in sentences.items()]


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


if __name__ == "__main__":
    main()
