"""The menu before a game: settings, games to continue, the rules, and positions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ludo_env._engine.errors import LudoError
from ludo_env._engine.plurals import counted
from ludo_env._play.kept_games import Kept, kept_games
from ludo_env._render.keys import Back, Key, On, Play
from ludo_env._render.paint.theme import Theme, theme_of
from ludo_env._render.shapes import Scene
from ludo_env._render.widgets import Layer
from ludo_env._ui.base_screen import BaseScreen
from ludo_env._ui.dialogs import Card, Dialog
from ludo_env._ui.menu_setup import (
    Row,
    Setup,
    board_of,
    chosen,
    rows_of,
    rules_card,
    settled,
    spaced,
)
from ludo_env._ui.menu_sheet import MenuView, letters_of, menu_sheet
from ludo_env._ui.screen_loop import Screen
from ludo_env._ui.side_panel import Button
from ludo_env.catalogue import listed_games

_MOST_KEPT, _MOST_LISTED = 2, 8
_KEYS = {"l": "load", "p": "position", "r": "rules", "f1": "rules"}
_LOAD = Card(
    "Load a game", ("The file of a saved game.",),
    (Button("open", "Load"), Button("ok", "Not now")), field="",
)  # fmt: skip
_POSITION = Card(
    "Start from a position", ("Its text, such as: p0=3,y,y,y turn=0. Ctrl V pastes one.",),
    (Button("place", "Start"), Button("ok", "Not now")), field="",
)  # fmt: skip


class Menu(BaseScreen):
    """The menu as a screen.

    `start` returns the screen of the chosen game, at the typed position if there is one; `resume`
    returns the screen of a saved game.
    """

    def __init__(
        self,
        setup: Setup,
        start: Callable[..., Screen],
        resume: Callable[[Setup, Path], Screen] | None = None,
        text: int = 100,
    ) -> None:
        super().__init__()
        self.setup = settled(setup)
        self.dialog: Dialog | None = None
        self._resume, self._text = resume, text
        self._kept = kept_games() if resume else []
        self._start = start
        self._focus: Key = "game"

    @property
    def theme(self) -> Theme:
        """The colours that were chosen last."""
        return theme_of(self.setup.theme)

    @property
    def rows(self) -> list[Row]:
        """Return all settings that apply now, from top to bottom."""
        return rows_of(self.setup)

    def layers(self, width: int, height: int) -> list[Layer]:
        """Return the games, the board of the chosen game, the settings, and any dialog."""
        setup, size = self.setup, letters_of(width, height, self._text)
        try:
            board = board_of(setup, self.theme.symbols)
        except LudoError as error:  # such as a game of another package without pictures
            board, self.message = Scene(1, 1, (), ()), str(error)
        view = MenuView(
            setup.game, self.rows, self._wide, self._small, self._focus, self._hovered,
            self.message,
        )  # fmt: skip
        self._sheet, layers = menu_sheet(view, board, width, height, size)
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
            self._choose(list(listed_games()).index(pressed.game))
        elif isinstance(pressed, On | Back):
            # A second press can arrive before the picture shows the effect of the first.
            if pressed.row in [row.key for row in self.rows]:
                self._focus = pressed.row
                self._turn(1 if isinstance(pressed, On) else -1)
        elif isinstance(pressed, str):
            self._run(pressed)

    def wheel(self, x: float, y: float, amount: float) -> None:
        """Scroll the dialog in front of the menu."""
        if self.dialog is not None:
            self.dialog.scroll(-2 * amount)

    def key(self, name: str) -> None:
        """Handle a key: up and down go from row to row, left and right change the choice."""
        if self.dialog is not None:
            self._run(self.dialog.key(name))
            return
        rows = [row.key for row in self.rows]
        keys = [*rows, *(button.key for button in (*self._wide, *self._small))]
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

    def _run(self, name: str) -> None:
        """Run the command of a button; unknown names do nothing."""
        field = (self.dialog.card.field or "").strip() if self.dialog else ""
        if name.startswith("continue"):
            kept = self._kept[int(name.split()[1])]
            self._begin(lambda: self._open(kept.path))
            return
        commands: dict[str, Callable[[], None]] = {
            "start": lambda: self._begin(lambda: self._start(self.setup)),
            "quit": lambda: setattr(self, "done", True),
            "rules": lambda: self._show(rules_card(self.setup)),
            "position": lambda: self._show(_POSITION),
            "load": lambda: self._show(_LOAD),
            "others": lambda: self._show(_others_card(self._kept)),
            "place": lambda: self._begin(lambda: self._start(self.setup, field)),
            "open": lambda: self._begin(lambda: self._open(Path(field).expanduser())),
            "ok": lambda: None,
        }
        if name in commands:
            self.dialog = None
            commands[name]()

    def _show(self, card: Card) -> None:
        self.dialog = Dialog(card)

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
        self._choose((row.at + step) % len(row.choices))

    def _choose(self, at: int) -> None:
        """Make a choice in the row with the focus."""
        self.setup = chosen(self.setup, next(r for r in self.rows if r.key == self._focus), at)
        self.message = ""
        if self._focus not in [row.key for row in self.rows]:
            self._focus = "game"

    @property
    def _wide(self) -> list[Button]:
        kept = _resumed(self._kept)
        if len(kept) > _MOST_KEPT:
            others = len(kept) - 1
            kept = [kept[0], Button("others", f"{counted(others, 'other game')} to continue")]
        return [Button("start", "Start"), *kept]

    @property
    def _small(self) -> list[Button]:
        load = [Button("load", "Load")] if self._resume else []
        return [
            Button("rules", "Rules"), Button("position", "Position"), *load, Button("quit", "Quit"),
        ]  # fmt: skip


def _resumed(kept: list[Kept]) -> list[Button]:
    """Return a button for each unfinished game, the latest first."""
    return [
        Button(f"continue {number}", f"Continue {spaced(one.game)}, move {one.moves}")
        for number, one in enumerate(kept)
    ]


def _others_card(kept: list[Kept]) -> Card:
    """Return the card of unfinished games, with as many as there is room for."""
    buttons = (*_resumed(kept)[:_MOST_LISTED], Button("ok", "Close"))
    return Card("Games that were left", (), buttons, column=True)
