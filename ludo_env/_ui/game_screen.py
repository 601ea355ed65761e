"""The game screen: the board, a panel beside it, and the reactions to mouse and keyboard.

It does not depend on a window system: it draws layers of scenes, and receives events. So any
painter can draw it, and tests need events alone.
"""

from __future__ import annotations

from collections.abc import Callable

from ludo_env._engine.errors import LudoError
from ludo_env._play.table import Table
from ludo_env._render.keys import Key, Move
from ludo_env._render.paint.theme import Theme, theme_of
from ludo_env._render.shapes import fitted
from ludo_env._render.widgets import Layer, Sheet, keys_at
from ludo_env._ui.commands import KEYS, play, play_sound, run_command
from ludo_env._ui.dialogs import HELP, QUIT, Card, card_sheet, typed
from ludo_env._ui.move_list import lines_of
from ludo_env._ui.screen_loop import Screen
from ludo_env._ui.screen_state import NOBODY, ScreenState
from ludo_env._ui.side_panel import Line, Panel, panel_sheet, places_of
from ludo_env._ui.timeline import Timeline
from ludo_env._ui.view_model import buttons_of, dialog_of, look_of, title_of, words_of

_WONDERING = 0.9  # seconds over a piece that cannot move, until the reason is shown
_BUTTONS = 8


class GameScreen:
    """A table to be played or watched in a window."""

    def __init__(
        self,
        table: Table,
        theme: str = "day",
        speed: str = "normal",
        again: Callable[[], Table] | None = None,
        menu: Callable[[], Screen] | None = None,
    ) -> None:
        self.state = ScreenState(
            Timeline(table, speed),
            theme_of(theme),
            viewer=table.people[0] if len(table.people) == 1 else NOBODY,
            can_repeat=again is not None,
            has_menu=menu is not None,
        )
        self.table = table
        self.again, self.menu = again, menu
        self.done = False
        self.following: Screen | None = None
        self.sounds = self.state.sounds
        self._lingers = 0.0  # seconds since the pointer moved
        self._placed = (0.0, 0.0, 1.0)
        self._sheet = Sheet(1, 1)

    @property
    def theme(self) -> Theme:
        """The colours."""
        return self.state.theme

    @property
    def sound(self) -> bool:
        """Whether sounds are played."""
        return self.state.sound

    @sound.setter
    def sound(self, on: bool) -> None:
        self.state.sound = on

    @property
    def lines(self) -> list[Line]:
        """Return the lines of the list: moves in words, or the commands at the end."""
        return lines_of(self.state)

    # Drawing

    def layers(self, width: int, height: int) -> list[Layer]:
        """Return the layers of the picture for a window of this size."""
        state, cursor = self.state, self.state.cursor
        places = places_of(width, height, _BUTTONS)
        cursor.rows = places.rows
        state.scene = scene = state.timeline.scene(look_of(state))
        box = places.board
        self._placed = fitted(scene, box.width, box.height, box.x, box.y)
        lines = self.lines
        cursor.first = max(0, min(cursor.first, len(lines) - places.rows))
        news, buttons = state.timeline.news, buttons_of(state)
        panel = Panel(title_of(state), lines, cursor.first, words_of(state), news, buttons)
        self._sheet = panel_sheet(width, height, places, panel)
        layers = [Layer(scene, *self._placed), Layer(self._sheet.scene, 0, 0, 1)]
        dialog = dialog_of(state)
        if dialog is not None:
            self._sheet = card_sheet(width, height, places.size, dialog, state.hovered)
            layers.append(Layer(self._sheet.scene, 0, 0, 1))
        return layers

    # Events

    def press(self, x: float, y: float) -> None:
        """Press the mouse button: on a widget, or on the board."""
        self.point(x, y)
        if self.state.hovered is not None:
            self._run(self.state.hovered)
        elif dialog_of(self.state) is None:
            self._press_board()

    def release(self, x: float, y: float) -> None:
        """Ignore the release: nothing is dragged here."""

    def point(self, x: float, y: float) -> None:
        """Move the pointer."""
        state = self.state
        self._lingers = 0
        state.hovered = next(iter(keys_at(self._sheet.spots, x, y)), None)
        left, top, scale = self._placed
        behind = state.hovered is not None or dialog_of(state) is not None
        at = (x - left) / scale, (y - top) / scale
        state.pointed = [] if behind else keys_at(state.scene.spots, *at)

    def wheel(self, x: float, y: float, amount: float) -> None:
        """Scroll the list."""
        self.state.cursor.scroll(-2 * amount)

    def key(self, name: str) -> None:
        """Handle a pressed key."""
        dialog = dialog_of(self.state)
        if dialog is not None:
            self._key_of_dialog(dialog, name)
        elif name.isascii() and name.isdigit():
            self.state.cursor.digit(self.lines, name)
        elif name in KEYS or name.lower() in KEYS:
            self._run(KEYS.get(name) or KEYS[name.lower()])

    def advance(self, seconds: float) -> bool:
        """Let time pass; return whether there is anything new to draw."""
        self.state.cursor.wait(seconds)
        changed = self._show_answer()
        if self.state.dialog is None:
            changed = self._advance_timeline(seconds) or changed
        before, self._lingers = self._lingers, self._lingers + seconds
        if before < _WONDERING <= self._lingers and self.state.blocked_actions:
            self._run("why")
            return True
        return changed

    def tell(self, words: str) -> None:
        """Show a message."""
        self.state.message = words

    # Internal helpers

    def _run(self, key: Key) -> None:
        """Run a command, and go to the next screen if it asks for that."""
        run_command(self.state, key)
        if self.state.exit and not self.done:
            self.done = True
            self.following = self._next_screen(self.state.exit)

    def _next_screen(self, name: str) -> Screen | None:
        if name == "menu" and self.menu:
            return self.menu()
        if name != "again" or self.again is None:
            return None
        speed = self.state.timeline.speed
        screen = GameScreen(self.again(), self.theme.name, speed, self.again, self.menu)
        screen.sound = self.sound
        return screen

    def _advance_timeline(self, seconds: float) -> bool:
        timeline = self.state.timeline
        changes, timeline.viewer = timeline.changes, self.state.shown_hand
        try:
            changed = timeline.advance(seconds)
        except LudoError as error:
            self.state.message = str(error)
            return True
        if timeline.changes != changes:
            play_sound(self.state)
        return changed

    def _show_answer(self) -> bool:
        """Show the answer to a question, if it is there; return whether it is."""
        state = self.state
        answer = state.analysis.answered()
        if answer is None:
            return False
        state.message = answer.words
        if answer.action >= 0:
            state.selection.clear()
            state.cursor.mark(self.lines, Move(answer.action))
        return True

    def _press_board(self) -> None:
        state = self.state
        if not state.can_choose:
            return
        blocked = bool(state.blocked_actions)
        state.cursor.key = None
        action = state.selection.press(state.pointed)
        if action is not None:
            play(state, action)
        elif blocked:
            self._run("why")

    def _key_of_dialog(self, dialog: Card, name: str) -> None:
        state = self.state
        if name == "return":
            self._run(dialog.buttons[0].key)
        elif state.dialog is None:  # the one that hides a hand
            self._run("quit" if name in ("escape", "q") else "")
        elif name == "escape" or (name == "f1" and dialog is HELP):
            state.dialog = None
        elif dialog is QUIT and name.lower() == "q":
            self._run("leave")
        else:
            state.dialog = typed(state.dialog, name)
