"""Pictures of games: scenes as data, SVG, text, and replay pages. Films are in `ludo_env.play`.

A scene is a list of shapes (`Area`, `Disc`, `Stroke`, `Words`): the board, and items that move.
`tween` returns the motion between two states, and `in_text` a scene as lines to compare.
"""

from ludo_env._render.animation.motion import tween
from ludo_env._render.display_options import Look
from ludo_env._render.keys import Cell, Die, Key, Piece, Unit, Yard, key_text
from ludo_env._render.paint.svg import svg_of
from ludo_env._render.paint.theme import CLEAR, DAY, NIGHT, THEMES, Theme
from ludo_env._render.replay_page import replay_page
from ludo_env._render.scene import choices_of, scene_of
from ludo_env._render.shapes import Area, Disc, Item, Scene, Shape, Spot, Stroke, Words, in_text
from ludo_env._render.text import draw_text

__all__ = [
    "CLEAR",
    "DAY",
    "NIGHT",
    "THEMES",
    "Area",
    "Cell",
    "Die",
    "Disc",
    "Item",
    "Key",
    "Look",
    "Piece",
    "Scene",
    "Shape",
    "Spot",
    "Stroke",
    "Theme",
    "Unit",
    "Words",
    "Yard",
    "choices_of",
    "draw_text",
    "in_text",
    "key_text",
    "replay_page",
    "scene_of",
    "svg_of",
    "tween",
]
