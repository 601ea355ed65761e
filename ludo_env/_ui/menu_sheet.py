"""The picture of the menu: the games, the board of the chosen game, settings and buttons."""

from __future__ import annotations

from typing import NamedTuple

from ludo_env._render.keys import Back, Key, On, Play, Seat, key_text
from ludo_env._render.plain_words import numbered
from ludo_env._render.shapes import Scene
from ludo_env._render.widgets import Layer, Sheet, wrapped
from ludo_env._ui.menu_setup import LEVELS, Row, spaced
from ludo_env._ui.side_panel import Button
from ludo_env._ui.view_model import seat_fill
from ludo_env.catalogue import listed_games


class MenuView(NamedTuple):
    """The data that the menu shows."""

    game: str
    rows: list[Row]
    wide: list[Button]  # each on a separate line
    small: list[Button]  # side by side
    focus: Key
    hovered: Key | None
    message: str


def letters_of(width: int, height: int, text: int) -> float:
    """Return the size of letters: `text` per cent of the usual size, as far as there is room."""
    wide = width > height
    usual = min(26.0, width / 58, height / 33) if wide else min(width / 36, height / 66)
    size = max(9.0, usual)
    return min(size * text / 100, max(size, height / 40), max(size, width / 62))


def menu_sheet(
    view: MenuView, board: Scene, width: int, height: int, size: float
) -> tuple[Sheet, list[Layer]]:
    """Return the widgets and all layers; narrow windows show no board."""
    sheet = Sheet(width, height)
    edge, top = 1.6 * size, 4.2 * size
    sheet.text("title", edge, 2 * size, "ludo_env", 1.8 * size, bold=True)
    if width <= height:
        room = width - 2 * edge
        y = _add_games(sheet, view, edge, top, room, size) + 0.8 * size
        y = _add_summary(sheet, view, edge + 0.5 * size, y, room, size)
        _add_settings(sheet, view, edge, y + size, room, size, board)
        return sheet, [Layer(sheet.scene, 0, 0, 1)]
    _add_games(sheet, view, edge, top, 0.2 * width, size)
    left, room = 0.2 * width + 2.6 * size, 0.38 * width - 2 * size
    scale = min(room / board.width, (height - top - 6 * size) / board.height)
    _add_summary(sheet, view, left, top + scale * board.height + 1.6 * size, room, size)
    right = left + room + 1.8 * size
    _add_settings(sheet, view, right, top, width - right - edge, size, board)
    return sheet, [Layer(sheet.scene, 0, 0, 1), Layer(numbered(board), left, top, scale)]


def _add_games(
    sheet: Sheet, view: MenuView, x: float, y: float, width: float, size: float
) -> float:
    """Add the list of games, with their numbers of players; return its lower end."""
    for name, game in listed_games().items():
        key, counts = Play(name), game.players
        state = "chosen" if name == view.game else "hover" if key == view.hovered else ""
        sheet.line(key, x, y, width, 1.9 * size, "", spaced(name), 1.05 * size, state)
        many = f"{counts[0]} - {counts[-1]}" if len(counts) > 1 else str(counts[0])
        at = x + width - 0.6 * size, y + 0.95 * size
        sheet.text(f"many {name}", *at, many, 0.9 * size, "faint", "end")
        y += 2 * size
    return y


def _add_summary(
    sheet: Sheet, view: MenuView, x: float, y: float, width: float, size: float
) -> float:
    """Add the description of the chosen game; return its lower end."""
    lines = wrapped(listed_games()[view.game].summary, width, size)
    for number, line in enumerate(lines):
        sheet.text(f"what {number}", x, y + 1.5 * size * number, line, size, "faint")
    return y + 1.5 * size * len(lines)


def _add_settings(
    sheet: Sheet, view: MenuView, x: float, y: float, width: float, size: float, board: Scene
) -> None:
    """Add a row for each setting, with a chip in a player's colour, and the buttons below."""
    for row in view.rows[1:]:
        _add_row(sheet, view, row, x, y, width, size, board)
        y += 2.45 * size
    y += 0.6 * size
    chosen = view.focus if isinstance(view.focus, str) else view.wide[0].key
    if chosen not in [button.key for button in (*view.wide, *view.small)]:
        chosen = view.wide[0].key

    def add(button: Button, left: float, wide: float, high: float, letters: float) -> None:
        state = "hover" if button.key == view.hovered else "chosen" * (button.key == chosen)
        sheet.button(button.key, left, y, wide, high, button.label, letters, state)

    for number, button in enumerate(view.wide):
        high, letters = (2.1 * size, size) if number else (2.6 * size, 1.2 * size)
        add(button, x, width, high, letters)
        y += high + 0.35 * size
    each = (width + 0.3 * size) / len(view.small)
    for number, button in enumerate(view.small):
        add(button, x + number * each, each - 0.3 * size, 2.1 * size, size)
    for number, line in enumerate(wrapped(view.message, width, size)):
        at = y + (3 + 1.5 * number) * size
        sheet.text(f"message {number}", x, at, line, size, "danger")


def _add_row(
    sheet: Sheet, view: MenuView, row: Row, x: float, y: float, width: float, size: float,
    board: Scene,
) -> None:  # fmt: skip
    high, bold, start = 2.1 * size, row.key == view.focus, x
    fill = seat_fill(board, row.key.player) if isinstance(row.key, Seat) else ""
    if fill:
        sheet.chip(f"chip {key_text(row.key)}", x + 0.5 * size, y + high / 2, 0.5 * size, fill)
        start += 1.4 * size
    name = f"name {key_text(row.key)}"
    sheet.text(name, start, y + high / 2, row.name.capitalize(), size, bold=bold)
    left, wide = x + 7 * size, width - 7 * size
    back, on = Back(row.key), On(row.key)
    for button, at, label in ((back, left, "<"), (on, left + wide - high, ">")):
        state = "hover" if button == view.hovered else ""
        sheet.button(button, at, y, high, high, label, size, state)
    state = "chosen" if bold else "hover" if view.hovered == on else ""
    label, across = LEVELS.get(row.choices[row.at], row.choices[row.at]), wide - 2 * high
    middle = left + high + 0.2 * size
    sheet.button(on, middle, y, across - 0.4 * size, high, label, size, state)
