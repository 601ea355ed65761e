"""Marks on the board of the game screen: the player to act, captures, piece numbers, the winner."""

from __future__ import annotations

from functools import lru_cache
from math import sin

from ludo_env._render.keys import Die, Piece, Yard
from ludo_env._render.letters import width_of
from ludo_env._render.plain_words import numbered
from ludo_env._render.player_view import has_hands
from ludo_env._render.shapes import Area, Disc, Item, Scene, Shape, Spot, Stroke, box, moved
from ludo_env._render.widgets import Sheet
from ludo_env._ui.side_panel import Places
from ludo_env._ui.timeline import Timeline

CONFETTI = 4.0  # seconds
_PIECES_OF_PAPER = 90
_CROSS, _ASIDE = 0.11, 0.33  # half the width of the mark of a capture, and its place in the square
_DIE_SHARE = 0.6  # of half the smaller side of a yard
_LEAST_DIE = 0.7  # smaller dice stay beside the plates
_BESIDE, _INSIDE = 0.52, 0.84  # of half the height of a yard: dice beside a prison, the frame


def marked(scene: Scene, timeline: Timeline, die: Die | None = None) -> Scene:
    """Return the scene for people: with pieces numbered from 1, marks, and dice in the yard.

    `die` is the chosen die.
    """
    player = int(timeline.shown["seat"][0])
    scene = numbered(scene)
    if not timeline.over:
        scene = _glowing(scene, player)
        scene = scene if has_hands(timeline.game) else _dice_in_yard(scene, player)
    places = [at for one in timeline.since() or timeline.news[-1:] for at in one.places]
    crosses = [Item(f"capture {number}", x, y, _cross()) for number, (x, y) in enumerate(places)]
    frames = [
        Item("chosen die", spot.x, spot.y, _frame_of_die(spot.across, spot.down))
        for spot in scene.spots
        if spot.key == die
    ]
    return scene._replace(items=(*scene.items, *crosses, *frames))


def banner_sheet(places: Places, words: str, seconds: float | None) -> Sheet:
    """Return the winner in large letters on the board, and confetti for some seconds."""
    box_, size = places.board, places.size
    sheet = Sheet(box_.x + box_.width, box_.y + box_.height)
    large = min(2.4 * size, 0.8 * box_.width / max(1.0, width_of(words, 1.0, bold=True)))
    wide = width_of(words, large, bold=True) + 3 * large
    x, y = box_.x + box_.width / 2, box_.y + 0.27 * box_.height
    sheet.frame("banner", x - wide / 2, y - 1.2 * large, wide, 2.4 * large, "panel", "accent")
    sheet.text("winner", x, y, words, large, align="middle", bold=True)
    if seconds is not None and seconds < CONFETTI:
        for number in range(_PIECES_OF_PAPER):
            _add_paper(sheet, number, seconds, places)
    return sheet


def _add_paper(sheet: Sheet, number: int, seconds: float, places: Places) -> None:
    board, size = places.board, 0.5 * places.size
    across = (number * 0.618) % 1.0
    fall = seconds / CONFETTI * 1.6 - (number * 0.377) % 0.6
    if 0 < fall < 1:
        x = board.x + board.width * across + 2 * size * sin(6 * fall + number)
        paper = box(-size / 2, -size / 3, size, size * 2 / 3, f"seat {number % 6}")
        sheet.add(f"paper {number}", x, board.y + board.height * fall, (paper,))


def _glowing(scene: Scene, player: int) -> Scene:
    """Return the scene with a frame around the yard of the player to act."""
    yard = next((spot for spot in scene.spots if spot.key == Yard(player)), None)
    if yard is None:
        return scene
    glow = Item("glow", yard.x, yard.y, _glow(yard.across, yard.down))
    return scene._replace(items=(glow, *scene.items))


def _dice_in_yard(scene: Scene, player: int) -> Scene:
    """Return the scene with the dice in the middle of the player's yard, if there is room."""
    yard = next((spot for spot in scene.spots if spot.key == Yard(player)), None)
    dice = [spot for spot in scene.spots if isinstance(spot.key, Die)]
    if yard is None or not dice:
        return scene
    pieces = [spot for spot in scene.spots if isinstance(spot.key, Piece)]
    # If prisoners are in the middle, there may be room above or below them.
    heights = [yard.y + share * yard.down for share in (0, -_BESIDE, _BESIDE)]
    sides = [_side_of_die(yard, y, len(dice), pieces) for y in heights]
    side, y = next(((side, y) for side, y in zip(sides, heights, strict=True) if side), (0, 0))
    if not side:
        return scene
    count = len(dice)
    width = 1.1 * side * count
    places: dict[object, Spot] = {}
    for number, spot in enumerate(dice):
        x = yard.x - width / 2 + (number + 0.5) * side * 1.1
        places[spot.key] = Spot(spot.key, round(x, 4), round(y, 4), side / 2, side / 2)
    scale = {spot.key: side / 2 / max(spot.across, spot.down) for spot in dice}
    still = [item for item in scene.items if item.key not in places]
    going = [
        item._replace(
            x=places[item.key].x, y=places[item.key].y, art=_scaled(item.art, scale[item.key])
        )
        for item in scene.items
        if item.key in places
    ]
    spots = tuple(places.get(spot.key, spot) for spot in scene.spots)
    return scene._replace(items=(*still, *going), spots=spots)


def _side_of_die(yard: Spot, y: float, count: int, pieces: list[Spot]) -> float:
    """Return how large `count` dice can be at this height of a yard; 0 if there is no room."""
    free = [
        max(
            (abs(spot.x - yard.x) - spot.across) / (0.62 * count), 2 * (abs(spot.y - y) - spot.down)
        )
        for spot in pieces
    ]
    usual = _DIE_SHARE * min(yard.across, yard.down), *(4 * spot.across for spot in pieces)
    inside = 2 * (_INSIDE * yard.down - abs(y - yard.y))
    side = min(*usual, 1.6 * yard.across / count, inside, *free)
    return side if side >= _LEAST_DIE else 0


@lru_cache(maxsize=256)
def _scaled(art: tuple[Shape, ...], scale: float) -> tuple[Shape, ...]:
    return tuple(moved(shape, 0, 0, scale) for shape in art)


@lru_cache(maxsize=64)
def _glow(across: float, down: float) -> tuple[Area, ...]:
    def frame(out: float, line: str, thick: float) -> Area:
        wide, high = 2 * (across + out), 2 * (down + out)
        return box(-wide / 2, -high / 2, wide, high, "", line, thick, 0.35)

    return frame(0.08, "glow", 0.34), frame(0.08, "accent", 0.12)


@lru_cache(maxsize=64)
def _frame_of_die(across: float, down: float) -> tuple[Shape, ...]:
    """Return the frame of a chosen die."""
    wide, high = 2.05 * across, 2.05 * down
    return (box(-wide / 2, -high / 2, wide, high, "", "accent", 0.16 * across, 0.4 * across),)


@lru_cache(maxsize=1)
def _cross() -> tuple[Shape, ...]:
    """Return the mark of a capture, in the corner of its square."""
    low, high, down = _ASIDE - _CROSS, _ASIDE + _CROSS, (-_ASIDE - _CROSS, -_ASIDE + _CROSS)
    return (
        Disc(_ASIDE, -_ASIDE, 2.1 * _CROSS, "danger", "head", 0.05),
        Stroke(((low, down[0]), (high, down[1])), "head", 0.07),
        Stroke(((low, down[1]), (high, down[0])), "head", 0.07),
    )
