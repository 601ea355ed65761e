"""The check of words that `.ci/run` calls: what it refuses, and what it accepts."""

import subprocess
import sys
from pathlib import Path

import pytest

WORDS = Path(__file__).parents[2] / ".ci" / "words"


def complaints(path: Path, text: str) -> list[str]:
    """Return the refused words in a file with this text."""
    path.write_text(text, "utf-8")
    command = [sys.executable, str(WORDS), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    lines = done.stdout.splitlines()[:-1]
    assert done.returncode == (1 if lines else 0)
    return [line.split("'")[1] for line in lines]


REFUSED = [
    (f'"""Return what the agent was {"to" + "ld"}."""\n', "to" + "ld"),
    (f"x = 1  # {'who' + 'ever'} is next\n", "who" + "ever"),
    (f'error = "The agent cannot {"be " + "had"}."\n', "be " + "had"),
    (f'"""A number that {"is " + "none"}."""\n', "is " + "none"),
    (f"to{'ld'} = 1\n", "to" + "ld"),
    (f"# the player and {'h' + 'is'} piece\n", "h" + "e"),
]


@pytest.mark.parametrize(("text", "word"), REFUSED)
def test_refused(tmp_path, text, word):
    """A refused word is found in a docstring, a comment, a message and a name."""
    assert complaints(tmp_path / "code.py", text) == [word]


def test_pages(tmp_path):
    """All lines of a page are read."""
    lines = ["# Title", "", f"It {'sta' + 'nds'} in the file."]
    assert complaints(tmp_path / "page.md", "\n".join(lines)) == ["sta" + "nds"]


PLAIN = [
    "stands = value is None\n",
    '"""Return the winner, or -1 if there is none."""\n',
    "# this, the others, heroes and histories\n",
]


@pytest.mark.parametrize("text", PLAIN)
def test_plain(tmp_path, text):
    """Code is accepted, and so are words that contain a refused one."""
    assert complaints(tmp_path / "code.py", text) == []
