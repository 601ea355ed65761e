"""The list beside the board: the legal moves in words, or the commands after the end."""

from __future__ import annotations

import re

from ludo_env._render.keys import Key, Move
from ludo_env._render.plain_words import sentence
from ludo_env._ui.screen_state import ScreenState
from ludo_env._ui.side_panel import Line

_PIECE = re.compile(r"\bpiece \d+(?= ?:)")


def lines_of(state: ScreenState) -> list[Line]:
    """Return the lines of the list; none while no person has to choose.

    Moves that differ only in which of several equal pieces moves share one line. After a hint the
    best moves come first, with their chances to win.
    """
    state.refresh()
    if state.timeline.over and not state.timeline.moving:
        numbered = enumerate(_commands(state), 1)
        return [_line(state, key, number, words) for number, (key, words) in numbered]
    if not state.can_choose:
        return []
    kinds: dict[str, list[int]] = {}
    for choice in state.selection.choices:
        kinds.setdefault(_PIECE.sub("a piece", state.describe(choice.action)), []).append(
            choice.action
        )
    meant, lines = {choice.action for choice in state.selection.meant}, []
    for number, (kind, actions) in enumerate(kinds.items(), 1):
        found = [action for action in actions if action in meant]
        if found:
            words = kind if len(found) > 1 else state.describe(found[0])
            lines.append((found[0], _line(state, Move(found[0]), number, words)))
    ranks = {action: rank for rank, (action, _) in enumerate(state.ranked)}
    return [line for _, line in sorted(lines, key=lambda line: ranks.get(line[0], len(ranks)))]


def _commands(state: ScreenState) -> list[tuple[str, str]]:
    """Return the commands after the end of a game, each with its words."""
    again = [("again", "Play again")] if state.can_repeat else []
    menu = [("menu", "Menu")] if state.has_menu else []
    kept = [("review", "Review the game"), ("replay", "Save the replay")]
    return [*again, *kept, *menu, ("quit", "Quit")]


def _line(state: ScreenState, key: Key, number: int, words: str) -> Line:
    emphasis = "hover" if key == state.hovered else "chosen" if key == state.marked else ""
    chance = dict(state.ranked).get(key.action) if isinstance(key, Move) else None
    aside = "" if chance is None else f"{chance:.0%}"
    return Line(key, str(number), sentence(words), emphasis, aside)
