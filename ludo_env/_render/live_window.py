"""A live window that shows each step of a game when it is made."""

from __future__ import annotations

import time

import pygame

from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._render.animation.dice_roll import falls, tumbling
from ludo_env._render.animation.motion import tween
from ludo_env._render.display_options import Look
from ludo_env._render.paint.theme import Theme
from ludo_env._render.scene import scene_of
from ludo_env._render.shapes import Scene, fitted
from ludo_env._render.widgets import Layer
from ludo_env._render.window import UNSEEN, Window

FRAMES = 60  # per second
_MOVING = 0.5  # the share of a step's time after which pieces rest
_FALLEN = 0.75  # the share after which dice rest


class Show:
    """A window for a game; closing it does not stop the game."""

    def __init__(self, title: str, size: tuple[int, int], theme: Theme, seconds: float) -> None:
        self.window: Window | None = Window(title, *size, theme, unseen=True)
        self.seen = self.window.seen
        # A dummy display is invisible, so nothing is animated on it.
        self.seconds = 0.0 if pygame.display.get_driver() in UNSEEN else seconds

    def begin(self, game: Game, record: Record, look: Look) -> None:
        """Show a state."""
        self._draw(scene_of(game, record, look))

    def go_on(self, game: Game, before: Record | None, now: Record, look: Look) -> None:
        """Animate the change from a state to the next."""
        if before is None or self.seconds == 0:
            self.begin(game, now, look)
            return
        motion = tween(game, before, now, look)
        thrown = falls(game, before, now, look.done)
        start = time.perf_counter()
        while self.window is not None:
            share = (time.perf_counter() - start) / self.seconds
            scene = motion.scene(share / _MOVING)
            if thrown and share < _FALLEN and (share >= _MOVING or not motion.moves):
                scene = tumbling(scene, game, now, share * self.seconds)
            self._draw(scene)
            if share >= 1:
                break
            if self.window is not None:
                self.window.tick(FRAMES)

    def close(self) -> None:
        """Close the window."""
        if self.window is not None:
            self.window.close()
            self.window = None

    def _draw(self, scene: Scene) -> None:
        """Draw a scene if the window has not been closed."""
        if self.window is None:
            return
        if not self.window.shown or any(event.kind == "close" for event in self.window.events()):
            self.close()
            return
        self.window.draw([Layer(scene, *fitted(scene, *self.window.size))])
