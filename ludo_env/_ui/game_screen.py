"""The game screen: the board, a panel beside it, and the reactions to mouse and keyboard.

It does not depend on a window system: it returns layers of scenes, and receives events. So any
painter can draw it, and tests need only events.
"""

from __future__ import annotations

from collections.abc import Callable

from ludo_env._engine.errors import LudoError
from ludo_env._play.kept_games import Keeper
from ludo_env._play.replay import Replay
from ludo_env._play.table import Table
from ludo_env._render.keys import Key
from ludo_env._render.paint.theme import Theme, theme_of
from ludo_env._render.shapes import fitted
from ludo_env._render.widgets import Layer, Sheet, keys_at
from ludo_env._ui.board_marks import banner_sheet, marked
from ludo_env._ui.commands import KEYS, play, run_command
from ludo_env._ui.keeping import Keeping
from ludo_env._ui.move_list import lines_of
from ludo_env._ui.options import Options, speed_of
from ludo_env._ui.replay_screen import Viewer
from ludo_env._ui.screen_loop import Screen
from ludo_env._ui.screen_state import NOBODY, ScreenState
from ludo_env._ui.side_panel import Line, panel_sheet, places_of, visible_lines
from ludo_env._ui.timeline import Timeline
from ludo_env._ui.view_model import dialog_of, look_of, view_of

_WONDERING = 0.9  # seconds of the pointer over a piece that cannot move until the reason is shown
_BUTTONS = 8


class GameScreen:
    """The screen of a table that is played or watched in a window."""

    def __init__(
        self,
        table: Table,
        theme: str = "day",
        speed: str = "normal",
        again: Callable[[], Table] | None = None,
        menu: Callable[[], Screen] | None = None,
        options: Options | None = None,
        keeper: Keeper | None = None,
    ) -> None:
        options = options or Options(theme_of(theme).name, speed_of(speed))
        self.state = ScreenState(
            Timeline(table, options),
            viewer=table.people[0] if len(table.people) == 1 else NOBODY,
            can_repeat=again is not None,
            has_menu=menu is not None,
            keeps=keeper is not None,
        )
        self.table = table
        self.again, self.menu = again, menu
        self.done = False
        self.following: Screen | None = None
        self.sounds = self.state.timeline.sounds
        self._keeping = Keeping(self.state, keeper)
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
        return self.state.timeline.options.sound

    @sound.setter
    def sound(self, on: bool) -> None:
        self.state.timeline.options.sound = on

    @property
    def lines(self) -> list[Line]:
        """Return the lines of the list: moves in words, or the commands at the end."""
        return lines_of(self.state)

    # Drawing

    def layers(self, width: int, height: int) -> list[Layer]:
        """Return the layers of the picture for a window of this size."""
        state, cursor, timeline = self.state, self.state.cursor, self.state.timeline
        places = places_of(width, height, _BUTTONS, timeline.options.text)
        state.scene = scene = marked(timeline.scene(look_of(state)), timeline, state.selection.die)
        box = places.board
        self._placed = fitted(scene, box.width, box.height, box.x, box.y)
        cursor.first, cursor.rows = visible_lines(places, self.lines, cursor.first)
        view = view_of(state)
        self._sheet = panel_sheet(width, height, places, view.panel)
        layers = [Layer(scene, *self._placed), Layer(self._sheet.scene, 0, 0, 1)]
        if view.banner:
            cheers = timeline.options.animates and timeline.cheers
            seconds = self._keeping.since_end if cheers else None
            layers.append(Layer(banner_sheet(places, view.banner, seconds).scene, 0, 0, 1))
        dialog = dialog_of(state)
        if dialog is not None:
            self._sheet = dialog.sheet(width, height, places.size, state.hovered)
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
        """Scroll the list, or the dialog in front of it."""
        dialog = dialog_of(self.state)
        (dialog or self.state.cursor).scroll(-2 * amount)

    def key(self, name: str) -> None:
        """Handle a pressed key."""
        dialog = dialog_of(self.state)
        if dialog is not None:
            self._run(dialog.key(name))
        elif name.isascii() and name.isdigit():
            self.state.cursor.digit(self.lines, name)
        elif name in KEYS or name.lower() in KEYS:
            self._run(KEYS.get(name) or KEYS[name.lower()])

    def paste(self, text: str) -> None:
        """Add a text from the clipboard to the text field, if there is one."""
        if self.state.dialog is not None:
            self.state.dialog.type(text)

    def advance(self, seconds: float) -> bool:
        """Let time pass; return whether there is anything new to draw."""
        self.state.cursor.wait(seconds)
        changed = self._show_answer()
        if self.state.dialog is None:
            changed = self._advance_timeline(seconds) or changed
        before, self._lingers = self._lingers, self._lingers + seconds
        changed = self._keeping.advance(seconds) or changed
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
        if name == "review":
            return self._review()
        if name != "again" or self.again is None:
            return None
        options, table = self.state.timeline.options, self.again()
        keeper = Keeper(table) if self._keeping.keeps else None
        return GameScreen(table, again=self.again, menu=self.menu, options=options, keeper=keeper)

    def _review(self) -> Screen | None:
        """Return the screen of the replay, which leads back to this screen."""
        self.state.exit = ""
        try:
            return Viewer(Replay.of_table(self.table), self.theme.name, self)
        except LudoError as error:
            self.done, self.state.message = False, str(error)
            return None

    def _advance_timeline(self, seconds: float) -> bool:
        timeline = self.state.timeline
        timeline.viewer, before = self.state.shown_hand, timeline.changes
        try:
            changed = timeline.advance(seconds)
        except LudoError as error:
            self.state.message = str(error)
            return True
        if not self.table.people and not timeline.paused and timeline.changes != before:
            self.state.message = ""  # only moves of people remove it, and nobody plays
        return changed

    def _show_answer(self) -> bool:
        """Show the answer to a question; return whether there is one."""
        state = self.state
        answer = state.analysis.answered()
        if answer is None:
            return False
        state.message = answer.words
        if answer.ranked:
            state.selection.clear()
            state.ranked = answer.ranked
            state.cursor.mark(self.lines, self.lines[0].key)
        return True

    def _press_board(self) -> None:
        state = self.state
        if state.timeline.waits:
            self._run("roll")
        if not state.can_choose:
            return
        blocked = bool(state.blocked_actions)
        state.cursor.key = None
        action = state.selection.press(state.pointed)
        if action is not None:
            play(state, action)
        elif blocked:
            self._run("why")
