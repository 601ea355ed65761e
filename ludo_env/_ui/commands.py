"""The commands of the game screen, by the names of its buttons, lines and keys.

Each command changes the state of the screen, or plays at its table.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ludo_env._render.keys import Key, Move
from ludo_env._render.move_hints import actions_of
from ludo_env._ui.dialogs import HELP, LOSE, QUIT, Dialog, options_card
from ludo_env._ui.move_list import lines_of
from ludo_env._ui.save_files import GAME, REPLAY, keep, name_card
from ludo_env._ui.screen_state import ScreenState


def run_command(state: ScreenState, key: Key) -> None:
    """Run the command of a button, a line or a key; unknown ones do nothing."""
    if isinstance(key, Move):
        play(state, key.action)
    elif isinstance(key, str) and key in COMMANDS:
        COMMANDS[key](state)


def play(state: ScreenState, action: int) -> None:
    """Play the choice of the person to act."""
    # A second press can arrive before the picture shows the effect of the first.
    if state.can_choose and action in state.timeline.actions:
        state.message, state.timeline.viewer = "", state.shown_hand
        state.timeline.play(action)


def _undo(state: ScreenState) -> None:
    undone = state.timeline.undo()
    state.message = "Taken back." if undone else "There is no decision to take back."
    state.result = []


def _hint(state: ScreenState) -> None:
    if state.can_choose and not state.analysis.running:
        state.message = "Thinking about a hint ..."
        state.analysis.hint()
    elif state.timeline.waits:
        state.message = "Roll first: there are no moves yet."


def _why(state: ScreenState) -> None:
    """Ask why the chosen or pointed-at item cannot be played, or about all refused actions."""
    if state.analysis.running or not state.can_choose:
        return
    actions, source = state.blocked_actions, state.selection.source
    if not actions and source:
        actions = actions_of(state.timeline.game, source, state.timeline.view.seat)
    state.analysis.why(actions)


def _save(state: ScreenState, kind: str) -> None:
    """Ask for the name of a file."""
    kind = REPLAY if state.table.over else kind  # a game that has ended cannot continue
    state.purpose = kind
    state.dialog = Dialog(name_card(state.table, kind))


def _write_file(state: ScreenState) -> None:
    """Write the file whose name was typed."""
    path = ((state.dialog and state.dialog.card.field) or "").strip()
    if path:
        state.dialog = None
        state.message = keep(state.table, state.purpose, path)


def _faster(state: ScreenState, step: int) -> None:
    state.timeline.options.faster(step)
    _tell_speed(state)


def _next_speed(state: ScreenState) -> None:
    _change(state, "speed")
    _tell_speed(state)


def _tell_speed(state: ScreenState) -> None:
    state.message = state.timeline.options.in_words("speed")


def _change(state: ScreenState, name: str) -> None:
    """Change an option to its next value, also on the card of all options."""
    options = state.timeline.options
    options.change(name)
    if state.dialog is not None and state.dialog.card.title == "Options":
        state.dialog.card = options_card(options)
    elif name in ("sound", "motion"):
        state.message = options.in_words(name)


def _escape(state: ScreenState) -> None:
    if not state.selection.clear() and not state.marked:
        _leave_to_menu(state)
    state.cursor.key = None


def _leave_to_menu(state: ScreenState) -> None:
    _ask_to_leave(state, "menu" if state.has_menu else "quit")


def _quit(state: ScreenState) -> None:
    _ask_to_leave(state, "quit")


def _ask_to_leave(state: ScreenState, purpose: str) -> None:
    """Leave at once if the game has ended or only agents play; else ask first."""
    state.purpose = purpose
    if state.table.over or not state.table.people:
        _leave(state)
    else:
        state.dialog = Dialog(QUIT if state.keeps else LOSE)


def _leave(state: ScreenState) -> None:
    state.exit = state.purpose


def _start_again(state: ScreenState) -> None:
    if state.can_repeat:
        state.exit = "again"


def _accept(state: ScreenState) -> None:
    """Roll the dice, or run the marked line or the only line."""
    if state.timeline.waits:
        _roll(state)
        return
    lines = lines_of(state)
    keys = [line.key for line in lines]
    if state.marked is not None and state.marked in keys:
        run_command(state, state.marked)
    elif len(keys) == 1:
        run_command(state, keys[0])
    elif keys:
        state.cursor.move(lines, 1)


def _next_source(state: ScreenState, step: int) -> None:
    if state.can_choose:
        state.selection.next_source(step)
        state.cursor.key = None


def _show_hand(state: ScreenState) -> None:
    state.viewer = state.table.turn


def _close_dialog(state: ScreenState) -> None:
    state.dialog = None


def _roll(state: ScreenState) -> None:
    state.message = ""
    state.timeline.roll()


def _pause(state: ScreenState) -> None:
    """Roll the dice, or pause or resume a game of agents."""
    if state.timeline.waits:
        _roll(state)
    elif not state.table.people:
        state.timeline.paused = not state.timeline.paused
        state.message = "Paused; the right arrow plays one move." if state.timeline.paused else ""


def _step(state: ScreenState) -> None:
    if not state.table.people:
        state.timeline.paused = True
        state.timeline.step_once()


def _show_help(state: ScreenState) -> None:
    state.dialog = Dialog(HELP)


def _show_options(state: ScreenState) -> None:
    state.dialog = Dialog(options_card(state.timeline.options))


def _review(state: ScreenState) -> None:
    """Review the game if it has ended."""
    if state.table.over:
        state.exit = "review"


COMMANDS: dict[str, Callable[[ScreenState], None]] = {
    "undo": _undo,
    "hint": _hint,
    "why": _why,
    "save": lambda state: _save(state, GAME),
    "store": _write_file,
    "replay": lambda state: _save(state, REPLAY),
    "speed": _next_speed,
    "faster": lambda state: _faster(state, 1),
    "slower": lambda state: _faster(state, -1),
    "sound": lambda state: _change(state, "sound"),
    "motion": lambda state: _change(state, "motion"),
    "colours": lambda state: _change(state, "theme"),
    "options": _show_options,
    "review": _review,
    "escape": _escape,
    "menu": _leave_to_menu,
    "quit": _quit,
    "leave": _leave,
    "again": _start_again,
    "down": lambda state: state.cursor.move(lines_of(state), 1),
    "up": lambda state: state.cursor.move(lines_of(state), -1),
    "accept": _accept,
    "next": lambda state: _next_source(state, 1),
    "previous": lambda state: _next_source(state, -1),
    "ready": _show_hand,
    "ok": _close_dialog,
    "roll": _roll,
    "pause": _pause,
    "step": _step,
    "help": _show_help,
}
for _name in ("by_hand", "forced", "speed", "motion", "text", "theme", "sound"):
    COMMANDS[f"change {_name}"] = partial(_change, name=_name)
KEYS = {
    "u": "undo", "h": "hint", "?": "hint", "w": "why", "s": "save", "ctrl s": "save",
    "+": "faster", "=": "faster", "-": "slower", "m": "sound", "c": "colours", "f1": "help",
    "escape": "escape", "q": "quit", "down": "down", "up": "up", "return": "accept",
    "tab": "next", "shift tab": "previous", "space": "pause", "right": "step",
    "o": "options", "a": "motion",
}  # fmt: skip
