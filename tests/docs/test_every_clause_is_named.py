"""Every clause has a test: the docstring of a test begins with the ids that it tests."""

import ast
import re
from pathlib import Path

from clauses import ID, PAGES, all_ids, defined_on, defined_twice

from ludo_env.families import GRID, TRACK

HERE = Path(__file__).parents[1]
ALL = all_ids()
HEADING = re.compile(rf"({ID}(?:, {ID})*): \S")


def by_id():
    """Return, for each id, the tests whose docstrings begin with it."""
    found = {}
    for path in sorted(HERE.glob("*/**/test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for name in ids_of(ast.get_docstring(node) or ""):
                    found.setdefault(name, []).append(f"{path.name}::{node.name}")
    return found


def ids_of(docstring):
    """Return the ids before the first colon."""
    heading = HEADING.match(docstring)
    return heading[1].split(", ") if heading else []


def test_every_clause_has_a_test():
    """Every clause defined on a page is named by some test; the missing ones are listed."""
    named = by_id()
    without = [name for name in ALL if name not in named]
    assert without == [], f"Clauses without a test: {', '.join(without)}."


def test_every_named_clause_exists():
    """Tests name only ids that a page defines; other ids are listed with their tests."""
    unknown = {name: tests for name, tests in by_id().items() if name not in ALL}
    assert unknown == {}, f"Tests of clauses that no page defines: {unknown}."


def test_pages_define_each_clause_once():
    """Each clause is defined once, on the page of its letter, and each page has clauses."""
    assert defined_twice() == []
    assert min(len(defined_on(letter)) for letter in PAGES) >= 12
    for letter, page in PAGES.items():
        assert {name[0] for name in defined_on(letter)} == {letter}, page


def test_every_clause_that_a_rule_cites_exists():
    """Every clause that a rule gives as its source exists on a page."""
    cited = {
        (name, clause)
        for family in (TRACK, GRID)
        for name, made in family.library.items()
        for clause in made.clauses
    }
    assert len(cited) > 100
    assert {(name, clause) for name, clause in cited if clause not in ALL} == set()


def test_every_row_has_its_own_test():
    """Every worked position is tested by exactly one test, which has its name."""
    for name, tests in by_id().items():
        if "T" in name:
            (only,) = tests
            assert only.split("::")[1].startswith("test_" + name.replace("-", "_") + "_")


def test_ids_are_read_from_docstrings():
    """Only the part before the colon is read for ids."""
    assert ids_of("A-34, B-38a: and also G-1") == ["A-34", "B-38a"]
    assert ids_of("A-T04: a capture") == ["A-T04"]
    assert ids_of("As A-34 says: nothing") == []
    assert ids_of("A-34 without a colon") == []
