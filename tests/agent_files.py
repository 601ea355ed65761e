"""Agent files for tests: a user's agent in ten lines, and games in which it plays."""

import textwrap

HUNTER = '''
"""An agent that captures when it can."""


class Hunter:
    name = "hunter"

    def __init__(self, least=1):
        self.least = least

    def act(self, view):
        most = max(view.moves, key=lambda move: len(move.captures))
        return most.action if len(most.captures) >= self.least else view.actions[0]


def make_hunter(least: int = 1):
    return Hunter(least)


ready = Hunter()
number = 7
'''

# Code that leaves a mark when it is imported, so that a test sees whether it was.
MARKED = """
from pathlib import Path

Path({mark!r}).write_text("imported")


class Spy:
    name = "spy"

    def act(self, view):
        return view.actions[0]
"""


def write(folder, name, text):
    """Write a file of code into a folder; return its path."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(textwrap.dedent(text))
    return path


def spy_in(folder):
    """Write an agent file that leaves a mark; return its text and the mark."""
    mark = folder / "mark"
    path = write(folder, "spy.py", MARKED.format(mark=str(mark)))
    return f"{path}:Spy", mark
