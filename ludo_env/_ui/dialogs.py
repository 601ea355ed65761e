"""Dialogs in front of everything else: help, a question, a text field."""

from __future__ import annotations

from typing import NamedTuple

from ludo_env._render.keys import Key
from ludo_env._render.widgets import Sheet, wrapped
from ludo_env._ui.side_panel import Button

_LONGEST = 200  # letters that can be typed


class Card(NamedTuple):
    """A question or a message that must be answered before anything else goes on."""

    title: str
    words: tuple[str, ...]
    buttons: tuple[Button, ...]
    field: str | None = None  # the typed text, if there is a text field
    pairs: bool = False  # whether words before ": " are in a column of their own


HELP = Card(
    "Help",
    (
        "click: choose a piece, then where it goes; or a line of the list",
        "1 .. 9, up, down: choose a line of the list",
        "return: play the line that is chosen",
        "tab: the next piece that can move",
        "escape: choose nothing; then the menu",
        "u: take back the last decision; the same dice come again",
        "h or ?: a hint",
        "w: why a piece cannot move (choose it, or point at it)",
        "s: save the game in a file",
        "+ and -: faster, slower",
        "m: sound on and off",
        "c: colours: day, night, clear with signs",
        "space, right: pause, one move on (where only agents play)",
        "q: leave the game",
    ),
    (Button("ok", "Go on"),),
    pairs=True,
)
QUIT = Card(
    "Leave the game?",
    ("Unsaved changes are lost.",),
    (Button("leave", "Leave"), Button("ok", "Stay")),
)


def typed(card: Card, name: str) -> Card:
    """Return the card after a key, if it has a text field."""
    if card.field is None:
        return card
    if name == "backspace":
        return card._replace(field=card.field[:-1])
    letter = " " if name == "space" else name
    if len(letter) == 1 and len(card.field) < _LONGEST:
        return card._replace(field=card.field + letter)
    return card


def card_sheet(width: int, height: int, size: float, card: Card, hovered: Key | None) -> Sheet:
    """Return a card in the middle of a window, and a veil over everything else."""
    sheet = Sheet(width, height)
    sheet.frame("veil", -8, -8, width + 16, height + 16, "veil")
    wide = min(width - 2 * size, (46 if card.pairs else 34) * size)
    first = 11 * size if card.pairs else 0
    rows = _rows(card, wide - 2.4 * size, size, first)
    field = 2.6 * size if card.field is not None else 0
    high = (3.2 + 1.6 * len(rows) + 3.4) * size + field
    left, top = (width - wide) / 2, max(2, (height - high) / 2)
    sheet.frame("card", left, top, wide, high, "panel", "edge")
    sheet.touch("card", left, top, wide, high)
    sheet.text(
        "card title", left + 1.2 * size, top + 1.7 * size, card.title, 1.25 * size, bold=True
    )
    y = top + 3.6 * size
    for number, (before, words) in enumerate(rows):
        at = y + 1.6 * size * number
        sheet.text(f"card before {number}", left + 1.2 * size, at, before, size, "faint")
        sheet.text(f"card words {number}", left + 1.2 * size + first, at, words, size)
    y += 1.6 * size * len(rows) - 0.4 * size
    if card.field is not None:
        sheet.frame("field", left + 1.2 * size, y, wide - 2.4 * size, 2.1 * size, "tile", "edge")
        # The end is visible while typing: of a long name the beginning is cut off.
        shown = card.field[-int(wide / size * 1.5) :]
        sheet.text("field text", left + 1.7 * size, y + 1.05 * size, f"{shown}_", size)
        y += field
    _add_buttons(sheet, card, hovered, left + 1.2 * size, y, size)
    return sheet


def _add_buttons(
    sheet: Sheet, card: Card, hovered: Key | None, x: float, y: float, size: float
) -> None:
    for number, button in enumerate(card.buttons):
        state = "hover" if hovered == button.key else "chosen" if not number else ""
        wide = max(7.0, 0.7 * len(button.label) + 2) * size
        sheet.button(button.key, x, y, wide, 2.2 * size, button.label, size, state)
        x += wide + 0.6 * size


def _rows(card: Card, width: float, size: float, first: float) -> list[tuple[str, str]]:
    rows = []
    for words in card.words:
        before, colon, after = words.partition(": ") if card.pairs else ("", "", words)
        parts = wrapped(after if colon or not card.pairs else words, width - first, size)
        rows += [(before if not number else "", text) for number, text in enumerate(parts)]
    return rows
