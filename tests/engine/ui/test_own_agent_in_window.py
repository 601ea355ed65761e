"""A user's own agent in the window, by the command of its page."""

import re
import shlex
from pathlib import Path

import pytest
from agent_files import HUNTER, write

from ludo_env import __main__ as cli
from ludo_env._ui import open_window
from ludo_env._ui.screen_loop import turn

PAGE = Path(__file__).parents[3] / "docs" / "agents" / "own.md"
FAILING = HUNTER.replace("most = max", "raise ValueError('tired')\n        most = max")


@pytest.fixture(name="screens")
def _screens(tmp_path, monkeypatch):
    """Screens that are shown: a person plays their first moves, until an end or a message."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.chdir(tmp_path)
    shown = []

    def some_moves(window, screen):
        shown.append(screen)
        for _ in range(5000):
            assert turn(window, screen, 0.05) is not None
            window.draw(screen.layers(*window.size))
            if screen.state.timeline.asks:
                screen.key("down")
                screen.key("return")
            if screen.table.moves > 20 or screen.state.timeline.stopped:
                return

    monkeypatch.setattr(open_window, "run", some_moves)
    return shown


def command():
    """The words of the page's command."""
    (line,) = re.findall(r"^ {4}ludo-env (play --seats.*)$", PAGE.read_text("utf-8"), re.MULTILINE)
    return [*shlex.split(line), "--seed", "1", "--speed", "at once", "--backend", "python"]


def test_a_person_plays_against_it(tmp_path, screens):
    """Both play some moves, and the seats show their names."""
    write(tmp_path, "my_agent.py", HUNTER)
    assert cli.main(command()) == 0
    (screen,) = screens
    assert screen.table.seats[:2] == ["human", "my_agent.py:Hunter"]
    assert screen.table.moves > 20


def test_the_window_shows_where_it_failed(tmp_path, screens):
    """A sentence with the agent, the error and the line; the game can be saved."""
    write(tmp_path, "my_agent.py", FAILING)
    assert cli.main(command()) == 0
    (screen,) = screens
    line = 1 + FAILING.splitlines().index("        raise ValueError('tired')")
    assert screen.state.message == (
        "The agent 'my_agent.py:Hunter' of player_1 raised ValueError: tired in my_agent.py, "
        f"line {line}; u takes back a move, s saves the game."
    )
    screen.key("s")
    screen.key("return")
    assert [path.suffix for path in tmp_path.glob("*.json")] == [".json"]
