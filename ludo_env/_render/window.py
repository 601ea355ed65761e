"""The pygame window: it draws layers of scenes, and reports mouse and keyboard events."""

from __future__ import annotations

import os
from typing import Any, ClassVar, NamedTuple

import pygame

from ludo_env._engine.errors import NoDisplayError
from ludo_env._render.paint.brush import forget_fonts
from ludo_env._render.paint.pygame_painter import Painter
from ludo_env._render.paint.theme import DAY, Theme
from ludo_env._render.widgets import Layer

SMALLEST = (400, 300)  # pixels: a window is never drawn smaller than this
_LEFT_BUTTON = 1
UNSEEN = ("dummy", "offscreen")
_REPEATED = ("left", "right", "up", "down", "backspace", "pageup", "pagedown", "+", "-", "=")
_KEYS = {"enter": "return", "backspace": "backspace", "page up": "pageup", "page down": "pagedown"}


class Event(NamedTuple):
    """An event: "press", "release", "move", "wheel", "key", "paste", "resize" or "close"."""

    kind: str
    x: float = 0
    y: float = 0
    key: str = ""  # the character if there is one, else "left", "f1", "ctrl s", ..; a pasted text
    amount: float = 0  # of a wheel: steps away from the person


class Window:
    """A window that can be resized, and that releases everything when it is closed.

    A process has one display: a second window replaces the first, and both can be closed.
    """

    _open: ClassVar[list[Window]] = []
    _begun: ClassVar[list[Any]] = []  # the pygame modules that the first window initialised

    def __init__(
        self, title: str, width: int, height: int, theme: Theme = DAY, *, unseen: bool = False
    ) -> None:
        """Open the window; with `unseen`, use a dummy display if there is no other."""
        if not Window._open:
            parts = (pygame.display, pygame.font)
            Window._begun = [part for part in parts if not part.get_init()]
        Window._open.append(self)
        self._held: set[int] = set()
        self._painters: dict[Theme, Painter] = {}
        self._at = (0.0, 0.0)  # the last position of the pointer
        self._clock = pygame.time.Clock()
        self.theme = theme
        try:
            _begin_display(unseen)
            self.seen = _is_seen()
            pygame.font.init()
            self._surface = pygame.display.set_mode((width, height), pygame.RESIZABLE)
        except pygame.error as error:
            self.close()
            raise NoDisplayError(f"No display is available for a window ({error}).") from error
        pygame.display.set_caption(title)
        # Held keys repeat, for moving through lists and deleting letters.
        pygame.key.set_repeat(350, 45)

    @property
    def size(self) -> tuple[int, int]:
        """The width and height in pixels."""
        width, height = self._surface.get_size()
        return max(SMALLEST[0], width), max(SMALLEST[1], height)

    def draw(self, layers: list[Layer]) -> None:
        """Show scenes, one over the other, on the background of the theme."""
        # Pictures in other themes stay cached, in case a theme is used again.
        painter = self._painters.setdefault(self.theme, Painter(self.theme))
        self._surface.fill(self.theme.colour("paper")[:3])
        for scene, x, y, scale in layers:
            painter.paint(self._surface, scene, x, y, scale)
        pygame.display.flip()

    def events(self) -> list[Event]:
        """Return the events since the last call."""
        found = []
        for event in pygame.event.get():
            happened = self._event_of(event)
            if happened is not None:
                found.append(happened)
        return found

    def tick(self, frames_per_second: int) -> float:
        """Wait for the next frame; return the seconds since the last one."""
        return self._clock.tick(frames_per_second) / 1000

    @property
    def shown(self) -> bool:
        """Return whether the window is open and pygame still has a display."""
        return self in Window._open and pygame.display.get_init()

    def close(self) -> None:
        """Close the window; the last one quits the pygame modules that the first initialised."""
        if self in Window._open:
            Window._open.remove(self)
        if not Window._open:
            # Cached fonts are invalid after their module has quit.
            forget_fonts()
            for part in reversed(Window._begun):
                part.quit()
            Window._begun = []

    def _event_of(self, event: pygame.event.Event) -> Event | None:
        if event.type == pygame.QUIT:
            return Event("close")
        if event.type == pygame.VIDEORESIZE:
            self._surface = pygame.display.get_surface() or self._surface
            return Event("resize")
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            if event.button != _LEFT_BUTTON:
                return None
            self._at = event.pos
            kind = "press" if event.type == pygame.MOUSEBUTTONDOWN else "release"
            return Event(kind, *self._at)
        if event.type == pygame.MOUSEMOTION:
            self._at = event.pos
            return Event("move", *self._at)
        if event.type == pygame.MOUSEWHEEL:
            return Event("wheel", *self._at, amount=event.y)
        if event.type == pygame.KEYDOWN:
            name, again = _key_of(event), event.key in self._held
            self._held.add(event.key)
            # Playing, saving and leaving happen only once while the key is held.
            if not name or (again and name not in _REPEATED):
                return None
            if name == "ctrl v":
                return Event("paste", *self._at, key=_clipboard())
            return Event("key", *self._at, key=name)
        if event.type == pygame.KEYUP:
            self._held.discard(event.key)
            return None
        if event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
            return Event("resize")
        return None


def _begin_display(unseen: bool) -> None:
    """Open a display; a dummy display is an error unless it was requested."""
    try:
        pygame.display.init()
    except pygame.error:
        if not unseen or "SDL_VIDEODRIVER" in os.environ:
            raise
        os.environ["SDL_VIDEODRIVER"] = UNSEEN[0]
        try:
            pygame.display.init()
        finally:
            del os.environ["SDL_VIDEODRIVER"]
    if not unseen and not _is_seen():
        raise pygame.error(f"only {pygame.display.get_driver()!r}")


def _is_seen() -> bool:
    """Return whether the display is visible, or a dummy display was requested."""
    driver = pygame.display.get_driver()
    return driver not in UNSEEN or os.environ.get("SDL_VIDEODRIVER") in UNSEEN


def _clipboard() -> str:
    """Return the text of the clipboard, or "" if there is no text."""
    try:
        return pygame.scrap.get_text()
    except pygame.error:
        return ""


def _key_of(event: pygame.event.Event) -> str:
    """Return the character of a key, or its name."""
    name = pygame.key.name(event.key)
    name = _KEYS.get(name, name)
    held = getattr(event, "mod", 0)
    if held & (pygame.KMOD_CTRL | pygame.KMOD_META):
        return f"ctrl {name}"
    character = getattr(event, "unicode", "")
    if character.isprintable() and character.strip():
        return str(character)
    return f"shift {name}" if held & pygame.KMOD_SHIFT and len(name) > 1 else name
