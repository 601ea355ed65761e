"""The commands of a desk, by the words of its buttons, lines and keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ludo_env._render.move_hints import actions_of
from ludo_env._render.paint.theme import THEMES
from ludo_env._ui.dialogs import HELP, QUIT
from ludo_env._ui.save_files import GAME, REPLAY, keep, name_card
from ludo_env._ui.timeline import SPEEDS

if TYPE_CHECKING:
    from ludo_env._ui.game_screen import Desk


def _undo(desk: Desk) -> None:
    taken = desk.course.undo()
    desk.message = "Taken back." if taken else "There is no decision to take back."


def _hint(desk: Desk) -> None:
    if desk.course.asks and not desk.veiled and not desk.questions.open:
        desk.message = "Thinking about a hint ..."
        desk.questions.hint()


def _why(desk: Desk) -> None:
    """Ask why the chosen or pointed-at item cannot be played, or about all refused actions."""
    if desk.questions.open or desk.table.over or desk.veiled:
        return
    asked = desk.stuck
    if not asked and desk.selection.source:
        asked = actions_of(desk.course.game, desk.selection.source, desk.course.view.seat)
    desk.questions.why(asked)


def _save(desk: Desk, kind: str) -> None:
    kind = REPLAY if desk.table.over else kind  # nothing goes on from an end
    desk.asked = kind
    desk.card = name_card(desk.table, kind)


def _store(desk: Desk) -> None:
    """Write the file whose name was typed."""
    path = ((desk.card and desk.card.field) or "").strip()
    if path:
        desk.card = None
        desk.message = keep(desk.table, desk.asked, path)


def _faster(desk: Desk, step: int) -> None:
    names = list(SPEEDS)
    at = max(0, min(len(names) - 1, names.index(desk.course.speed) + step))
    desk.course.speed = names[at]
    desk.message = f"The speed is: {names[at]}."


def _next_speed(desk: Desk) -> None:
    at = list(SPEEDS).index(desk.course.speed)
    _faster(desk, 1 if at < len(SPEEDS) - 1 else -at)


def _change_sound(desk: Desk) -> None:
    desk.sound = not desk.sound
    desk.message = f"Sound is {'on' if desk.sound else 'off'}."


def _change_theme(desk: Desk) -> None:
    names = list(THEMES)
    desk.theme = THEMES[names[(names.index(desk.theme.name) + 1) % len(names)]]


def _escape(desk: Desk) -> None:
    if not desk.selection.clear() and not desk.marked:
        _leave_to_menu(desk)
    desk.marker.key = None


def _leave_to_menu(desk: Desk) -> None:
    """Go to the menu at once if the game has ended; else ask first."""
    desk.asked = "menu" if desk.menu else "quit"
    if desk.table.over:
        _leave(desk)
    else:
        desk.card = QUIT


def _quit(desk: Desk) -> None:
    desk.asked = "quit"
    if desk.table.over:
        _leave(desk)
    else:
        desk.card = QUIT


def _leave(desk: Desk) -> None:
    desk.done = True
    if desk.asked == "menu" and desk.menu:
        desk.following = desk.menu()


def _start_again(desk: Desk) -> None:
    if desk.again is not None:
        desk.done = True
        desk.following = type(desk)(
            desk.again(), desk.theme.name, desk.course.speed, desk.again, desk.menu
        )
        desk.following.sound = desk.sound


def _accept(desk: Desk) -> None:
    """Play the marked line, or the only one."""
    keys = [line.key for line in desk.lines]
    if desk.marked is not None and desk.marked in keys:
        desk.do(desk.marked)
    elif len(keys) == 1:
        desk.do(keys[0])
    elif keys:
        desk.marker.move(desk.lines, 1)


def _cycle(desk: Desk, step: int) -> None:
    if desk.course.asks and not desk.veiled:
        desk.selection.next_source(step)
        desk.marker.key = None


def _ready(desk: Desk) -> None:
    desk.reader = desk.table.turn


def _close_card(desk: Desk) -> None:
    desk.card = None


def _pause(desk: Desk) -> None:
    if not desk.table.people:
        desk.course.paused = not desk.course.paused
        desk.message = "Paused; right arrow: one move." if desk.course.paused else ""


def _step(desk: Desk) -> None:
    if not desk.table.people:
        desk.course.paused = True
        desk.course.step_once()


def _help(desk: Desk) -> None:
    desk.card = HELP


DOES: dict[str, Callable[[Desk], None]] = {
    "undo": _undo,
    "hint": _hint,
    "why": _why,
    "save": lambda desk: _save(desk, GAME),
    "store": _store,
    "replay": lambda desk: _save(desk, REPLAY),
    "speed": _next_speed,
    "faster": lambda desk: _faster(desk, 1),
    "slower": lambda desk: _faster(desk, -1),
    "sound": _change_sound,
    "colours": _change_theme,
    "escape": _escape,
    "menu": _leave_to_menu,
    "quit": _quit,
    "leave": _leave,
    "again": _start_again,
    "down": lambda desk: desk.marker.move(desk.lines, 1),
    "up": lambda desk: desk.marker.move(desk.lines, -1),
    "accept": _accept,
    "next": lambda desk: _cycle(desk, 1),
    "previous": lambda desk: _cycle(desk, -1),
    "ready": _ready,
    "ok": _close_card,
    "pause": _pause,
    "step": _step,
    "help": _help,
}
KEYS = {
    "u": "undo", "h": "hint", "?": "hint", "w": "why", "s": "save", "ctrl s": "save",
    "+": "faster", "=": "faster", "-": "slower", "m": "sound", "c": "colours", "f1": "help",
    "escape": "escape", "q": "quit", "down": "down", "up": "up", "return": "accept",
    "tab": "next", "shift tab": "previous", "space": "pause", "right": "step",
}  # fmt: skip
