"""The package as a whole: its version, and what a package index shows of it."""

import pathlib
import re
import subprocess
import sys

import pytest

import ludo_env
from ludo_env import __main__ as cli

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = pathlib.Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_the_command_line_says_the_version(capsys):
    """`ludo-env --version` prints a line."""
    with pytest.raises(SystemExit) as caught:
        cli.main(["--version"])
    assert caught.value.code == 0
    assert capsys.readouterr().out == f"ludo-env {ludo_env.__version__}\n"


def test_the_package_can_be_run():
    """`python -m ludo_env` is the command."""
    done = subprocess.run(
        [sys.executable, "-m", "ludo_env", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"ludo-env {ludo_env.__version__}\n"


def test_the_version_is_written_once():
    """Only `_version.py` contains the version; the citation has the same one."""
    assert PROJECT["dynamic"] == ["version"]
    cited = (ROOT / "CITATION.cff").read_text("utf-8")
    assert re.search(r"^version: (.*)$", cited, re.MULTILINE).group(1) == ludo_env.__version__
    files = [ROOT / "pyproject.toml", *(ROOT / "ludo_env").rglob("*.py")]
    said = [path.name for path in files if f'"{ludo_env.__version__}"' in path.read_text("utf-8")]
    assert said == ["_version.py"]


def test_the_authors_are_those_who_are_cited():
    """The project and the citation name the same authors."""
    names = [author["name"] for author in PROJECT["authors"]]
    assert names == re.findall(r"- name: (.*)", (ROOT / "CITATION.cff").read_text("utf-8"))


def test_the_versions_of_python_are_those_that_the_workflow_tests():
    """The classifiers list exactly the versions of Python that the workflow tests."""
    listed = [
        word.rpartition(":: ")[2]
        for word in PROJECT["classifiers"]
        if re.fullmatch(r"Programming Language :: Python :: 3\.\d+", word)
    ]
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8")
    tested = re.search(r"python: \[(.*)\]", workflow).group(1)
    assert re.findall(r'"(3\.\d+)"', tested) == listed
    assert PROJECT["requires-python"] == f">={listed[0]}"
