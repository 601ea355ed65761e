"""Playing in a window: a given table, or one chosen in the menu."""

from __future__ import annotations

from dataclasses import replace

from ludo_env._engine.chance import seed_number
from ludo_env._play.table import Table
from ludo_env._ui.game_screen import GameScreen
from ludo_env._ui.menu import Menu, Setup
from ludo_env._ui.open_window import in_window
from ludo_env._ui.screen_loop import Screen
from ludo_env.catalogue import spec_with


def play_in_window(
    table: Table | None = None,
    setup: Setup | None = None,
    seed: int = 0,
    backend: str | None = None,
) -> None:
    """Open a window in which the table is played; without one, begin with the menu."""
    setup = setup or Setup()
    games = _Games(setup, seed_number(seed), backend)
    screen: Screen = games.menu() if table is None else games.screen(table)
    title = "ludo_env" if table is None else f"ludo_env: {table.game.spec.name}"
    in_window(title, screen)


class _Games:
    """Successive games; all have one seed, each with dice of its own."""

    def __init__(self, setup: Setup, seed: int, backend: str | None) -> None:
        self._setup, self._seed, self._backend = setup, seed, backend
        self._next = 0

    def menu(self) -> Menu:
        """Return the menu, with the last choices."""
        return Menu(self._setup, self._start)

    def screen(self, table: Table) -> GameScreen:
        """Return the game screen of a table, in the chosen colours."""
        self._next = max(self._next, table.number + 1)

        def again() -> Table:
            number = self._new_number()
            return Table(table.game.spec, table.players, table.seed, number, table.game.backend)

        def menu() -> Menu:
            speed = screen.state.timeline.speed
            self._setup = replace(self._setup, theme=screen.theme.name, speed=speed)
            return self.menu()

        screen = GameScreen(table, self._setup.theme, self._setup.speed, again, menu)
        return screen

    def _start(self, setup: Setup) -> Screen:
        self._setup = setup
        mode = setup.mode if setup.mode != Setup.mode else None
        spec = spec_with(setup.game, setup.players, mode)
        seats = list(setup.seats[: setup.players])
        return self.screen(Table(spec, seats, self._seed, self._new_number(), self._backend))

    def _new_number(self) -> int:
        number, self._next = self._next, self._next + 1
        return number
