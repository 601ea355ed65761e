"""Base classes of screens: a pointer over widgets, a message, and commands for options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from ludo_env._render.keys import Key
from ludo_env._render.paint.theme import THEMES, Theme
from ludo_env._render.widgets import Sheet, keys_at
from ludo_env._ui.options import Options
from ludo_env._ui.screen_loop import Screen
from ludo_env._ui.side_panel import Button


class BaseScreen:
    """A screen without motion, dragging, scrolling and pasting."""

    def __init__(self) -> None:
        self.done = self.sound = False
        self.following: Screen | None = None
        self.sounds: list[str] = []
        self.message = ""
        self._hovered: Key | None = None
        self._sheet = Sheet(1, 1)

    def point(self, x: float, y: float) -> None:
        """Move the pointer."""
        self._hovered = next(iter(keys_at(self._sheet.spots, x, y)), None)

    def release(self, x: float, y: float) -> None:
        """Ignore the release of the mouse button."""

    def wheel(self, x: float, y: float, amount: float) -> None:
        """Ignore the wheel."""

    def paste(self, text: str) -> None:
        """Ignore texts from the clipboard."""

    def advance(self, seconds: float) -> bool:
        """Return False: there is never anything new to draw."""
        return False

    def tell(self, words: str) -> None:
        """Show a message."""
        self.message = words


class CommandScreen(BaseScreen):
    """A screen with options, whose buttons and keys run commands by name.

    A subclass defines its buttons, its keys, and its commands besides those for options.
    """

    buttons: ClassVar[Mapping[str, str]] = {}  # labels by command
    keys: ClassVar[Mapping[str, str]] = {}  # commands by key

    _KEYS: ClassVar[Mapping[str, str]] = {
        "+": "faster", "=": "faster", "-": "slower", "c": "colours", "a": "motion",
        "q": "leave", "escape": "leave",
    }  # fmt: skip

    def __init__(self, options: Options) -> None:
        super().__init__()
        self.options = options

    @property
    def theme(self) -> Theme:
        """The colours."""
        return THEMES[self.options.theme]

    def press(self, x: float, y: float) -> None:
        """Press a button."""
        self.point(x, y)
        if isinstance(self._hovered, str):
            self._run(self._hovered)

    def key(self, name: str) -> None:
        """Handle a pressed key."""
        known = {**self._KEYS, **self.keys}
        self._run(known.get(name) or known.get(name.lower(), ""))

    def _commands(self) -> Mapping[str, Callable[[], None]]:
        """Return the commands besides those for options."""
        return {}

    def _run(self, name: str) -> None:
        """Run a command; unknown names do nothing."""
        commands: dict[str, Callable[[], None]] = {
            "speed": lambda: self._change("speed"),
            "faster": lambda: self._change("speed", 1),
            "slower": lambda: self._change("speed", -1),
            "colours": lambda: self._change("theme"),
            "motion": lambda: self._change("motion"),
            "leave": self._leave,
            **self._commands(),
        }
        if name in commands:
            self.message = ""
            commands[name]()

    def _change(self, name: str, step: int = 0) -> None:
        """Change an option, or with `step` the speed, and show its new value as the message."""
        if step:
            self.options.faster(step)
        else:
            self.options.change(name)
        self.message = self.options.in_words(name)

    def _leave(self) -> None:
        self.done = True

    def _labelled(self, **labels: str) -> list[Button]:
        """Return the buttons; `labels` replace the usual labels."""
        return [
            Button(key, label, "hover" if key == self._hovered else "")
            for key, label in {**self.buttons, **labels}.items()
        ]
