"""The folders of the tests: what each of them holds, and what its files may import."""

import ast
import re
from pathlib import Path

import pytest

from ludo_env.families import GRID, TRACK

TESTS = Path(__file__).parents[1]
FOLDERS = ("docs", "engine", "envs", "games", "play", "render", "rules", "trainers", "web")
PRIVATE = re.compile(r"\bludo_env(\.\w+)*\._[a-z]")


def private_names(source):
    """Yield each private module that a file imports, also in code or names within strings."""
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
    """Files directly in `tests` hold what several folders share."""
    assert sorted(TESTS.glob("test_*.py")) == []
    found = {path.relative_to(TESTS).parts[0] for path in TESTS.rglob("test_*.py")}
    assert found == set(FOLDERS)


def test_names_of_files_are_different():
    """File names are unique, because pytest puts every folder on the path."""
    names = [path.name for path in TESTS.rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))


def file_of(name, family):
    """Return the test file of a rule; a name that both families have is preceded by the game."""
    of_both = family is GRID and name in TRACK.library
    return f"test_generals_{name}.py" if of_both else f"test_{name}.py"


def test_every_rule_has_a_file_of_its_own():
    """Every rule of either family has a test file; other tests are in other folders."""
    files = {file_of(name, family): name for family in (TRACK, GRID) for name in family.library}
    assert {path.name for path in (TESTS / "rules").rglob("*.py")} == set(files)
    for file, name in files.items():
        tree = ast.parse((TESTS / "rules" / file).read_text("utf-8"))
        assert f"`{name}`" in ast.get_docstring(tree), file
        tests = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        assert any(name.startswith("test_") for name in tests), file


def test_only_tests_of_the_engine_import_private_modules():
    """Only tests of the engine import private modules; all others use the public interface."""
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
