"""The game screen: the board, a panel beside it, and the reactions to mouse and keyboard.

It does not depend on a window system: it draws layers of scenes, and receives events. So any
painter can draw it, and tests need events alone.
"""

from __future__ import annotations

from collections.abc import Callable

from ludo_env._engine.errors import LudoError
from ludo_env._play.table import Table
from ludo_env._render.keys import Cell, Key, Move, Unit
from ludo_env._render.move_hints import actions_of
from ludo_env._render.paint.theme import theme_of
from ludo_env._render.player_view import has_hands
from ludo_env._render.shapes import Scene, fitted
from ludo_env._render.widgets import Layer, Sheet, keys_at
from ludo_env._ui.analysis import Questions
from ludo_env._ui.commands import DOES, KEYS
from ludo_env._ui.dialogs import HELP, QUIT, Card, card_sheet, typed
from ludo_env._ui.list_cursor import Marker
from ludo_env._ui.screen_loop import Screen
from ludo_env._ui.selection import Selection
from ludo_env._ui.side_panel import Line, Panel, panel_sheet, places_of
from ludo_env._ui.timeline import Course
from ludo_env._ui.view_model import buttons_of, card_before, look_of, title_of, words_of

NOBODY = -1  # a viewer who sees no hand at all
_WONDERING = 0.9  # seconds over a piece that cannot move, until the reason is shown
_BUTTONS = 8


class Desk:
    """A table to be played or watched in a window."""

    def __init__(
        self,
        table: Table,
        theme: str = "day",
        speed: str = "normal",
        again: Callable[[], Table] | None = None,
        menu: Callable[[], Screen] | None = None,
    ) -> None:
        self.table = table
        self.course = Course(table, speed)
        self.theme = theme_of(theme)
        self.done = False
        self.following: Screen | None = None
        self.sounds: list[str] = []
        self.sound = False
        self.card: Card | None = None
        self.message = "F1 lists the keys."
        self.again, self.menu = again, menu
        self.asked = ""  # the purpose of the text field
        self.reader = table.people[0] if len(table.people) == 1 else NOBODY
        self.hovered: Key | None = None  # the key of the widget under the pointer
        self.pointed: list[Key] = []  # the keys of the board under the pointer
        self._lingers = 0.0
        self.marker: Marker = Marker()
        self.questions = Questions(self.course)
        self._at = 0  # the change count of the timeline that the selection belongs to
        self._scene = Scene(1, 1, (), ())
        self._placed = (0.0, 0.0, 1.0)
        self._sheet = Sheet(1, 1)
        self.fresh()

    # Drawing

    def layers(self, width: int, height: int) -> list[Layer]:
        """Return the layers of the picture for a window of this size."""
        places = places_of(width, height, _BUTTONS)
        self.marker.rows = places.rows
        look = look_of(self)
        self._scene = self.course.scene(look)
        box, scene = places.board, self._scene
        self._placed = fitted(scene, box.width, box.height, box.x, box.y)
        lines = self.lines
        first = self.marker.first = max(0, min(self.marker.first, len(lines) - places.rows))
        panel = Panel(
            title_of(self), lines, first, words_of(self), self.course.news, buttons_of(self)
        )
        self._sheet = panel_sheet(width, height, places, panel)
        layers = [Layer(scene, *self._placed), Layer(self._sheet.scene, 0, 0, 1)]
        card = card_before(self)
        if card is not None:
            self._sheet = card_sheet(width, height, places.size, card, self.hovered)
            layers.append(Layer(self._sheet.scene, 0, 0, 1))
        return layers

    @property
    def lines(self) -> list[Line]:
        """Return the lines of the list: moves in words, or the commands at the end."""
        self.fresh()
        if self.table.over and not self.course.moving:
            ends = [("again", "Play again")] if self.again else []
            ends += [("replay", "Save the replay"), ("menu", "Menu"), ("quit", "Quit")]
            ends = [end for end in ends if end[0] != "menu" or self.menu]
            return [self._line(key, number, words) for number, (key, words) in enumerate(ends, 1)]
        if not self.course.asks or self.veiled:
            return []
        numbers = {choice.action: number for number, choice in enumerate(self.selection.choices, 1)}
        return [
            self._line(Move(choice.action), numbers[choice.action], self.words(choice.action))
            for choice in self.selection.meant
        ]

    @property
    def marked(self) -> Key | None:
        """Return the key of the line that the keyboard has chosen; None without one."""
        return self.marker.key

    @property
    def selection(self) -> Selection:
        """Return the selection among the present choices."""
        self.fresh()
        return self._selection

    @property
    def viewer(self) -> int | None:
        """Return whose hand is shown: no hand until the reader is there; all if agents play."""
        if not self.table.people or not has_hands(self.course.game):
            return None
        return NOBODY if self.veiled else self.reader

    @property
    def veiled(self) -> bool:
        """Return whether a player must first confirm that the others look away."""
        hidden = has_hands(self.course.game) and len(self.table.people) > 1
        return hidden and self.course.asks and self.reader != self.table.turn

    # Events

    def press(self, x: float, y: float) -> None:
        """Press the mouse button: on a widget, or on the board."""
        self.point(x, y)
        if self.hovered is not None:
            self.do(self.hovered)
        elif card_before(self) is None:
            self._press_board()

    def release(self, x: float, y: float) -> None:
        """Ignore the release: nothing is dragged here."""

    def point(self, x: float, y: float) -> None:
        """Move the pointer."""
        self._lingers = 0
        self.hovered = next(iter(keys_at(self._sheet.spots, x, y)), None)
        left, top, scale = self._placed
        behind = self.hovered is not None or card_before(self) is not None
        at = (x - left) / scale, (y - top) / scale
        self.pointed = [] if behind else keys_at(self._scene.spots, *at)

    def wheel(self, x: float, y: float, amount: float) -> None:
        """Scroll the list."""
        self.marker.scroll(-2 * amount)

    def key(self, name: str) -> None:
        """Handle a pressed key."""
        card = card_before(self)
        if card is not None:
            self._key_of_card(card, name)
        elif name.isascii() and name.isdigit():
            self.marker.digit(self.lines, name)
        elif name in KEYS or name.lower() in KEYS:
            self.do(KEYS.get(name) or KEYS[name.lower()])

    def advance(self, seconds: float) -> bool:
        """Let time pass; return whether there is anything new to draw."""
        self.marker.wait(seconds)
        changed = self._answered()
        if self.card is None:
            changed = self._go_on(seconds) or changed
        before, self._lingers = self._lingers, self._lingers + seconds
        if before < _WONDERING <= self._lingers and self.stuck:
            self.do("why")
            return True
        return changed

    def tell(self, words: str) -> None:
        """Show a message."""
        self.message = words

    def do(self, key: Key) -> None:
        """Do the command of a button, a line or a key."""
        if isinstance(key, Move):
            self.play(key.action)
        elif isinstance(key, str) and key in DOES:
            DOES[key](self)

    def play(self, action: int) -> None:
        """Play the choice of the person to act."""
        # A second press may come before the picture shows the effects of the first.
        if self.course.asks and not self.veiled and action in self.course.actions:
            self.message, self.course.viewer = "", self.viewer
            self.course.play(action)
            self._be_heard()

    def fresh(self) -> None:
        """Begin a new decision with nothing chosen."""
        if self._at != self.course.changes:
            self._at = self.course.changes
            self._selection = Selection(self.course.game, self.course.record)
            self._described: dict[int, str] = {}
            self.marker.clear()

    def words(self, action: int) -> str:
        """Return a move in words, which are cached."""
        if action not in self._described:
            self._described[action] = self.course.game.describe(self.course.record, action)
        return self._described[action]

    def _line(self, key: Key, number: int, words: str) -> Line:
        state = "hover" if key == self.hovered else "chosen" if key == self.marked else ""
        return Line(key, str(number), words, state)

    def _go_on(self, seconds: float) -> bool:
        changes, self.course.viewer = self.course.changes, self.viewer
        try:
            changed = self.course.advance(seconds)
        except LudoError as error:
            self.message = str(error)
            return True
        if self.course.changes != changes:
            self._be_heard()
        return changed

    def _be_heard(self) -> None:
        """Make a sound when something has moved."""
        name = "capture" if self.course.captured else "move"
        if self.table.over:
            gains = self.table.game.returns(self.table.record)
            players = self.table.people or range(len(gains))
            name = "win" if any(gains[player] > 0 for player in players) else "move"
        self.sounds[:] = [name]

    def _answered(self) -> bool:
        answer = self.questions.answered()
        if answer is None:
            return False
        self.message = answer.words
        if answer.action >= 0:
            self.selection.clear()
            self.marker.mark(self.lines, Move(answer.action))
        return True

    def _press_board(self) -> None:
        if not self.course.asks or self.veiled:
            return
        stuck = bool(self.stuck)
        self.marker.key = None
        action = self.selection.press(self.pointed)
        if action is not None:
            self.play(action)
        elif stuck:
            self.do("why")

    @property
    def stuck(self) -> list[int]:
        """Return the actions of the item under the pointer, if it has none that is legal."""
        if not self.course.asks or self.veiled or self.selection.pointed(self.pointed):
            return []
        items = [item.key for item in self._scene.items]
        things = {Cell(key.cell) if isinstance(key, Unit) else key for key in items}
        for key in self.pointed:
            if key in things and key not in self.selection.sources:
                actions = actions_of(self.course.game, key, self.course.view.seat)
                if actions:
                    return actions
        return []

    def _key_of_card(self, card: Card, name: str) -> None:
        if name == "return":
            self.do(card.buttons[0].key)
        elif self.card is None:  # the veil over a hand
            self.do("quit" if name in ("escape", "q") else "")
        elif name == "escape" or (name == "f1" and card is HELP):
            self.card = None
        elif card is QUIT and name.lower() == "q":
            self.do("leave")
        else:
            self.card = typed(self.card, name)
