"""The menu before a game: the game, the number of players, the seats, the colours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from ludo_env._engine.errors import LudoError
from ludo_env._engine.game import game_of
from ludo_env._play.table import FILLER, PERSON
from ludo_env._render.display_options import Look
from ludo_env._render.keys import Back, Key, On, Play, Seat, key_text
from ludo_env._render.paint.theme import THEMES, Theme, theme_of
from ludo_env._render.scene import scene_of
from ludo_env._render.shapes import Scene
from ludo_env._render.widgets import Layer, Sheet, keys_at, wrapped
from ludo_env._ui.screen_loop import Screen
from ludo_env._ui.timeline import SPEEDS
from ludo_env.agents.make import agent_names
from ludo_env.catalogue import listed_games, spec_with

_WORDS = {"ffa": "free for all", "teams": "two teams of two"}


@dataclass(frozen=True)
class Setup:
    """The chosen game and its settings."""

    game: str = "ludo"
    players: int = 4
    mode: str = "ffa"
    seats: tuple[str, ...] = field(default=(PERSON, FILLER, FILLER, FILLER))
    theme: str = "day"
    speed: str = "normal"


class Row(NamedTuple):
    """A setting: its key, its name, the choices, and the present one."""

    key: Key
    name: str
    choices: tuple[str, ...]
    at: int


class Menu:
    """The menu as a screen; `start` makes the screen of the chosen game."""

    def __init__(self, setup: Setup, start: Callable[[Setup], Screen]) -> None:
        self.setup = setup
        self.done = self.sound = False
        self.following: Screen | None = None
        self.sounds: list[str] = []
        self.message = ""
        self._start = start
        self._focus: Key = "game"
        self._hovered: Key | None = None
        self._sheet = Sheet(1, 1)

    @property
    def theme(self) -> Theme:
        """The colours that were chosen last."""
        return theme_of(self.setup.theme)

    @property
    def rows(self) -> list[Row]:
        """Return all settings that apply now, from top to bottom."""
        setup, names = self.setup, tuple(listed_games())
        sitters = (PERSON, *(name for name in agent_names() if name != PERSON))
        rows = [Row("game", "Game", names, names.index(setup.game))]
        counts = listed_games()[setup.game].players
        if len(counts) > 1:
            rows.append(_row("players", "Players", tuple(map(str, counts)), str(setup.players)))
        if listed_games()[setup.game].modes and setup.players == counts[-1]:
            words = tuple(_WORDS[mode] for mode in listed_games()[setup.game].modes)
            rows.append(_row("mode", "Mode", words, _WORDS[setup.mode]))
        rows += [
            _row(Seat(seat), f"player_{seat}", sitters, setup.seats[seat])
            for seat in range(setup.players)
        ]
        rows.append(_row("theme", "Colours", tuple(THEMES), setup.theme))
        rows.append(_row("speed", "Speed", tuple(SPEEDS), setup.speed))
        return rows

    def layers(self, width: int, height: int) -> list[Layer]:
        """Return the games, the board of the chosen one, the settings; no board in high windows."""
        sheet = self._sheet = Sheet(width, height)
        wide = width > height
        size = max(
            9.0, min(26.0, width / 58, height / 33) if wide else min(width / 36, height / 62)
        )
        edge, top = 1.6 * size, 4.2 * size
        sheet.text("title", edge, 2 * size, "ludo_env", 1.8 * size, bold=True)
        if not wide:
            room = width - 2 * edge
            y = self._add_games(edge, top, room, size) + 0.8 * size
            y = self._add_line(edge + 0.5 * size, y, room, size)
            self._add_rows(edge, y + size, room, size)
            return [Layer(sheet.scene, 0, 0, 1)]
        self._add_games(edge, top, 0.2 * width, size)
        left, room = 0.2 * width + 2.6 * size, 0.38 * width - 2 * size
        setup = self.setup
        try:
            scene = board_of(setup.game, setup.players, setup.mode, self.theme.symbols)
        except LudoError as error:  # a game of another package that nothing draws
            scene, self.message = Scene(1, 1, (), ()), str(error)
        scale = min(room / scene.width, (height - top - 6 * size) / scene.height)
        self._add_line(left, top + scale * scene.height + 1.6 * size, room, size)
        right = left + room + 1.8 * size
        self._add_rows(right, top, width - right - edge, size)
        return [Layer(sheet.scene, 0, 0, 1), Layer(scene, left, top, scale)]

    def press(self, x: float, y: float) -> None:
        """Press a game, a choice, or the start."""
        self.point(x, y)
        pressed = self._hovered
        if isinstance(pressed, Play):
            self._focus = "game"
            self._choose("game", list(listed_games()).index(pressed.game))
        elif isinstance(pressed, On | Back):
            # A press may come before the picture shows the effects of the one before.
            if pressed.row in [row.key for row in self.rows]:
                self._focus = pressed.row
                self._turn(1 if isinstance(pressed, On) else -1)
        elif pressed == "start":
            self._begin()
        elif pressed == "quit":
            self.done = True

    def release(self, x: float, y: float) -> None:
        """Ignore the release: nothing is dragged here."""

    def point(self, x: float, y: float) -> None:
        """Move the pointer."""
        self._hovered = next(iter(keys_at(self._sheet.spots, x, y)), None)

    def wheel(self, x: float, y: float, amount: float) -> None:
        """Ignore the wheel: nothing is longer than the window."""

    def key(self, name: str) -> None:
        """Handle a key: up and down go from row to row, left and right change the choice."""
        keys = [row.key for row in self.rows]
        if name in ("up", "down", "tab", "shift tab"):
            step = 1 if name in ("down", "tab") else -1
            self._focus = keys[(keys.index(self._focus) + step) % len(keys)]
        elif name in ("left", "right", "space"):
            self._turn(-1 if name == "left" else 1)
        elif name == "return":
            self._begin()
        elif name in ("escape", "q", "Q"):
            self.done = True

    def advance(self, seconds: float) -> bool:
        """Return False: nothing moves here."""
        return False

    def tell(self, words: str) -> None:
        """Show a message."""
        self.message = words

    def _begin(self) -> None:
        try:
            self.following = self._start(self.setup)
        except LudoError as error:
            self.message = str(error)
        else:
            self.done = True

    def _turn(self, step: int) -> None:
        row = next(row for row in self.rows if row.key == self._focus)
        self._choose(row.key, (row.at + step) % len(row.choices))

    def _choose(self, key: Key, at: int) -> None:
        setup = self.setup
        if key == "game":
            game = list(listed_games())[at]
            counts = listed_games()[game].players
            players = setup.players if setup.players in counts else counts[-1]
            self.setup = replace(setup, game=game, players=players)
        elif key == "players":
            self.setup = replace(setup, players=listed_games()[setup.game].players[at])
        elif key == "mode":
            self.setup = replace(setup, mode=listed_games()[setup.game].modes[at])
        elif key == "theme":
            self.setup = replace(setup, theme=list(THEMES)[at])
        elif key == "speed":
            self.setup = replace(setup, speed=list(SPEEDS)[at])
        elif isinstance(key, Seat):
            seat = key.player
            sitters = next(row.choices for row in self.rows if row.key == key)
            seats = (*setup.seats[:seat], sitters[at], *setup.seats[seat + 1 :])
            self.setup = replace(setup, seats=seats)
        self._settle()

    def _settle(self) -> None:
        """Provide a seat for every player, and drop a mode that the game lacks."""
        setup, game = self.setup, listed_games()[self.setup.game]
        seats = (*setup.seats, *[FILLER] * (setup.players - len(setup.seats)))
        teams = game.modes and setup.players == game.players[-1]
        self.setup = replace(setup, seats=seats, mode=setup.mode if teams else "ffa")
        if self._focus not in [row.key for row in self.rows]:
            self._focus = "game"
        self.message = ""

    def _add_games(self, x: float, y: float, width: float, size: float) -> float:
        """Add the list of games, with their numbers of players; return where it ends."""
        sheet = self._sheet
        for name in listed_games():
            key, counts = Play(name), listed_games()[name].players
            state = "hover" if key == self._hovered else ""
            state = "chosen" if name == self.setup.game else state
            sheet.line(key, x, y, width, 1.9 * size, "", _spaced(name), 1.05 * size, state)
            many = f"{counts[0]} - {counts[-1]}" if len(counts) > 1 else str(counts[0])
            at = x + width - 0.6 * size, y + 0.95 * size
            sheet.text(f"many {name}", *at, many, 0.9 * size, "faint", "end")
            y += 2 * size
        return y

    def _add_line(self, x: float, y: float, width: float, size: float) -> float:
        """Add the description of the chosen game; return where it ends."""
        lines = wrapped(listed_games()[self.setup.game].summary, width, size)
        for number, line in enumerate(lines):
            self._sheet.text(f"what {number}", x, y + 1.5 * size * number, line, size, "faint")
        return y + 1.5 * size * len(lines)

    def _add_rows(self, x: float, y: float, width: float, size: float) -> None:
        sheet = self._sheet
        name_room, high = 6.2 * size, 2.1 * size
        for row in self.rows[1:]:
            bold = row.key == self._focus
            sheet.text(f"name {key_text(row.key)}", x, y + high / 2, row.name, size, bold=bold)
            left, wide = x + name_room, width - name_room
            back, on = Back(row.key), On(row.key)
            for button, at, label in ((back, left, "<"), (on, left + wide - high, ">")):
                state = "hover" if button == self._hovered else ""
                sheet.button(button, at, y, high, high, label, size, state)
            state = "chosen" if bold else "hover" if self._hovered == on else ""
            middle = left + high + 0.2 * size
            label = row.choices[row.at]
            across = wide - 2 * high - 0.4 * size
            sheet.button(on, middle, y, across, high, label, size, state)
            y += high + 0.35 * size
        y += 0.6 * size
        for key, label, left in (("start", "Start", x), ("quit", "Quit", x + 0.68 * width)):
            wide = (0.65 if key == "start" else 0.32) * width
            state = "hover" if key == self._hovered else "chosen" if key == "start" else ""
            sheet.button(key, left, y, wide, 2.8 * size, label, 1.2 * size, state)
        for number, line in enumerate(wrapped(self.message, width, size)):
            sheet.text(f"message {number}", x, y + (4 + 1.5 * number) * size, line, size, "danger")


@lru_cache(maxsize=32)
def board_of(name: str, players: int, mode: str, symbols: bool) -> Scene:
    """Return the board of a game at its start."""
    asked = players if len(listed_games()[name].players) > 1 else None
    spec = spec_with(name, asked, mode if listed_games()[name].modes else None)
    game = game_of(spec, "python")
    return scene_of(game, game.read("")[0], Look(symbols=symbols))


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _row(key: Key, name: str, choices: tuple[str, ...], chosen: str) -> Row:
    """Return a row; a choice outside the menu, such as an agent with parameters, comes first."""
    known = choices if chosen in choices else (chosen, *choices)
    return Row(key, name, known, known.index(chosen))
