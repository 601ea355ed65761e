"""Brings a screen and a window together: each is told what the other has to say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from ludo_env._engine.errors import LudoError
from ludo_env._render.paint.theme import Theme
from ludo_env._render.widgets import Layer

if TYPE_CHECKING:
    from ludo_env._render.sound import Sounds
    from ludo_env._render.window import Event, Window

FRAMES = 60  # a second


class Screen(Protocol):
    """What a window shows: it draws scenes, and hears of mouse, keyboard and time."""

    done: bool
    following: Screen | None  # what the window shows next, when this is done
    sounds: list[str]  # what is to be heard, until somebody plays it
    sound: bool

    @property
    def theme(self) -> Theme:
        """The colours to draw in."""

    def layers(self, width: int, height: int) -> list[Layer]:
        """The picture for a window of so many pixels."""

    def press(self, x: float, y: float) -> None:
        """The mouse button goes down."""

    def release(self, x: float, y: float) -> None:
        """It goes up."""

    def point(self, x: float, y: float) -> None:
        """The pointer has moved."""

    def wheel(self, x: float, y: float, amount: float) -> None:
        """The wheel has turned, so many steps away from the person."""

    def key(self, name: str) -> None:
        """A key was pressed."""

    def advance(self, seconds: float) -> bool:
        """Time has passed; is there anything new to draw?"""

    def tell(self, words: str) -> None:
        """Shows a message."""


def run(window: Window, screen: Screen) -> None:
    """Shows a screen and those that follow it, until the last is done or the window is closed."""
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
    """One round: events, time, and whether there is anything to draw; None if it was closed."""
    changed = False
    for event in window.events():
        if event.kind == "close":
            return None
        if event.kind == "press" and changed:
            screen.layers(*window.size)  # what is pressed lies where the next picture has it
        changed = True
        tell_event(window, screen, event)
    return screen.advance(seconds) or changed


def tell_event(window: Window, screen: Screen, event: Event) -> None:
    """Tells a screen what has happened."""
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
    elif event.kind == "resize":
        # What is pressed next lies where the new picture has it.
        screen.layers(*window.size)


def _show(window: Window, screen: Screen, speaker: _Speaker) -> bool:
    """One screen to its end; False if the window was closed."""
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
    """Plays what screens want to be heard; there is none until sound is switched on."""

    def __init__(self) -> None:
        self._sounds: Sounds | None = None

    def speak(self, screen: Screen) -> None:
        """Plays and forgets; without a sound device the screen is told so."""
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
