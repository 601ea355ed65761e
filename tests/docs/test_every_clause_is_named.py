"""No clause without a test: the docstring of a test begins with the ids that it tests."""

import ast
import re
from pathlib import Path

from clauses import ALL

HERE = Path(__file__).parents[1]
ID = r"[ABCDEGL]-(?:T\d\d|X\d|\d+a?)"
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
    """Every id of the list is named by some test."""
    named = by_id()
    assert [name for name in ALL if name not in named] == []


def test_every_named_clause_exists():
    """No test names an id that is not in the list."""
    assert {name: tests for name, tests in by_id().items() if name not in ALL} == {}


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
