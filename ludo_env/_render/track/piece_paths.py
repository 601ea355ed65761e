"""Motions of the pieces in an action of a race, for trails and animation."""

from __future__ import annotations

from collections.abc import Iterator

from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._families.track.effects import RaceEffects
from ludo_env._families.track.tables import YARD
from ludo_env._render.display_options import Look, last_done
from ludo_env._render.keys import Key, Piece, Trail
from ludo_env._render.shapes import Disc, Item, Shape
from ludo_env._render.track.board import drawn

XY = tuple[float, float]

_BEGAN: tuple[Shape, ...] = (Disc(0, 0, 0.34, line="last", width=0.07),)
_PASSED: tuple[Shape, ...] = (Disc(0, 0, 0.13, "last"),)
_ENDED: tuple[Shape, ...] = (Disc(0, 0, 0.46, line="last", width=0.07),)


def ways(game: Game, done: RaceEffects) -> Iterator[tuple[Key, Key | None, tuple[XY, ...], bool]]:
    """Yield the motions: pieces move from cell to cell; pieces sent to their yards follow."""
    place = drawn(game.spec.board)
    for journey in done.journeys:
        key = Piece(journey.player, journey.piece)
        cells = [place.cells[cell] for cell in journey.cells[int(journey.start > YARD) :]]
        points = tuple(at for at in cells if at is not None)
        yield key, key, points, bool(journey.cells) or journey.whose == done.player


def captured(done: RaceEffects) -> tuple[Key, ...]:
    """Return the pieces of other players that are sent off the board or converted."""
    taken = [*(one[:2] for one in done.captures), *(one[:2] for one in done.converted)]
    return tuple(Piece(player, piece) for player, piece in taken)


def trail(game: Game, record: Record, look: Look) -> Iterator[Item]:
    """Yield dots on the way of the last move, with rings at both ends."""
    done: RaceEffects | None = last_done(game, record, look)
    if done is None:
        return
    place = drawn(game.spec.board)
    for journey in done.journeys:
        if not journey.cells:
            continue
        whose = (journey.player, journey.piece)
        from_yard = journey.start <= YARD
        if from_yard:
            yard = place.yards[journey.whose]
            own = journey.whose == journey.player
            place_in_yard = yard.places[journey.piece] if own else yard.middle
            yield Item(Trail((*whose, "yard")), *place_in_yard, _BEGAN)
        *passed, last = [place.cells[cell] for cell in journey.cells]
        for number, at in enumerate(passed):
            if at is not None:
                art = _PASSED if number or from_yard else _BEGAN
                yield Item(Trail((*whose, number)), *at, art)
        if last is not None:
            yield Item(Trail((*whose, "end")), *last, _ENDED)
