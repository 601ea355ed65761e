"""The folders of the tests: what is in each of them, and what its files may import."""

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
FOLDERS = ("docs", "engine", "envs", "games", "play", "render", "rules")
PRIVATE = re.compile(r"\bludo_env(\.\w+)*\._[a-z]")


def private_names(source):
    """Yield each private module that a file imports, in a text of code or a name too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found = [node.value]
        else:
            continue
        yield from (name for name in found if PRIVATE.search(name))


def test_every_file_of_tests_is_in_a_folder():
    """Files in `tests` itself hold what several folders share."""
    assert sorted(TESTS.glob("test_*.py")) == []
    found = {path.relative_to(TESTS).parts[0] for path in TESTS.rglob("test_*.py")}
    assert found == set(FOLDERS)


def test_names_of_files_are_different():
    """Pytest puts every folder on the path, so a name is taken once."""
    names = [path.name for path in TESTS.rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))


def test_only_tests_of_the_engine_import_private_modules():
    """All others use what users use."""
    others = [path for path in TESTS.rglob("*.py") if "engine" not in path.relative_to(TESTS).parts]
    assert len(others) > 90
    found = {path.name: [*private_names(path.read_text("utf-8"))] for path in others}
    assert {name: imported for name, imported in found.items() if imported} == {}


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("from ludo_env" + "._engine import chance", 1),
        ("import ludo_env" + "._engine.chance", 1),
        ("from ludo_env import _engine", 1),
        ("def f():\n    from ludo_env" + "._engine.chance import draw", 1),
        ("CODE = 'import ludo_env" + "._engine'", 1),
        ("from ludo_env.rules import dice", 0),
        ("from ludo_env import __main__, __version__", 0),
    ],
)
def test_private_imports_are_found(source, count):
    """Wherever they are, in a text of code too."""
    assert len([*private_names(source)]) == count
