"""The replay screen, controlled by keys, by a bar, or playing automatically."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from ludo_env._play.replay import Replay, look_at
from ludo_env._render.animation.motion import Tween, tween
from ludo_env._render.display_options import Look
from ludo_env._render.keys import Go, Key
from ludo_env._render.paint.theme import theme_of
from ludo_env._render.plain_words import name_in_words, numbered, sentence
from ludo_env._render.scene import scene_of
from ludo_env._render.shapes import Scene, fitted
from ludo_env._render.widgets import Layer
from ludo_env._ui.base_screen import CommandScreen
from ludo_env._ui.news import news_words
from ludo_env._ui.open_window import in_window
from ludo_env._ui.options import Options
from ludo_env._ui.screen_loop import Screen
from ludo_env._ui.side_panel import (
    Line,
    Note,
    Panel,
    Places,
    panel_sheet,
    places_of,
    visible_lines,
)
from ludo_env._ui.view_model import seat_fill

_LEAST = 0.02  # seconds between two moves at the highest speed
_PAGE = 10


def view_replay(replay: Replay, theme_name: str = "day") -> None:
    """Show a replay in a window."""
    in_window(f"{replay.spec.name}, a replay", Viewer(replay, theme_name))


class Viewer(CommandScreen):
    """The screen of a replay: one of its frames, or the motion to the next."""

    buttons: ClassVar = {
        "start": "Start", "back": "Back", "play": "Play", "on": "On",
        "end": "End", "speed": "Speed", "colours": "Colours", "leave": "Close",
    }  # fmt: skip
    keys: ClassVar = {
        "home": "start", "left": "back", "up": "back", "space": "play", "return": "play",
        "right": "on", "down": "on", "end": "end", "pageup": "far back", "pagedown": "far on",
    }  # fmt: skip

    def __init__(self, replay: Replay, theme_name: str = "day", back: Screen | None = None) -> None:
        super().__init__(Options(theme_of(theme_name).name))
        self.replay, self.game = replay, replay.game
        self.frames = replay.frames()
        self.at = 0  # the visible frame
        self.playing = False
        self._back = back  # the screen that follows this one
        self._dragged = False
        self._first = 0
        self._follow = True  # whether the list follows the moves
        self._motion: Tween | None = None
        self._shown = 0.0
        self._bar = (0.0, 1.0)  # where the bar begins, and its length
        self._lines = [
            (Go(number), str(number), self._words(number)) for number in range(1, len(self.frames))
        ]

    def layers(self, width: int, height: int) -> list[Layer]:
        """Return the layers of the picture for a window of this size."""
        places = places_of(width, height, len(self.buttons))
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
        buttons = self._labelled(play="Pause") if self.playing else self._labelled()
        panel = Panel(self._title(), "", lines, self._first, "", "Players", seats, buttons)
        self._sheet = panel_sheet(width, height, places, panel)
        self._add_bar(places)
        return [placed, Layer(self._sheet.scene, 0, 0, 1)]

    def press(self, x: float, y: float) -> None:
        """Press a line, a button, or the bar."""
        super().press(x, y)
        if isinstance(self._hovered, Go):
            self.go_to(self._hovered.frame)
        elif self._hovered == "bar":
            self._dragged = True
            self._scrub(x)

    def release(self, x: float, y: float) -> None:
        """Release the bar."""
        self._dragged = False

    def point(self, x: float, y: float) -> None:
        """Move the pointer, and the bar with it if it is held."""
        super().point(x, y)
        if self._dragged:
            self._scrub(x)

    def wheel(self, x: float, y: float, amount: float) -> None:
        """Scroll the list."""
        self._follow = False
        self._first = max(0, self._first - round(2 * amount))

    def advance(self, seconds: float) -> bool:
        """Advance the replay if it plays; return whether there is anything new to draw."""
        if not self.playing:
            return False
        pace = self.options.pace
        self._shown += seconds
        if self._motion is not None:
            if self._shown >= pace.move:
                # The title and the list change when the motion has ended.
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

    def go_to(self, number: int) -> None:
        """Show a frame."""
        self.at = max(0, min(len(self.frames) - 1, number))
        self._motion, self._shown, self._follow = None, 0, True

    def _scene(self) -> Scene:
        if self._motion is not None:
            return numbered(self._motion.scene(self._shown / max(1e-9, self.options.pace.move)))
        return numbered(scene_of(self.game, self.frames[self.at].record, self._look(self.at)))

    def _look(self, at: int) -> Look:
        return look_at(self.game, self.frames, at, self.theme.symbols)

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
        sheet.spots.pop()  # this line cannot be pressed
        sheet.frame("bar", left, middle - 0.2 * size, long, 0.4 * size, "edge")
        share = self.at / max(1, len(self.frames) - 1)
        knob = left + share * long - 0.5 * size
        sheet.frame("knob", knob, middle - 0.6 * size, size, 1.2 * size, "button", "accent")
        sheet.touch("bar", box.x, middle - size, box.width, 2 * size)

    def _scrub(self, x: float) -> None:
        left, long = self._bar
        self.go_to(round((x - left) / max(1.0, long) * (len(self.frames) - 1)))

    def _commands(self) -> Mapping[str, Callable[[], None]]:
        return {
            "start": lambda: self._move(-self.at),
            "back": lambda: self._move(-1),
            "play": self._play,
            "on": lambda: self._move(1),
            "end": lambda: self._move(len(self.frames)),
            "far back": lambda: self._move(-_PAGE),
            "far on": lambda: self._move(_PAGE),
        }

    def _play(self) -> None:
        if self.at + 1 >= len(self.frames):
            self.go_to(0)
        self.playing = not self.playing

    def _move(self, step: int) -> None:
        self.playing = False
        self.go_to(self.at + step)

    def _words(self, at: int) -> str:
        """Return the move that led to a frame, in words."""
        if not at:
            return ""
        before, frame = self.frames[at - 1].record, self.frames[at]
        return sentence(news_words(self.game, before, frame.player, frame.action))

    def _leave(self) -> None:
        self.done, self.following = True, self._back
        if self._back is not None:
            self._back.done = False
