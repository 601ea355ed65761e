"""Open a window for a screen, and close it again; pygame is imported here."""

from __future__ import annotations

from ludo_env._engine.errors import LudoError, NoDisplayError
from ludo_env._render.pygame_check import check_pygame
from ludo_env._ui.screen_loop import Screen, run

WIDTH, HEIGHT = 1200, 800
_WITHOUT = "with --terminal the commands do without one"


def in_window(title: str, screen: Screen) -> None:
    """Show a screen and its successors, until they are done."""
    check_pygame("A window", _WITHOUT)
    from ludo_env._render.window import Window

    try:
        window = Window(title, WIDTH, HEIGHT, screen.theme)
    except NoDisplayError as error:
        raise LudoError(f"{error} With --terminal the commands do without one.") from error
    try:
        run(window, screen)
    finally:
        window.close()
