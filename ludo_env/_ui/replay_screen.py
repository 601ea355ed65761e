"""The replay screen: forwards and backwards, by keys, by a bar, or automatically."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ludo_env._render.animation.motion import Tween, tween
from ludo_env._render.display_options import Look
from ludo_env._render.keys import Go, Key
from ludo_env._render.paint.theme import THEMES, Theme, theme_of
from ludo_env._render.plain_words import name_in_words, numbered, plain, sentence
from ludo_env._render.scene import scene_of
from ludo_env._render.shapes import Scene, fitted
from ludo_env._render.widgets import Layer, Sheet, keys_at
from ludo_env._ui.open_window import in_window
from ludo_env._ui.options import Options
from ludo_env._ui.screen_loop import Screen
from ludo_env._ui.side_panel import (
    Button,
    Line,
    Note,
    Panel,
    Places,
    panel_sheet,
    places_of,
    visible_lines,
)
from ludo_env._ui.view_model import seat_fill

if TYPE_CHECKING:
    from ludo_env._play.replay import Replay

_LEAST = 0.02  # seconds between two moves at the greatest speed
_PAGE = 10


def view_replay(replay: Replay, theme_name: str = "day") -> None:
    """Show a replay in a window."""
    in_window(f"{replay.spec.name}, a replay", Viewer(replay, theme_name))


class Viewer:
    """The screen of a replay: one of its frames, or the motion to the next."""

    def __init__(self, replay: Replay, theme_name: str = "day", back: Screen | None = None) -> None:
        self.replay, self.game = replay, replay.game
        self.frames = replay.frames()
        self.options = Options(theme_of(theme_name).name)
        self.at = 0  # the visible frame
        self._back = back  # the screen that comes after this one
        self.playing = False
        self.done = self.sound = False
        self.following: Screen | None = None
        self.sounds: list[str] = []
        self.message = ""
        self._hovered: Key | None = None
        self._dragged = False
        self._first = 0
        self._follow = True  # whether the list follows the moves
        self._motion: Tween | None = None
        self._shown = 0.0
        self._bar = (0.0, 1.0)  # where the bar begins, and its length
        self._sheet = Sheet(1, 1)
        self._lines = [
            (Go(number), str(number), self._words(number)) for number in range(1, len(self.frames))
        ]

    @property
    def theme(self) -> Theme:
        """The colours."""
        return THEMES[self.options.theme]

    def layers(self, width: int, height: int) -> list[Layer]:
        """Return the layers of the picture for a window of this size."""
        places = places_of(width, height, len(_BUTTONS))
        scene = self._scene()
        box = places.board
        placed = Layer(scene, *fitted(scene, box.width, box.height, box.x, box.y))
        lines = [Line(key, number, words, self._state(key)) for key, number, words in self._lines]
        self._first, rows = visible_lines(places, lines, self._first)
        if self._follow:
            self._first, _ = visible_lines(places, lines, self.at - 1 - rows // 2)
        record = self.frames[self.at].record
        seats = [
            Note(seat_fill(scene, player), f"{name_in_words(self.game, record, player)}: {agent}")
            for player, agent in enumerate(self.replay.agents)
            if agent
        ]
        panel = Panel(
            self._title(), "", lines, self._first, "", "Players", seats, self._buttons()
        )  # fmt: skip
        self._sheet = panel_sheet(width, height, places, panel)
        self._add_bar(places)
        return [placed, Layer(self._sheet.scene, 0, 0, 1)]

    def press(self, x: float, y: float) -> None:
        """Press a line, a button, or the bar."""
        self.point(x, y)
        pressed = self._hovered
        if isinstance(pressed, Go):
            self.go_to(pressed.frame)
        elif pressed == "bar":
            self._dragged = True
            self._scrub(x)
        elif isinstance(pressed, str) and pressed in _DOES:
            self._do(pressed)

    def release(self, x: float, y: float) -> None:
        """Release the bar."""
        self._dragged = False

    def point(self, x: float, y: float) -> None:
        """Move the pointer, and the bar with it if it is held."""
        self._hovered = next(iter(keys_at(self._sheet.spots, x, y)), None)
        if self._dragged:
            self._scrub(x)

    def wheel(self, x: float, y: float, amount: float) -> None:
        """Scroll the list."""
        self._follow = False
        self._first = max(0, self._first - round(2 * amount))

    def key(self, name: str) -> None:
        """Handle a pressed key."""
        if name in _KEYS or name.lower() in _KEYS:
            self._do(_KEYS.get(name) or _KEYS[name.lower()])

    def paste(self, text: str) -> None:
        """Ignore texts from the clipboard."""

    def advance(self, seconds: float) -> bool:
        """Go on, if it plays; return whether there is anything new to draw."""
        if not self.playing:
            return False
        pace = self.options.pace
        self._shown += seconds
        if self._motion is not None:
            if self._shown >= pace.move:
                # The title and the list go on when the picture has.
                self._motion, self._shown, self.at = None, self._shown - pace.move, self.at + 1
            return True
        if self._shown < max(_LEAST, pace.pause):
            return False
        if self.at + 1 >= len(self.frames):
            self.playing = False
            return True
        self._shown, self._follow = 0, True
        if self.options.animates:
            here, there = (self.frames[at].record for at in (self.at, self.at + 1))
            motion = tween(self.game, here, there, self._look(self.at + 1))
            self._motion = motion if motion.moves else None
        self.at += self._motion is None
        return True

    def tell(self, words: str) -> None:
        """Show a message."""
        self.message = words

    def go_to(self, number: int) -> None:
        """Show a frame."""
        self.at = max(0, min(len(self.frames) - 1, number))
        self._motion, self._shown, self._follow = None, 0, True

    def _scene(self) -> Scene:
        if self._motion is not None:
            return numbered(self._motion.scene(self._shown / max(1e-9, self.options.pace.move)))
        return numbered(scene_of(self.game, self.frames[self.at].record, self._look(self.at)))

    def _look(self, at: int) -> Look:
        if at == 0:
            return Look(symbols=self.theme.symbols)
        before, action = self.frames[at - 1].record, self.frames[at].action
        return Look(done=self.game.effects(before, action), symbols=self.theme.symbols)

    def _title(self) -> str:
        return f"{self.replay.spec.name}: move {self.at} of {len(self.frames) - 1}"

    def _state(self, key: Key) -> str:
        return "chosen" if key == Go(self.at) else "hover" if key == self._hovered else ""

    def _add_bar(self, places: Places) -> None:
        """Add a bar in the place of the message, with a knob at the present move."""
        box, size, sheet = places.message, places.size, self._sheet
        left, long = box.x + size, box.width - 2 * size
        self._bar = (left, long)
        middle = box.y + box.height * (0.68 if self.message or self.at else 0.5)
        words = self.message or self._words(self.at)
        sheet.line("words", box.x, box.y, box.width, 1.8 * size, "", words, size)
        sheet.spots.pop()  # it is no line to be pressed
        sheet.frame("bar", left, middle - 0.2 * size, long, 0.4 * size, "edge")
        share = self.at / max(1, len(self.frames) - 1)
        knob = left + share * long - 0.5 * size
        sheet.frame("knob", knob, middle - 0.6 * size, size, 1.2 * size, "button", "accent")
        sheet.touch("bar", box.x, middle - size, box.width, 2 * size)

    def _scrub(self, x: float) -> None:
        left, long = self._bar
        self.go_to(round((x - left) / max(1.0, long) * (len(self.frames) - 1)))

    def _buttons(self) -> list[Button]:
        labels = dict(_BUTTONS) | ({"play": "Pause"} if self.playing else {})
        return [
            Button(key, label, "hover" if key == self._hovered else "")
            for key, label in labels.items()
        ]

    def _change(self, name: str, step: int = 0) -> None:
        """Change an option, the speed by a step if one is given, and say what it is now."""
        if step:
            self.options.faster(step)
        else:
            self.options.change(name)
        self.message = self.options.in_words(name)

    def _do(self, name: str) -> None:
        """Run a command, which may have a message of its own."""
        self.message = ""
        _DOES[name](self)

    def _play(self) -> None:
        if self.at + 1 >= len(self.frames):
            self.go_to(0)
        self.playing = not self.playing

    def _move(self, step: int) -> None:
        self.playing = False
        self.go_to(self.at + step)

    def _words(self, at: int) -> str:
        """Return the move that led to a frame."""
        frame = self.frames[at]
        if not at:
            return ""
        before = self.frames[at - 1].record
        name = name_in_words(self.game, before, frame.player)
        move = plain(self.game, before, self.game.describe(before, frame.action))
        return f"{sentence(name)}: {move}"

    def _leave(self) -> None:
        self.done, self.following = True, self._back
        if self._back is not None:
            self._back.done = False


_BUTTONS = (
    ("start", "Start"), ("back", "Back"), ("play", "Play"), ("on", "On"),
    ("end", "End"), ("speed", "Speed"), ("colours", "Colours"), ("leave", "Close"),
)  # fmt: skip
_DOES: dict[str, Callable[[Viewer], None]] = {
    "start": lambda viewer: viewer._move(-viewer.at),
    "back": lambda viewer: viewer._move(-1),
    "play": Viewer._play,
    "on": lambda viewer: viewer._move(1),
    "end": lambda viewer: viewer._move(len(viewer.frames)),
    "far back": lambda viewer: viewer._move(-_PAGE),
    "far on": lambda viewer: viewer._move(_PAGE),
    "speed": lambda viewer: viewer._change("speed"),
    "faster": lambda viewer: viewer._change("speed", 1),
    "slower": lambda viewer: viewer._change("speed", -1),
    "colours": lambda viewer: viewer._change("theme"),
    "motion": lambda viewer: viewer._change("motion"),
    "leave": Viewer._leave,
}
_KEYS = {
    "home": "start", "left": "back", "up": "back", "space": "play", "return": "play",
    "right": "on", "down": "on", "end": "end", "pageup": "far back", "pagedown": "far on",
    "+": "faster", "=": "faster", "-": "slower", "c": "colours", "a": "motion",
    "q": "leave", "escape": "leave",
}  # fmt: skip
