"""Rendering of an environment: pixels, a window, or text, after each step and on request.

pygame is imported only when the first picture needs it.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from gymnasium import logger

from ludo_env._engine.effects import Effects
from ludo_env._engine.errors import LudoError, NoDisplayError
from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._envs.settings import Settings
from ludo_env._render.display_options import Look
from ludo_env._render.keys import key_text
from ludo_env._render.paint.svg import NOTEBOOK, svg_of
from ludo_env._render.paint.theme import Theme, theme_of
from ludo_env._render.scene import choices_of, scene_of
from ludo_env._render.shapes import Scene
from ludo_env._render.text import draw_text

if TYPE_CHECKING:
    from ludo_env._render.live_window import Show
    from ludo_env._render.paint.pygame_painter import Painter


class Pictures:
    """The pictures of one environment; it follows the game and remembers the last move."""

    def __init__(self, game: Game, settings: Settings, title: str) -> None:
        self.game = game
        self.settings = settings
        self.title = title
        self._before: Record | None = None
        self._action: int | None = None  # the only one since then; None if there were several
        self._done: Effects | None = None
        self._now: Record | None = None
        self._open: Show | None = None

    @property
    def shown(self) -> bool:
        """Return whether a window shows the game."""
        return self._open is not None

    def begin(self, record: Record) -> None:
        """Note that a game begins, or continues from another state, without a last move."""
        self._before, self._action, self._done, self._now = None, None, None, record.copy()

    def follow(self, record: Record, action: int | None = None) -> None:
        """Note that the game has advanced by one or more actions; a window shows the step."""
        self._before, self._now = self._now, record.copy()
        self._action, self._done = action, None
        if self.settings.render_mode == "human":
            self._show.go_on(self.game, self._before, self._now, self._look(self._now))

    def render(self, record: Record) -> Any:
        """Return an array of pixels, a text, or None for a window, by the render mode."""
        mode = self.settings.render_mode
        if mode is None:
            logger.warn('render() does nothing without a render_mode; try "rgb_array" or "ansi".')
            return None
        if mode == "ansi":
            return draw_text(self.game, record)
        if mode == "human":
            self._show.begin(self.game, record, self._look(record))
            return None
        return self.pixels(record, self.settings.render_size)

    def pixels(self, record: Record, size: tuple[int, int]) -> npt.NDArray[np.uint8]:
        """Return the picture as an array, (height, width, 3)."""
        from ludo_env._render.paint.pygame_painter import rgb_array

        return rgb_array(self._painter, self.scene(record), *size)

    def scene(self, record: Record) -> Scene:
        """Return the picture as shapes: the position, the last move, the legal actions."""
        return scene_of(self.game, record, self._look(record))

    def svg(self, record: Record) -> str:
        """Return the picture as SVG, for notebooks."""
        return svg_of(self.scene(record), self._theme, NOTEBOOK)

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._open is not None:
            self._open.close()
            self._open = None

    def _look(self, record: Record) -> Look:
        choices = choices_of(self.game, record)
        sources = {choice.source for choice in choices if choice.source is not None}
        targets = {choice.target for choice in choices if choice.target is not None}
        return Look(
            done=self._last_done(),
            sources=tuple(sorted(sources, key=key_text)),
            targets=tuple(sorted(targets, key=key_text)),
            symbols=self._theme.symbols,
        )

    def _last_done(self) -> Effects | None:
        """Return the effects of the last step, computed when first shown."""
        if self._done is None and self._before is not None and self._now is not None:
            self._done = (
                self.game.effects_between(self._before, self._now)
                if self._action is None
                else self.game.effects(self._before, self._action)
            )
        return self._done

    @cached_property
    def _theme(self) -> Theme:
        return theme_of(self.settings.render_theme)

    @cached_property
    def _painter(self) -> Painter:
        from ludo_env._render.paint.pygame_painter import Painter

        return Painter(self._theme)

    @property
    def _show(self) -> Show:
        if self._open is None:
            from ludo_env._render.live_window import Show

            size, seconds = self.settings.render_size, self.settings.render_seconds
            try:
                self._open = Show(self.title, size, self._theme, seconds)
            except NoDisplayError as error:
                raise LudoError(
                    f'{error} render_mode="rgb_array" and "ansi" do without one.'
                ) from error
            if not self._open.seen:
                _warn_of_no_display()
        return self._open


@cache
def _warn_of_no_display() -> None:
    logger.warn('No display is available; render_mode="human" draws off screen.')
