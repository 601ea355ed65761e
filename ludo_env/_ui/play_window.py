"""Playing in a window: a given table, or one chosen in the menu."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ludo_env._engine.chance import seed_number
from ludo_env._play.kept_games import Keeper, folder
from ludo_env._play.saved_game import load_table
from ludo_env._play.table import Table
from ludo_env._ui.game_screen import GameScreen
from ludo_env._ui.menu import Menu
from ludo_env._ui.menu_setup import Setup
from ludo_env._ui.open_window import in_window
from ludo_env._ui.options import kept_options
from ludo_env._ui.screen_loop import Screen
from ludo_env.catalogue import spec_with


def play_in_window(
    table: Table | None = None,
    setup: Setup | None = None,
    seed: int = 0,
    backend: str | None = None,
) -> None:
    """Open a window in which the table is played; without a table, begin with the menu.

    A game in progress is saved in the user's data folder, and the menu offers to continue it.
    """
    setup = setup or Setup()
    games = _Games(setup, seed_number(seed), backend)
    screen: Screen = games.menu() if table is None else games.screen(table)
    title = "ludo_env" if table is None else f"ludo_env: {table.game.spec.name}"
    in_window(title, screen)


class _Games:
    """Successive games of the same seed, each with its own dice."""

    def __init__(self, setup: Setup, seed: int, backend: str | None) -> None:
        self._setup, self._seed, self._backend = setup, seed, backend
        self._options = replace(kept_options(), theme=setup.theme, speed=setup.speed)
        self._next = 0

    def menu(self) -> Menu:
        """Return the menu, with the last choices."""
        theme, speed = self._options.theme, self._options.speed
        setup = replace(self._setup, theme=theme, speed=speed)
        return Menu(setup, self._start, self._resume, self._options.text)

    def screen(self, table: Table, kept: Path | None = None) -> GameScreen:
        """Return the game screen of a table, in the chosen colours."""
        self._next = max(self._next, table.number + 1)

        def again() -> Table:
            number = self._new_number()
            return Table(table.game.spec, table.players, table.seed, number, table.game.backend)

        return GameScreen(
            table, again=again, menu=self.menu, options=self._options, keeper=Keeper(table, kept)
        )

    def _start(self, setup: Setup, position: str = "") -> Screen:
        self._choose(setup)
        mode = setup.mode if setup.mode != Setup.mode else None
        spec = spec_with(setup.game, setup.players, mode)
        seats, number = list(setup.seats[: setup.players]), self._new_number()
        return self.screen(Table(spec, seats, self._seed, number, self._backend, position))

    def _resume(self, setup: Setup, path: Path) -> Screen:
        """Continue a saved game; an automatically saved one is saved in the same file again."""
        self._choose(setup)
        table = load_table(path, self._backend)
        return self.screen(table, path if path.parent == folder("games") else None)

    def _choose(self, setup: Setup) -> None:
        self._setup = setup
        self._options.theme, self._options.speed = setup.theme, setup.speed

    def _new_number(self) -> int:
        number, self._next = self._next, self._next + 1
        return number
