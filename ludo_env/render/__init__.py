"""Pictures of games: scenes as data, SVG, and text. Films of replays are in `ludo_env.play`."""

from ludo_env._render.display_options import Look
from ludo_env._render.keys import Cell, Die, Key, Piece, Unit, Yard, key_text
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
    "Cell",
    "Die",
    "Disc",
    "Key",
    "Look",
    "Piece",
    "Scene",
    "Theme",
    "Unit",
    "Yard",
    "choices_of",
    "draw_text",
    "key_text",
    "scene_of",
    "svg_of",
]
