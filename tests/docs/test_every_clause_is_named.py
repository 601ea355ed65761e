"""No clause without a test: the docstring of a test begins with the ids that it tests."""

import ast
import re
from pathlib import Path

from clauses import ID, PAGES, all_ids, defined_on, defined_twice

from ludo_env.families import GRID, TRACK

HERE = Path(__file__).parents[1]
ALL = all_ids()
HEADING = re.compile(rf"({ID}(?:, {ID})*): \S")


def by_id():
    """For each id that a docstring begins with: the tests that do."""
    found = {}
    for path in sorted(HERE.glob("*/**/test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for name in ids_of(ast.get_docstring(node) or ""):
                    found.setdefault(name, []).append(f"{path.name}::{node.name}")
    return found


def ids_of(docstring):
    """The ids before the first colon."""
    heading = HEADING.match(docstring)
    return heading[1].split(", ") if heading else []


def test_every_clause_has_a_test():
    """Every clause that a page defines is named by some test; those without are listed."""
    named = by_id()
    without = [name for name in ALL if name not in named]
    assert without == [], f"Clauses without a test: {', '.join(without)}."


def test_every_named_clause_exists():
    """No test names an id that no page defines; such tests are listed with the id."""
    unknown = {name: tests for name, tests in by_id().items() if name not in ALL}
    assert unknown == {}, f"Tests of clauses that no page defines: {unknown}."


def test_pages_define_each_clause_once():
    """On the page of its letter, each of which has clauses."""
    assert defined_twice() == []
    assert min(len(defined_on(letter)) for letter in PAGES) >= 12
    for letter, page in PAGES.items():
        assert {name[0] for name in defined_on(letter)} == {letter}, page


def test_every_clause_that_a_rule_cites_exists():
    """What a rule gives as its source is on a page."""
    cited = {
        (name, clause)
        for family in (TRACK, GRID)
        for name, made in family.library.items()
        for clause in made.clauses
    }
    assert len(cited) > 100
    assert {(name, clause) for name, clause in cited if clause not in ALL} == set()


def test_every_row_has_its_own_test():
    """A worked position is tested by one test, which bears its name."""
    for name, tests in by_id().items():
        if "T" in name:
            (only,) = tests
            assert only.split("::")[1].startswith("test_" + name.replace("-", "_") + "_")


def test_ids_are_read_from_docstrings():
    """Only what stands before the colon counts."""
    assert ids_of("A-34, B-38a: and also G-1") == ["A-34", "B-38a"]
    assert ids_of("A-T04: a capture") == ["A-T04"]
    assert ids_of("As A-34 says: nothing") == []
    assert ids_of("A-34 without a colon") == []
