"""The strip under a board: a plate for each player, and the dice that are still to be played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from ludo_env._render import keys
from ludo_env._render.dice_shapes import CARD, die_art, width_through
from ludo_env._render.letters import size_in
from ludo_env._render.paint.colours import Hue
from ludo_env._render.piece_shapes import hue, sign_art, token_art
from ludo_env._render.shapes import Area, Disc, Item, Shape, Spot, Words, box, moved, rayed

_PLATE = 3.05  # the least width of a plate
_HIGH = 1.5  # of a row
_DIE = 1.1
_SMALL, _APART = 0.72, 0.39  # a die in two rows, and the distance of the rows from the middle
_GAP = 0.18
_NAME, _STATUS = 0.5, 0.42  # the largest letters of a plate
_START = 1.28  # from the side of a plate to its words
EDGE = 0.25  # around a picture, in squares
# The width of a strip in its own units, which make it as wide as the board. The units are smaller
# with many players, so that the plates do not take the room of the board.
_WIDTH, _MANY, _WIDTH_OF_MANY = 15.7, 12, 28.6


class Plate(NamedTuple):
    """The plate of a player."""

    seat: Hue
    name: str
    status: str  # a few words under the name
    sign: tuple[tuple[float, float], ...] = ()  # outline of the player's sign, on a radius of 1
    marked: bool = False  # whether the player has captured, in games that mark it


class Tray(NamedTuple):
    """The tray of the game: the player to act, the winners, and the dice or cards to play."""

    turn: int = -1  # the player to act, or NOBODY
    winners: tuple[int, ...] = ()
    dice: tuple[str, ...] = ()
    plain: bool = True  # whether they are dice; else cards


class Strip(NamedTuple):
    """A strip and its parts."""

    height: float
    items: tuple[Item, ...]
    spots: tuple[Spot, ...]


def strip_height(width: float, players: int, slots: int) -> float:
    """Return the height of the strip under a board, with room for `slots` dice in a row."""
    return round(_unit(width, players) * (_HIGH + _GAP) * _rows(players, slots).rows + EDGE, 4)


def strip(
    width: float, top: float, plates: list[Plate], tray: Tray, slots: int, symbols: bool
) -> Strip:
    """Return the strip under a board of this width, from `top` on."""
    wide, unit = _width(len(plates)), _unit(width, len(plates))
    rows, edge = _rows(len(plates), slots), EDGE - unit * _GAP
    letters = _letters(plates, rows.plate)
    items, spots = [], []
    for player, plate in enumerate(plates):
        row, column = divmod(player, rows.in_row)
        x = edge + unit * (_GAP + rows.plate / 2 + column * (rows.plate + _GAP))
        y = top + unit * (_GAP + _HIGH / 2 + row * (_HIGH + _GAP))
        active, won = player == tray.turn, player in tray.winners
        broad, high = round(unit * rows.plate, 4), round(unit * _HIGH, 4)
        art = _plate_art(plate, broad, unit, letters, active, won, symbols)
        items.append(Item(keys.Plate(player), round(x, 4), round(y, 4), art))
        spots.append(Spot(keys.Plate(player), round(x, 4), round(y, 4), broad / 2, high / 2))
    y = top + unit * (_GAP + _HIGH / 2 + (rows.rows - 1) * (_HIGH + _GAP))
    for index, (face, x, down, broad) in enumerate(_faces(tray, rows.tray, wide)):
        highest = _SMALL if down else _DIE
        at = round(edge + unit * x, 4), round(y + unit * down, 4)
        high = min(highest, broad / (1 if tray.plain else CARD))
        art = die_art(face, round(unit * broad, 4), round(unit * high, 4), tray.plain)
        items.append(Item(keys.Die(index), *at, art))
        spots.append(Spot(keys.Die(index), *at, unit * broad / 2, unit * high / 2))
    return Strip(strip_height(width, len(plates), slots), tuple(items), tuple(spots))


class _Rows(NamedTuple):
    rows: int
    in_row: int  # plates
    plate: float  # the width of one
    tray: float  # where the dice begin, in the last row


def _width(players: int) -> float:
    """Return the width of a strip, in its own units."""
    return _WIDTH if players <= _MANY else _WIDTH_OF_MANY


def _unit(width: float, players: int) -> float:
    """Return the unit of a strip whose plates together are as wide as the board."""
    return (width - 2 * EDGE) / (_width(players) - 2 * _GAP)


def _rows(players: int, slots: int) -> _Rows:
    """Return rows with equally many plates; the dice follow the last or have a separate row."""
    slot, wide = _PLATE + _GAP, _width(players)
    tray = slots * (_DIE + _GAP) + _GAP
    if players * slot + tray <= wide:
        return _Rows(1, players, (wide - tray) / players - _GAP, wide - tray + _GAP)
    most = min(players, int(wide / slot))
    even = ceil(players / ceil(players / most))
    for in_row in (even, most):
        rows = ceil(players / in_row)
        plate, last = (wide - _GAP) / in_row - _GAP, players - in_row * (rows - 1)
        used = last * (plate + _GAP)
        if used + tray <= wide and (last > 1 or rows == 1):
            return _Rows(rows, in_row, plate, used + _GAP)
    return _Rows(ceil(players / even) + 1, even, (wide - _GAP) / even - _GAP, _GAP)


def _faces(tray: Tray, left: float, room: float) -> Iterator[tuple[str, float, float, float]]:
    """Yield the face of each die, its middle and width; two rows if dice are larger then."""
    half = ceil(len(tray.dice) / 2)
    whole, parts = tray.dice, (tray.dice[:half], tray.dice[half:])
    one = _shrunk(whole, tray.plain, room - _GAP - left)
    two = min(_SMALL / _DIE, *(_shrunk(row, tray.plain, room - _GAP - left) for row in parts))
    single = not tray.plain or one >= two
    for y, row in ((0.0, whole),) if single else zip((-_APART, _APART), parts, strict=True):
        times, x = one if single else two, left
        for face in row:
            width = times * _DIE * width_through(face, tray.plain)
            yield face, x + width / 2, y, width
            x += width + times * _GAP


def _shrunk(faces: Sequence[str], plain: bool, room: float) -> float:
    """Return the scale at which dice fit in a row, at most 1."""
    wide = [_DIE * width_through(face, plain) for face in faces]
    return min(1.0, room / (sum(wide) + _GAP * (len(wide) - 1))) if wide else 1.0


class _Letters(NamedTuple):
    name: float
    status: float


def _letters(plates: list[Plate], wide: float) -> _Letters:
    """Return the sizes of the letters that fit on all plates."""
    room = wide - _START - 0.15
    return _Letters(
        min(size_in(one.name, room, _NAME, bold=True) for one in plates),
        min(size_in(one.status, room, _STATUS) for one in plates),
    )


@lru_cache(maxsize=1024)
def _plate_art(
    plate: Plate,
    wide: float,
    unit: float,
    letters: _Letters,
    active: bool,
    won: bool,
    symbols: bool,
) -> tuple[Shape, ...]:
    left, high = -wide / 2, _HIGH * unit
    seat = hue(plate.seat)
    fill = f"pale {seat}" if active or won else "panel"
    line, thick = (f"dark {seat}", 0.1 * unit) if active or won else ("edge", 0.03 * unit)
    token = left + 0.6 * unit
    shapes: list[Shape] = [
        box(left, -high / 2, wide, high, fill, line, thick, corner=0.25 * unit),
        *(
            moved(shape, token, 0)
            for shape in sign_art(plate.seat, 0.36 * unit, symbols, plate.sign)
        ),
    ]
    start, faint = left + _START * unit, "ink" if active or won else "faint"
    for text, y, size, ink, bold in (
        (plate.name, -0.28, letters.name, "ink", True),
        (plate.status, 0.34, letters.status, faint, False),
    ):
        shapes.append(Words(start, y * unit, text, round(size * unit, 4), ink, "start", bold))
    if plate.marked and not isinstance(plate.seat, str):
        medal = token_art(plate.seat, 0.22 * unit, symbols)
        rim = Disc(0, 0, 0.31 * unit, fill)
        shapes += [moved(shape, token + 0.28 * unit, 0.34 * unit) for shape in (rim, *medal)]
    if won:
        points = rayed(token, 0, 5, 0.34 * unit, 0.14 * unit)
        shapes.append(Area(points, "head", f"dark {seat}", 0.03 * unit))
    return tuple(shapes)
