"""Commands and the view model of the game screen: they need its state, but no screen."""

import ast
import inspect

import pytest

from ludo_env import load_game
from ludo_env._render.keys import Move
from ludo_env._ui import commands, move_list, screen_state, view_model
from ludo_env._ui.options import Options
from ludo_env._ui.screen_state import ScreenState
from ludo_env._ui.timeline import Timeline
from ludo_env.play import Table

POSITION = "p0=3,9,y,y p1=20,y,y,y turn=0 dice=3 sixes=0,0,0,0 hit=0"


@pytest.fixture
def state():
    """The state of a screen on which a person has two moves."""
    table = Table(load_game("ludo"), ["human"], 3, backend="python")
    table.dealer.start(1, {"position": POSITION})
    return ScreenState(Timeline(table, Options(speed="at once")), viewer=0, has_menu=True)


def test_a_command_changes_the_state_that_the_view_model_reads(state):
    """The keyboard marks a line, its words are shown, and return plays it."""
    commands.run_command(state, "down")
    action = move_list.lines_of(state)[0].key.action
    assert state.marked == Move(action)
    assert view_model.words_of(state).lower() == state.describe(action)
    commands.run_command(state, "accept")
    state.refresh()
    assert (state.table.moves, state.timeline.sounds, state.marked) == (1, ["move"], None)


def test_leaving_is_confirmed_and_then_noted(state):
    """A running game asks first; the exit is left to the screen."""
    commands.run_command(state, "menu")
    assert view_model.dialog_of(state).card.title == "Leave the game?"
    assert not state.exit
    commands.run_command(state, "leave")
    assert state.exit == "menu"


def test_another_game_needs_somebody_who_makes_it(state):
    """Without `can_repeat` the command does nothing."""
    commands.run_command(state, "again")
    assert not state.exit
    state.can_repeat = True
    commands.run_command(state, "again")
    assert state.exit == "again"


@pytest.mark.parametrize("module", [screen_state, move_list, commands, view_model])
def test_arrows_point_to_the_state(module):
    """No module imports the screen, not even for types; the state imports none of the others."""
    tree = ast.parse(inspect.getsource(module))
    found = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert "ludo_env._ui.game_screen" not in found
    others = {f"ludo_env._ui.{name}" for name in ("move_list", "commands", "view_model")}
    assert module is not screen_state or not found & others
