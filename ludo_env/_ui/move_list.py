"""The list beside the board: the legal moves in words, or what can be done after the end."""

from __future__ import annotations

from ludo_env._render.keys import Key, Move
from ludo_env._ui.screen_state import ScreenState
from ludo_env._ui.side_panel import Line


def lines_of(state: ScreenState) -> list[Line]:
    """Return the lines of the list; none while nobody has to choose."""
    state.refresh()
    if state.table.over and not state.timeline.moving:
        return [
            _line(state, key, number, words)
            for number, (key, words) in enumerate(_commands(state), 1)
        ]
    if not state.can_choose:
        return []
    selection = state.selection
    numbers = {choice.action: number for number, choice in enumerate(selection.choices, 1)}
    return [
        _line(state, Move(choice.action), numbers[choice.action], state.describe(choice.action))
        for choice in selection.meant
    ]


def _commands(state: ScreenState) -> list[tuple[str, str]]:
    """Return the commands after the end of a game, each with its words."""
    again = [("again", "Play again")] if state.can_repeat else []
    menu = [("menu", "Menu")] if state.has_menu else []
    return [*again, ("replay", "Save the replay"), *menu, ("quit", "Quit")]


def _line(state: ScreenState, key: Key, number: int, words: str) -> Line:
    emphasis = "hover" if key == state.hovered else "chosen" if key == state.marked else ""
    return Line(key, str(number), words, emphasis)
