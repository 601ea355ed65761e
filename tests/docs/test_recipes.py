"""The recipes of CONTRIBUTING.md, followed to the letter in a copy of the library.

A block of a recipe goes to the file named last before it; `diff` blocks change a file, and the
lines of `sh` blocks are run.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
BLOCK = re.compile(r"^( *)(`{3,4})(\w+)\n(.*?)^\1\2$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"`([\w./]+/[\w.]+\.(?:py|md|toml))`")
# What an alternative part of the library tries or draws takes minutes.
SLOW = re.compile(r"python docs/(matrix|gallery/make)\.py")
RULE, GAME, FAMILY = "a rule", "a game", "a family of games"
AGENT, STYLE, KEYWORD = "an agent", "an observation style", "a keyword"
RECIPES = (RULE, GAME, FAMILY, AGENT, STYLE, KEYWORD)


def section(name):
    """Return the text of a recipe."""
    return PAGE.split(f"\n## To add {name}\n")[1].partition("\n## ")[0]


def blocks(text):
    """Yield each block of a recipe: its language, the file that it is for, and its lines."""
    for found in BLOCK.finditer(text):
        before = BLOCK.sub("", text[: found.start()])
        files = FILE.findall(before)
        yield found[3], files[-1] if files else "", textwrap.dedent(found[4])


def changed(text, diff):
    """Return a text with a diff applied: each of its places must be there, exactly once."""
    for place in diff.split("@@\n"):
        lines = place.splitlines(keepends=True)
        old = "".join(line[1:] for line in lines if line[0] != "+")
        new = "".join(line[1:] for line in lines if line[0] != "-")
        assert f"\n{text}".count(f"\n{old}") == 1, f"not there once:\n{old}"
        text = f"\n{text}".replace(f"\n{old}", f"\n{new}")[1:]
    return text


class Copy:
    """A copy of the files that a recipe changes, and the output of its commands."""

    def __init__(self, folder, name):
        self.folder, self.said = folder, {}
        bare = shutil.ignore_patterns("__pycache__", "*.nbi", "*.nbc")
        shutil.copytree(ROOT / "ludo_env", folder / "ludo_env", ignore=bare)
        shutil.copytree(ROOT / "docs", folder / "docs", ignore=shutil.ignore_patterns("_build"))
        (folder / "tests").mkdir()
        for path in [*(ROOT / "tests").glob("*.py"), ROOT / "pyproject.toml"]:
            shutil.copy(path, folder / path.relative_to(ROOT))
        self.commands = []
        for language, file, text in blocks(section(name)):
            if language == "sh":
                self.commands += text.splitlines()
            else:
                self.write(language, folder / file, text)

    def write(self, language, path, text):
        """Write a block to its file, or change the file by it."""
        if language == "diff":
            path.write_text(changed(path.read_text("utf-8"), text), "utf-8")
            return
        assert not path.exists(), path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def run(self, line):
        """Run a command of the recipe, and return what it prints."""
        program, *words = shlex.split(line)
        start = {
            "python": [],
            "ludo-env": ["-m", "ludo_env"],
            "pytest": ["-m", "pytest", "-n0", "-q", "-p", "no:cacheprovider"],
        }[program]
        done = subprocess.run(
            [sys.executable, *start, *words],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder)},
            capture_output=True,
            text=True,
            check=False,
            timeout=3000,
        )
        assert done.returncode == 0, f"{line}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        return done.stdout


@pytest.fixture(name="follow")
def _follow(tmp_path):
    """Follow a recipe: write its blocks, run its commands, and return the output of each."""

    def followed(name):
        copy = Copy(tmp_path, name)
        assert copy.commands
        for line in copy.commands:
            if not SLOW.fullmatch(line):
                copy.said[line] = copy.run(line)
        return copy

    return followed


def test_every_recipe_is_followed():
    """The page has exactly the recipes that the tests below follow, and a rule comes first."""
    assert tuple(re.findall(r"^## To add (.*)$", PAGE, re.MULTILINE)) == RECIPES


def test_a_rule(follow):
    """It is in the library, shown with what it keeps, and speaks in play; its own tests pass."""
    copy = follow(RULE)
    shown = copy.said["ludo-env rules show visit_once"]
    assert "\nkeeps: visits\n" in shown
    assert shown.startswith("visit_once: A player may stop on this square of the ring only once.")
    assert "3 passed" in copy.said["pytest tests/rules/test_visit_once.py"]
    assert "visit_once" in copy.run("ludo-env rules list")


def test_a_game(follow):
    """The list of games has it, with its players; its file is right, and its own tests pass."""
    copy = follow(GAME)
    assert re.search(r"^sprint +2 +Sprint: a short race", copy.said["ludo-env games"], re.MULTILINE)
    assert "4 passed" in copy.said["pytest tests/games/test_sprint.py"]
    checked = copy.said["ludo-env rules check ludo_env/data/games/sprint.toml"]
    assert checked.endswith("sprint, 2 players, 5 actions\n")


def test_a_family(follow):
    """The family has all parts, its game is in the list, and its rules are shown like others."""
    copy = follow(FAMILY)
    assert re.search(r"^dash +2 +Dash: two players", copy.said["ludo-env games"], re.MULTILINE)
    assert "\nfamily: dash\n" in copy.said["ludo-env rules show no_sixes"]
    assert any("check_family" in line for line in copy.commands)


def test_an_agent(follow):
    """The agent is in the list, and plays in the arena."""
    copy = follow(AGENT)
    said = copy.said["ludo-env agents"]
    assert re.search(r"^hindmost +Plays the piece that is farthest behind", said, re.MULTILINE)
    assert any("hindmost" in said for line, said in copy.said.items() if " arena " in line)


def test_an_observation_style(follow):
    """An environment keeps its promises with the style, and says in words what it shows."""
    copy = follow(STYLE)
    (said,) = (said for line, said in copy.said.items() if "explain_observation" in line)
    assert said.startswith("[0:16] steps: steps of each piece, 0 in the yard: 0, 0, ")


def test_a_keyword(follow):
    """The stubs have the keyword, and it ends the game."""
    copy = follow(KEYWORD)
    stub = (copy.folder / "ludo_env/envs/ludo_v0.pyi").read_text("utf-8")
    assert stub.count("    most_turns: int | None = None,\n") == 7
    assert (copy.folder / "ludo_env/envs/ludo_v0.py").read_text("utf-8").count("most_turns") == 1


@pytest.mark.long
@pytest.mark.parametrize("name", [RULE, GAME])
def test_the_scripts_that_take_minutes(tmp_path, name):
    """The generated pages show the rule and the game."""
    copy = Copy(tmp_path, name)
    for line in copy.commands:
        if SLOW.fullmatch(line):
            copy.run(line)
    new = {RULE: "visit_once", GAME: "sprint"}[name]
    assert new in (copy.folder / "docs" / "rules_matrix.md").read_text("utf-8")
    assert (new == "sprint") == (copy.folder / "docs" / "gallery" / "sprint.svg").exists()
