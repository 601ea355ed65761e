"""The page about your own agents: its table covers a whole view, and its commands are run."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from test_commands import blocks, write_files

from ludo_env import __main__ as cli
from ludo_env.agents import View

PAGE = Path(__file__).parents[2] / "docs" / "agents" / "own.md"
TEXT = PAGE.read_text("utf-8")
COMMANDS = re.findall(r"^ {4}(ludo-env .*)$", TEXT, re.MULTILINE)
ATTRIBUTES = {name for name in vars(View) if not name.startswith("_")} | {"game"}


@pytest.fixture(name="here")
def _here(tmp_path, monkeypatch):
    """Return a folder with the file of the page, and make it the current one."""
    write_files(blocks(PAGE), tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_page_lists_every_attribute_of_a_view():
    """Each has a row in the table and is used in the example, in a race and in Generals."""
    table = TEXT.split("## What a view says")[1].partition("```python")[0]
    assert set(re.findall(r"^\| `view\.(\w+)", table, re.MULTILINE)) == ATTRIBUTES - {"of_running"}
    example = next(block for block in blocks(PAGE) if "POSITIONS" in block)
    assert set(re.findall(r"\bview\.(\w+)", example)) == ATTRIBUTES - {"of_running"}
    assert '"generals"' in example


def test_the_file_has_few_lines():
    """The example agent is short."""
    file = next(block for block in blocks(PAGE) if block.startswith("# my_agent.py"))
    assert len([line for line in file.splitlines() if line.strip()]) <= 12


def test_the_page_has_the_commands():
    """The page has commands for arena, terminal, window, watching and recording."""
    words = [tuple(shlex.split(line)[1:3]) for line in COMMANDS]
    assert words == [
        ("arena", "--agents"),
        ("arena", "--agents"),
        ("play", "--terminal"),
        ("play", "--seats"),
        ("watch", "--terminal"),
        ("record", "--seats"),
    ]


@pytest.mark.parametrize(
    "line", [line for line in COMMANDS if not re.match(r"ludo-env play --seats|.*--jobs", line)]
)
def test_the_commands_of_the_page_run(line, here, monkeypatch, capsys):
    """The commands run as written, beside the file of the page."""
    lines = iter(["1", "1", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(lines))
    words = shlex.split(line)[1:]
    quick = ["--backend", "python"] if words[0] == "arena" else ["--seed", "2"]
    assert cli.main([*words, *quick]) == 0
    assert "my_agent.py:Hunter" in capsys.readouterr().out or words[0] == "record"


def test_the_command_for_several_processes_runs(here):
    """The installed command runs, although its path does not begin with the current folder."""
    line = next(line for line in COMMANDS if "--jobs" in line)
    command = Path(sys.executable).with_name("ludo-env")
    done = subprocess.run(
        [command, *shlex.split(line)[1:], "--backend", "python"],
        cwd=here,
        env=os.environ,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"my_agent\.py:Hunter +4 ", done.stdout)
