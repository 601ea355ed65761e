"""The menu before a game: the game, its players and settings, games to continue, the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from ludo_env._engine.errors import LudoError
from ludo_env._engine.game import Game, game_of
from ludo_env._play.kept_games import kept_games
from ludo_env._play.table import FILLER, PERSON
from ludo_env._render.display_options import Look
from ludo_env._render.keys import Back, Key, On, Play, Seat, key_text
from ludo_env._render.paint.theme import THEMES, Theme, theme_of
from ludo_env._render.scene import scene_of
from ludo_env._render.shapes import Disc, Scene
from ludo_env._render.widgets import Layer, Sheet, keys_at, wrapped
from ludo_env._ui.board_marks import numbered
from ludo_env._ui.dialogs import Card, Dialog
from ludo_env._ui.options import SPEEDS
from ludo_env._ui.plain_words import name_in_words
from ludo_env._ui.screen_loop import Screen
from ludo_env._ui.side_panel import Button
from ludo_env._ui.view_model import seat_fill
from ludo_env.agents.make import agent_names
from ludo_env.catalogue import listed_games, spec_with

_WORDS = {"ffa": "free for all", "teams": "two teams of two"}
# Agents in the order of their strength, with the difficulty.
LEVELS = {
    PERSON: "a person", "random": "easy (random)", "greedy": "medium (greedy)", "hard": "hard",
    "expert": "expert",
}  # fmt: skip
_MOST_KEPT = 2
_KEYS = {"l": "load", "p": "position", "r": "rules", "f1": "rules"}
_LOAD = Card(
    "Load a game", ("The file of a saved game.",),
    (Button("open", "Load"), Button("ok", "Not now")), field="",
)  # fmt: skip
_POSITION = Card(
    "Start from a position", ("Its text, such as: p0=3,y,y,y turn=0. Ctrl V pastes one.",),
    (Button("place", "Start"), Button("ok", "Not now")), field="",
)  # fmt: skip


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
    """The menu as a screen; `start` makes the screen of the chosen game, `resume` that of a file.

    `start` gets the position at which the game begins, if one was typed.
    """

    def __init__(
        self,
        setup: Setup,
        start: Callable[..., Screen],
        resume: Callable[[Setup, Path], Screen] | None = None,
        text: int = 100,
    ) -> None:
        self.setup = setup
        self.dialog: Dialog | None = None
        self._resume, self._text = resume, text
        self._kept = kept_games()[:_MOST_KEPT] if resume else []
        self.done = self.sound = False
        self.following: Screen | None = None
        self.sounds: list[str] = []
        self.message = ""
        self._start = start
        self._focus: Key = "game"
        self._hovered: Key | None = None
        self._sheet = Sheet(1, 1)
        self._settle()

    @property
    def theme(self) -> Theme:
        """The colours that were chosen last."""
        return theme_of(self.setup.theme)

    @property
    def rows(self) -> list[Row]:
        """Return all settings that apply now, from top to bottom."""
        setup, names = self.setup, tuple(listed_games())
        others = [name for name in agent_names() if name not in LEVELS]
        sitters = (*LEVELS, *others)
        rows = [Row("game", "Game", names, names.index(setup.game))]
        counts = listed_games()[setup.game].players
        if len(counts) > 1:
            rows.append(_row("players", "Players", tuple(map(str, counts)), str(setup.players)))
        if listed_games()[setup.game].modes and setup.players == counts[-1]:
            words = tuple(_WORDS[mode] for mode in listed_games()[setup.game].modes)
            rows.append(_row("mode", "Mode", words, _WORDS[setup.mode]))
        rows += [
            _row(Seat(seat), names_of(setup)[seat], sitters, setup.seats[seat])
            for seat in range(setup.players)
        ]
        rows.append(_row("theme", "Colours", tuple(THEMES), setup.theme))
        rows.append(_row("speed", "Speed", tuple(SPEEDS), setup.speed))
        return rows

    @property
    def buttons(self) -> list[tuple[str, str]]:
        """Return the keys and labels of all buttons, in the order of the keyboard."""
        kept = [
            (f"continue {number}", f"Continue {_spaced(one.game)}, move {one.moves}")
            for number, one in enumerate(self._kept)
        ]
        load = [("load", "Load")] if self._resume else []
        return [("start", "Start"), *kept, ("rules", "Rules"), ("position", "Position"), *load,
                ("quit", "Quit")]  # fmt: skip

    def layers(self, width: int, height: int) -> list[Layer]:
        """Return the games, the board of the chosen one, the settings; no board in high windows."""
        sheet = self._sheet = Sheet(width, height)
        wide = width > height
        size = max(
            9.0, min(26.0, width / 58, height / 33) if wide else min(width / 36, height / 66)
        )
        size = min(size * self._text / 100, max(size, height / 40), max(size, width / 62))
        edge, top = 1.6 * size, 4.2 * size
        sheet.text("title", edge, 2 * size, "ludo_env", 1.8 * size, bold=True)
        setup, layers = self.setup, [Layer(Scene(1, 1, (), ()), 0, 0, 1)]
        try:
            scene = board_of(setup.game, setup.players, setup.mode, self.theme.symbols)
        except LudoError as error:  # a game of another package that nothing draws
            scene, self.message = Scene(1, 1, (), ()), str(error)
        if not wide:
            room = width - 2 * edge
            y = self._add_games(edge, top, room, size) + 0.8 * size
            y = self._add_line(edge + 0.5 * size, y, room, size)
            self._add_rows(edge, y + size, room, size, scene)
        else:
            self._add_games(edge, top, 0.2 * width, size)
            left, room = 0.2 * width + 2.6 * size, 0.38 * width - 2 * size
            scale = min(room / scene.width, (height - top - 6 * size) / scene.height)
            self._add_line(left, top + scale * scene.height + 1.6 * size, room, size)
            right = left + room + 1.8 * size
            self._add_rows(right, top, width - right - edge, size, scene)
            layers.append(Layer(numbered(scene), left, top, scale))
        layers[0] = Layer(sheet.scene, 0, 0, 1)
        if self.dialog is not None:
            self._sheet = self.dialog.sheet(width, height, size, self._hovered)
            layers.append(Layer(self._sheet.scene, 0, 0, 1))
        return layers

    def press(self, x: float, y: float) -> None:
        """Press a game, a choice, or a button."""
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
        elif isinstance(pressed, str):
            self._run(pressed)

    def release(self, x: float, y: float) -> None:
        """Ignore the release: nothing is dragged here."""

    def point(self, x: float, y: float) -> None:
        """Move the pointer."""
        self._hovered = next(iter(keys_at(self._sheet.spots, x, y)), None)

    def wheel(self, x: float, y: float, amount: float) -> None:
        """Scroll the page in front of the menu."""
        if self.dialog is not None:
            self.dialog.scroll(-2 * amount)

    def key(self, name: str) -> None:
        """Handle a key: up and down go from row to row, left and right change the choice."""
        if self.dialog is not None:
            self._run(self.dialog.key(name))
            return
        rows = [row.key for row in self.rows]
        keys = [*rows, *(key for key, _ in self.buttons)]
        if name in ("up", "down", "tab", "shift tab"):
            step = 1 if name in ("down", "tab") else -1
            self._focus = keys[(keys.index(self._focus) + step) % len(keys)]
        elif name in ("left", "right", "space") and self._focus in rows:
            self._turn(-1 if name == "left" else 1)
        elif name in ("return", "space"):
            self._run(str(self._focus) if self._focus not in rows else "start")
        elif name in ("escape", "q", "Q"):
            self.done = True
        elif name.lower() in _KEYS:
            self._run(_KEYS[name.lower()])

    def paste(self, text: str) -> None:
        """Add a text from the clipboard to the text field, if there is one."""
        if self.dialog is not None:
            self.dialog.type(text)

    def advance(self, seconds: float) -> bool:
        """Return False: nothing moves here."""
        return False

    def tell(self, words: str) -> None:
        """Show a message."""
        self.message = words

    def _run(self, name: str) -> None:
        """Run the command of a button."""
        dialog, self.dialog = self.dialog, None if name != "" else self.dialog
        field = ((dialog and dialog.card.field) or "").strip()
        if name == "start":
            self._begin(lambda: self._start(self.setup))
        elif name == "quit":
            self.done = True
        elif name == "rules":
            self.dialog = Dialog(rules_card(self.setup))
        elif name == "position":
            self.dialog = Dialog(_POSITION)
        elif name == "load":
            self.dialog = Dialog(_LOAD)
        elif name == "place" and field:
            self._begin(lambda: self._start(self.setup, field))
        elif name == "open" and field:
            self._begin(lambda: self._open(Path(field).expanduser()))
        elif name.startswith("continue"):
            self._begin(lambda: self._open(self._kept[int(name.split()[1])].path))

    def _open(self, path: Path) -> Screen:
        if self._resume is None:
            raise LudoError("Files cannot be opened here.")
        return self._resume(self.setup, path)

    def _begin(self, make: Callable[[], Screen]) -> None:
        try:
            self.following = make()
        except (LudoError, ValueError) as error:
            self.message = str(error)
        else:
            self.done = True

    def _turn(self, step: int) -> None:
        row = next(row for row in self.rows if row.key == self._focus)
        self._choose(row.key, (row.at + step) % len(row.choices))

    def _choose(self, key: Key, at: int) -> None:
        setup = self.setup
        if key == "game":
            self.setup = replace(setup, game=list(listed_games())[at])
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
        """Provide a seat for every player, and drop numbers and modes that the game lacks."""
        setup, game = self.setup, listed_games()[self.setup.game]
        players = setup.players if setup.players in game.players else game.players[-1]
        setup = replace(setup, players=players)
        seats = (*setup.seats, *[FILLER] * (players - len(setup.seats)))
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

    def _add_rows(self, x: float, y: float, width: float, size: float, scene: Scene) -> None:
        sheet = self._sheet
        name_room, high = 7 * size, 2.1 * size
        for row in self.rows[1:]:
            bold, start = row.key == self._focus, x
            fill = seat_fill(scene, row.key.player) if isinstance(row.key, Seat) else ""
            if fill:
                chip = Disc(0, 0, 0.5 * size, fill, fill.replace("seat", "dark"), 0.1 * size)
                sheet.add(f"chip {key_text(row.key)}", x + 0.5 * size, y + high / 2, (chip,))
                start += 1.4 * size
            name = f"name {key_text(row.key)}"
            sheet.text(name, start, y + high / 2, row.name.capitalize(), size, bold=bold)
            left, wide = x + name_room, width - name_room
            back, on = Back(row.key), On(row.key)
            for button, at, label in ((back, left, "<"), (on, left + wide - high, ">")):
                state = "hover" if button == self._hovered else ""
                sheet.button(button, at, y, high, high, label, size, state)
            state = "chosen" if bold else "hover" if self._hovered == on else ""
            middle = left + high + 0.2 * size
            label, across = LEVELS.get(row.choices[row.at], row.choices[row.at]), wide - 2 * high
            sheet.button(on, middle, y, across - 0.4 * size, high, label, size, state)
            y += high + 0.35 * size
        y += 0.6 * size
        small = [button for button in self.buttons if button[0] not in ("start", *self._wide)]
        for key, label in self.buttons:
            if key == "start" or key in self._wide:
                tall = (2.6 if key == "start" else 2.1) * size
                self._add_button(
                    key, label, x, y, width, tall, (1.2 if key == "start" else 1) * size
                )
                y += tall + 0.35 * size
        each = width / len(small)
        for number, (key, label) in enumerate(small):
            self._add_button(key, label, x + number * each, y, each - 0.3 * size, 2.1 * size, size)
        for number, line in enumerate(wrapped(self.message, width, size)):
            at = y + (3 + 1.5 * number) * size
            sheet.text(f"message {number}", x, at, line, size, "danger")

    @property
    def _wide(self) -> list[str]:
        return [f"continue {number}" for number in range(len(self._kept))]

    def _add_button(
        self, key: str, label: str, x: float, y: float, wide: float, high: float, size: float
    ) -> None:
        chosen = key == self._focus or (key == "start" and self._focus not in dict(self.buttons))
        state = "hover" if key == self._hovered else "chosen" if chosen else ""
        self._sheet.button(key, x, y, wide, high, label, size, state)


def names_of(setup: Setup) -> list[str]:
    """Return the colours of the players of a game."""
    game = _game_of(setup.game, setup.players, setup.mode)
    record = game.read("")[0]
    return [name_in_words(game, record, player) for player in range(game.players)]


def rules_card(setup: Setup) -> Card:
    """Return the rules of a game on one page, each in a sentence."""
    spec = _game_of(setup.game, setup.players, setup.mode).spec
    words = (listed_games()[setup.game].summary, *(f"-  {rule.title}" for rule in spec.rules))
    return Card(f"The rules of {_spaced(setup.game)}", words, (Button("ok", "Go on"),))


@lru_cache(maxsize=32)
def board_of(name: str, players: int, mode: str, symbols: bool) -> Scene:
    """Return the board of a game at its start."""
    game = _game_of(name, players, mode)
    return scene_of(game, game.read("")[0], Look(symbols=symbols))


@lru_cache(maxsize=32)
def _game_of(name: str, players: int, mode: str) -> Game:
    asked = players if len(listed_games()[name].players) > 1 else None
    spec = spec_with(name, asked, mode if listed_games()[name].modes else None)
    return game_of(spec, "python")


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _row(key: Key, name: str, choices: tuple[str, ...], chosen: str) -> Row:
    """Return a row; a choice outside the menu, such as an agent with parameters, comes first."""
    known = choices if chosen in choices else (chosen, *choices)
    return Row(key, name, known, known.index(chosen))
