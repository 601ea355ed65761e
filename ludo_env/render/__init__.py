"""Pictures of games: scenes as data, SVG, text, and films.

Films and pictures of pixels are drawn by pygame, which is imported when one is asked for.
"""

from typing import TYPE_CHECKING, Any

from ludo_env._render.display_options import Look
from ludo_env._render.paint.svg import svg_of
from ludo_env._render.paint.theme import CLEAR, DAY, NIGHT, THEMES, Theme
from ludo_env._render.scene import choices_of, scene_of
from ludo_env._render.shapes import Disc, Scene
from ludo_env._render.text import draw_text

if TYPE_CHECKING:
    from ludo_env._render.animation.film import write_film, write_picture

__all__ = [
    "CLEAR",
    "DAY",
    "NIGHT",
    "THEMES",
    "Disc",
    "Look",
    "Scene",
    "Theme",
    "choices_of",
    "draw_text",
    "scene_of",
    "svg_of",
    "write_film",
    "write_picture",
]


def __getattr__(name: str) -> Any:
    if name in ("write_film", "write_picture"):
        from ludo_env._render.animation import film

        return getattr(film, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
