"""The loop of a window: passes events to a screen and draws its layers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from ludo_env._engine.errors import LudoError
from ludo_env._render.paint.theme import Theme
from ludo_env._render.widgets import Layer

if TYPE_CHECKING:
    from ludo_env._render.sound import Sounds
    from ludo_env._render.window import Event, Window

FRAMES = 60  # per second


class Screen(Protocol):
    """The protocol of a screen: it draws scenes, and receives mouse, keyboard and time."""

    done: bool
    following: Screen | None  # the next screen, when this one is done
    sounds: list[str]  # sounds to be played
    sound: bool

    @property
    def theme(self) -> Theme:
        """The colours of the screen."""

    def layers(self, width: int, height: int) -> list[Layer]:
        """Return the layers of the picture for a window of this size."""

    def press(self, x: float, y: float) -> None:
        """Handle the mouse button going down."""

    def release(self, x: float, y: float) -> None:
        """Handle the mouse button going up."""

    def point(self, x: float, y: float) -> None:
        """Handle a move of the pointer."""

    def wheel(self, x: float, y: float, amount: float) -> None:
        """Handle the wheel; `amount` is positive for steps away from the person."""

    def key(self, name: str) -> None:
        """Handle a pressed key."""

    def paste(self, text: str) -> None:
        """Handle a text from the clipboard."""

    def advance(self, seconds: float) -> bool:
        """Let time pass; return whether there is anything new to draw."""

    def tell(self, words: str) -> None:
        """Show a message."""


def run(window: Window, screen: Screen) -> None:
    """Show a screen and its successors, until the last is done or the window is closed."""
    speaker = _Speaker()
    current: Screen | None = screen
    try:
        while current is not None:
            if not _show(window, current, speaker):
                return
            current = current.following
    finally:
        speaker.close()


def turn(window: Window, screen: Screen, seconds: float) -> bool | None:
    """Handle events and time; return whether to draw, or None if the window was closed."""
    changed = False
    for event in window.events():
        if event.kind == "close":
            return None
        if event.kind == "press" and changed:
            screen.layers(*window.size)  # the next press refers to the next picture
        changed = True
        tell_event(window, screen, event)
    return screen.advance(seconds) or changed


def tell_event(window: Window, screen: Screen, event: Event) -> None:
    """Pass an event to a screen."""
    if event.kind == "press":
        screen.press(event.x, event.y)
    elif event.kind == "release":
        screen.release(event.x, event.y)
    elif event.kind == "move":
        screen.point(event.x, event.y)
    elif event.kind == "wheel":
        screen.wheel(event.x, event.y, event.amount)
    elif event.kind == "key":
        screen.key(event.key)
    elif event.kind == "paste":
        screen.paste(event.key)
    elif event.kind == "resize":
        # The next press refers to the new picture.
        screen.layers(*window.size)


def _show(window: Window, screen: Screen, speaker: _Speaker) -> bool:
    """Show one screen to its end; return False if the window was closed."""
    changed: bool | None = True
    window.tick(FRAMES)
    while not screen.done:
        window.theme = screen.theme
        if changed:
            window.draw(screen.layers(*window.size))
        speaker.speak(screen)
        changed = turn(window, screen, window.tick(FRAMES))
        if changed is None:
            return False
    return True


class _Speaker:
    """Player of the sounds of screens; the device is opened when sound is switched on."""

    def __init__(self) -> None:
        self._sounds: Sounds | None = None

    def speak(self, screen: Screen) -> None:
        """Play the sounds; without a sound device, show a message on the screen."""
        wanted, screen.sounds[:] = list(screen.sounds), []
        if not screen.sound:
            self.close()
            return
        try:
            if self._sounds is None:
                from ludo_env._render.sound import Sounds

                self._sounds = Sounds()
            for name in wanted:
                self._sounds.play(name)
        except LudoError as error:
            screen.sound = False
            screen.tell(str(error))

    def close(self) -> None:
        if self._sounds is not None:
            self._sounds.close()
            self._sounds = None
