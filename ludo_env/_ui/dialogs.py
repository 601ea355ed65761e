"""Dialogs in front of the screen: help, options, questions, text fields, pages to read."""

from __future__ import annotations

from typing import NamedTuple

from ludo_env._render.keys import Key
from ludo_env._render.widgets import Sheet, wrapped
from ludo_env._ui.options import Options
from ludo_env._ui.side_panel import Button

_LONGEST = 2000  # letters that can be typed or pasted
_STEPS = {
    "down": 1, "up": -1, "tab": 1, "shift tab": -1, "right": 1, "left": -1,
    "pagedown": 8, "pageup": -8,
}  # fmt: skip


class Card(NamedTuple):
    """A question or a message that must be answered before anything else continues."""

    title: str
    words: tuple[str, ...]
    buttons: tuple[Button, ...]  # the first is the default
    field: str | None = None  # the typed text, if there is a text field
    pairs: bool = False  # whether words before ": " are in a separate column
    column: bool = False  # whether each button is on a separate line
    cancel: str = "ok"  # the button that the escape key presses


HELP = Card(
    "Help",
    (
        "click: play a ringed piece; if it has several moves, click where it goes",
        "space: roll the die; where only agents play, pause",
        "1 .. 9, up, down: choose a line of the list",
        "return: roll, or play the line that is chosen",
        "tab: the next piece that can move",
        "escape: choose nothing; then leave, which asks first",
        "u: take back the last decision; the same dice come again",
        "h or ?: a hint, the moves with their chances to win",
        "w: why a piece cannot move (choose it, or point at it)",
        "s: save the game in a file",
        "o: options: rolling, forced moves, motion, text, colours, sound",
        "a, m, c: motion, sound, colours: day, night, clear with signs",
        "+ and -: faster, slower",
        "right: one move on (where only agents play)",
        "q: leave the game",
    ),
    (Button("ok", "Close"),),
    pairs=True,
)
QUIT = Card(
    "Leave the game?",
    ("It is kept, and can be continued from the menu.",),
    (Button("ok", "Stay"), Button("leave", "Leave")),
)
LOSE = QUIT._replace(words=("It is not kept; s saves it in a file.",))


def options_card(options: Options) -> Card:
    """Return the card of all options, with their present values."""
    on = ("off", "on")
    labels = {
        "by_hand": f"Roll the dice: {('automatically', 'by hand')[options.by_hand]}",
        "forced": f"Only one move: {('play it by hand', 'played automatically')[options.forced]}",
        "speed": f"Speed: {options.speed}",
        "motion": f"Motion: {on[options.motion]}",
        "text": f"Text: {options.text} %",
        "theme": f"Colours: {options.theme}",
        "sound": f"Sound: {on[options.sound]}",
    }
    buttons = [Button(f"change {name}", label) for name, label in labels.items()]
    return Card("Options", (), (*buttons, Button("ok", "Close")), column=True)


class Dialog:
    """A card on the screen, with the button that has the focus and the scroll position."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.focus = 0
        self._first = 0  # the line at the top
        self._more = 0  # lines that do not fit

    def key(self, name: str) -> str:
        """Handle a key; return the command of the pressed button, or ""."""
        card = self.card
        if name == "return":
            return card.buttons[self.focus].key
        if name == "escape":
            return card.cancel
        if name.lower() == "q" and any(button.key == "leave" for button in card.buttons):
            return "leave"
        if name in _STEPS and (self._more or abs(_STEPS[name]) > 1) and "tab" not in name:
            self.scroll(_STEPS[name])
        elif name in _STEPS:
            self.focus = (self.focus + _STEPS[name]) % len(card.buttons)
        elif card.field is not None:
            shorter = card.field[:-1] if name == "backspace" else card.field
            self.card = card._replace(field=shorter)
            if name == "space" or len(name) == 1:
                self.type(" " if name == "space" else name)
        return ""

    def type(self, text: str) -> None:
        """Add a text to the field, if there is one."""
        if self.card.field is not None:
            text = " ".join(text.splitlines())
            self.card = self.card._replace(field=(self.card.field + text)[:_LONGEST])

    def scroll(self, lines: float) -> None:
        """Scroll the words."""
        self._first = max(0, min(self._more, self._first + round(lines)))

    def sheet(self, width: int, height: int, size: float, hovered: Key | None) -> Sheet:
        """Return the card in the middle of a window, with a veil over everything else."""
        sheet, card = Sheet(width, height), self.card
        sheet.frame("veil", -8, -8, width + 16, height + 16, "veil")
        wide = min(
            width - 2 * size, (30 if card.column else 46 if len(card.words) > 1 else 34) * size
        )
        first = 11 * size if card.pairs else 0
        rows = _rows(card, wide - 2.4 * size, size, first)
        field = 2.6 * size if card.field is not None else 0
        below = (2.6 * len(card.buttons) + 0.6 if card.column else 3.4) * size + field
        room = max(1, int((height - 4 - below - 3.6 * size) / (1.6 * size)))
        self._more = max(0, len(rows) - room)
        self._first = min(self._first, self._more)
        rows = rows[self._first : self._first + room]
        high = (3.2 + 1.6 * len(rows)) * size + below
        left, top = (width - wide) / 2, max(2, (height - high) / 2)
        sheet.frame("card", left, top, wide, high, "panel", "edge")
        sheet.touch("card", left, top, wide, high)
        x, title = left + 1.2 * size, card.title
        more = "  (up and down for more)" if self._more else ""
        sheet.text("card title", x, top + 1.7 * size, title + more, 1.25 * size, bold=True)
        y = top + 3.6 * size
        for number, (before, words) in enumerate(rows):
            at = y + 1.6 * size * number
            sheet.text(f"card before {number}", x, at, before, size, "faint")
            sheet.text(f"card words {number}", x + first, at, words, size)
        y += 1.6 * size * len(rows) - 0.4 * size
        if card.field is not None:
            sheet.frame("field", x, y, wide - 2.4 * size, 2.1 * size, "tile", "edge")
            # The beginning of a long text is cut off, so that its end is visible while typing.
            shown = card.field[-int(wide / size * 1.5) :]
            sheet.text("field text", left + 1.7 * size, y + 1.05 * size, f"{shown}_", size)
            y += field
        self._add_buttons(sheet, hovered, x, y, size, wide - 2.4 * size)
        return sheet

    def _add_buttons(
        self, sheet: Sheet, hovered: Key | None, x: float, y: float, size: float, room: float
    ) -> None:
        column, left = self.card.column, x
        for number, button in enumerate(self.card.buttons):
            chosen = number == self.focus
            state = "hover" if hovered == button.key and not chosen else "chosen" if chosen else ""
            wide = room if column else max(7.0, 0.7 * len(button.label) + 2) * size
            if x + wide > left + room + 1:  # the next row
                x, y = left, y + 2.6 * size
            sheet.button(button.key, x, y, wide, 2.2 * size, button.label, size, state)
            x, y = (x, y + 2.6 * size) if column else (x + wide + 0.6 * size, y)


def _rows(card: Card, width: float, size: float, first: float) -> list[tuple[str, str]]:
    rows = []
    for words in card.words:
        before, colon, after = words.partition(": ") if card.pairs else ("", "", words)
        parts = wrapped(after if colon or not card.pairs else words, width - first, size)
        rows += [(before if not number else "", text) for number, text in enumerate(parts)]
    return rows
