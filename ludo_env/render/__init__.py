"""Pictures of games: scenes as data, SVG, and text. Films of replays are in `ludo_env.play`."""

from ludo_env._render.display_options import Look
from ludo_env._render.paint.svg import svg_of
from ludo_env._render.paint.theme import CLEAR, DAY, NIGHT, THEMES, Theme
from ludo_env._render.scene import choices_of, scene_of
from ludo_env._render.shapes import Disc, Scene
from ludo_env._render.text import draw_text

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
]
