"""A race as shapes: the pieces where they stand, what rules add, the players and their dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ludo_env.core.game import Game
from ludo_env.core.machine import DECIDE, OVER
from ludo_env.core.marks import CAPTIVE, CAPTURED, JUMP, LOCKED, NOTE, Mark
from ludo_env.core.state import Plain, Record
from ludo_env.render.look import Look
from ludo_env.render.paint import COLOURS
from ludo_env.render.pieces import bars_art, halo_art, hue, lock_art, piece_art, spread, target_art
from ludo_env.render.seen import has_hands, words_seen
from ludo_env.render.shapes import Disc, Item, Scene, Spot
from ludo_env.render.strip import Plate, Tray, strip, strip_height
from ludo_env.render.track_board import Drawn, drawn
from ludo_env.render.walks import walk
from ludo_env.track.boards import RaceBoard
from ludo_env.track.numbers import numbers_of
from ludo_env.track.tables import RANSOM, YARD

_TEAMS = "ABCDEFGHIJKL"
_HAND = 5
_CAPTIVE = 0.27  # the radius of a prisoner


class Standing(NamedTuple):
    """Where a piece is drawn."""

    x: float
    y: float
    radius: float
    spot: str  # the key of the cell or yard


def scene(game: Game, record: Record, look: Look) -> Scene:
    """The board, what stands on it, and the strip below."""
    board: RaceBoard = game.spec.board
    s = game.layout.unpack(record)
    place = drawn(board)
    marks: tuple[Mark, ...] = game.plain.laws["overlay"](s, ())
    standing = standings(board, game, s, marks)
    items = [
        *_jumps(place, marks),
        *_trail(game, place, s, look),
        *_tokens(board, place, marks),
        *_targets(place, look),
        *_pieces(board, standing, look),
        *_bolts(board, standing, marks),
    ]
    below = strip(
        place.width,
        place.height,
        _plates(board, s, marks),
        _tray(game, record, look),
        _slots(game),
        look.symbols,
    )
    spots = [Spot(key, at.x, at.y, at.radius, at.radius) for key, at in standing.items()]
    return Scene(
        place.width,
        round(place.height + strip_height(place.width, board.players, _slots(game)), 4),
        place.shapes,
        (*items, *below.items),
        (*place.spots, *spots, *below.spots),
    )


def standings(
    board: RaceBoard, game: Game, s: Plain, marks: tuple[Mark, ...]
) -> dict[str, Standing]:
    """Where each piece is drawn, by its key; those on the same place share it."""
    place = drawn(board)
    captors = {mark.at: mark.of for mark in marks if mark.kind == CAPTIVE}
    found: dict[str, Standing] = {}
    crowds: dict[int, list[str]] = {}
    held: dict[int, list[str]] = {}
    for player, count in enumerate(board.counts):
        for index in range(count):
            piece = player * board.pieces + index
            key, progress = f"piece {player} {index}", s.progress[piece]
            if piece in captors:
                held.setdefault(captors[piece], []).append(key)
            elif progress == YARD:
                yard = place.yards[player]
                found[key] = Standing(*yard.places[index], yard.radius, f"yard {player}")
            else:
                crowds.setdefault(int(game.plain.tables.cell[player, progress]), []).append(key)
    for cell, keys in crowds.items():
        middle = place.cells[cell]
        if middle is None:
            continue
        radius, places = spread(len(keys), place.rooms[cell])
        for key, (x, y) in zip(keys, places, strict=True):
            at = round(middle[0] + x, 4), round(middle[1] + y, 4)
            found[key] = Standing(*at, radius, f"cell {cell}")
    for captor, keys in held.items():
        for key, at in zip(keys, _cells_of_prison(place, captor, len(keys)), strict=True):
            found[key] = Standing(*at, _CAPTIVE, f"yard {captor}")
    return found


def choices(game: Game, record: Record) -> Iterator[tuple[int, str, str]]:
    """Of each legal action: its number, the key of the piece, the key of where that lands."""
    if int(record["phase"][0]) != DECIDE:
        return
    board: RaceBoard = game.spec.board
    tables = game.plain.tables
    s = game.layout.unpack(record)
    mask, notes, found = game.scratch()
    count = game.plain.machine.find(s, mask, notes, found)
    numbers = numbers_of(tables, game.facts)
    for action in sorted(int(action) for action in found[:count]):
        if action >= numbers.moves:
            yield action, "", ""
            continue
        index, _, _ = numbers.parts(action)
        player = (s.colour + index // board.pieces) % board.players
        target = f"yard {player}" if notes[action] == RANSOM else ""
        if notes[action] > YARD:
            target = f"cell {tables.cell[player, notes[action]]}"
        yield action, f"piece {player} {index % board.pieces}", target


def ways(
    game: Game, before: Record, after: Record
) -> Iterator[tuple[str, str, tuple[tuple[float, float], ...], bool]]:
    """Pieces walk from cell to cell; those that others send to their yards go after them."""
    board: RaceBoard = game.spec.board
    place = drawn(board)
    old, new = game.layout.unpack(before), game.layout.unpack(after)
    for piece, (start, end) in enumerate(zip(old.progress, new.progress, strict=True)):
        if start == end:
            continue
        player, index = divmod(piece, board.pieces)
        key = f"piece {player} {index}"
        passed = _passed(game, player, start, end) if end > YARD else ()
        cells = [place.cells[cell] for cell in passed[int(start > YARD) :]]
        points = tuple(at for at in cells if at is not None)
        yield key, key, points, end > YARD or player == old.seat


def _passed(game: Game, player: int, start: int, end: int) -> tuple[int, ...]:
    """The cells from one progress to another."""
    cell = game.plain.tables.cell
    first = game.spec.board.entry(player) if start <= YARD else int(cell[player, start])
    return walk(game.spec.board, first, int(cell[player, end]))


def _cells_of_prison(place: Drawn, captor: int, count: int) -> list[tuple[float, float]]:
    """In a row along the lower side of the captor's yard."""
    yard = place.yards[captor]
    pitch = min(2.3 * _CAPTIVE, (yard.width - 2.6 * _CAPTIVE) / max(1, count - 1))
    middle, low = yard.middle[0], yard.top + yard.height - 0.35 - 1.3 * _CAPTIVE
    return [
        (round(middle + (index - (count - 1) / 2) * pitch, 4), round(low, 4))
        for index in range(count)
    ]


def _jumps(place: Drawn, marks: tuple[Mark, ...]) -> Iterator[Item]:
    """A dotted line from the square that carries pieces on to where they come."""
    for mark in marks:
        start = place.cells[mark.at] if mark.kind == JUMP else None
        end = place.cells[mark.of] if mark.kind == JUMP else None
        if start is None or end is None:
            continue
        across, down = end[0] - start[0], end[1] - start[1]
        dots = max(2, round((across**2 + down**2) ** 0.5 / 0.45))
        for dot in range(dots + 1):
            share = dot / dots
            art = (Disc(0, 0, 0.05 + 0.06 * share, "danger"),)
            yield Item(
                f"jump {mark.at} {dot}",
                round(start[0] + share * across, 4),
                round(start[1] + share * down, 4),
                art,
            )


def _trail(game: Game, place: Drawn, s: Plain, look: Look) -> Iterator[Item]:
    """Dots on the way of whatever has moved last, and a ring where it began."""
    if look.before is None:
        return
    board: RaceBoard = game.spec.board
    before = game.layout.unpack(look.before)
    for piece, (old, new) in enumerate(zip(before.progress, s.progress, strict=True)):
        if old == new or new <= YARD:
            continue
        player, index = divmod(piece, board.pieces)
        cells = _passed(game, player, old, new)
        for number, cell in enumerate(cells[:-1]):
            at = place.cells[cell]
            if at is not None:
                art = (
                    (Disc(0, 0, 0.34, line="last", width=0.07),)
                    if not number
                    else (Disc(0, 0, 0.13, "last"),)
                )
                yield Item(f"trail {piece} {number}", *at, art)
        at = place.cells[cells[-1]]
        if old <= YARD:
            yield Item(
                f"trail {piece} yard",
                *place.yards[player].places[index],
                (Disc(0, 0, 0.34, line="last", width=0.07),),
            )
        if at is not None:
            yield Item(f"trail {piece} end", *at, (Disc(0, 0, 0.46, line="last", width=0.07),))


def _tokens(board: RaceBoard, place: Drawn, marks: tuple[Mark, ...]) -> Iterator[Item]:
    """The capture marker: a small disc of the colour in the middle of its yard."""
    for player in sorted({mark.at for mark in marks if mark.kind == CAPTURED}):
        yard = place.yards[player]
        x, y = yard.middle
        if (
            min(abs(x - a) + abs(y - b) for a, b in yard.places) < 0.5
        ):  # a piece has its place there
            y = yard.top + 0.25
        seat = hue(board.seats[player])
        art = (Disc(0, 0, 0.22, f"seat {seat}", f"dark {seat}", 0.05),)
        yield Item(f"captured {player}", x, round(y, 4), art)


def _targets(place: Drawn, look: Look) -> Iterator[Item]:
    """Where moves end that are pointed out."""
    at = {spot.key: spot for spot in place.spots}
    for key in look.targets:
        if key in at:
            yield Item(f"target {key}", at[key].x, at[key].y, target_art(bool(look.chosen)))


def _pieces(board: RaceBoard, standing: dict[str, Standing], look: Look) -> Iterator[Item]:
    """All pieces, those further down in front."""
    sources, captures = set(look.sources), set(look.captures)
    for key, at in sorted(standing.items(), key=lambda piece: (piece[1].y, piece[1].x)):
        _, player, index = key.split()
        seat = board.seats[int(player)]
        art = piece_art(seat, index, at.radius, look.symbols)
        if key == look.chosen:
            art = (
                *art,
                *halo_art(at.radius),
                Disc(0, 0, 1.2 * at.radius + 0.03, line="accent", width=0.1),
            )
        elif key in captures:
            art = (*art, *halo_art(at.radius, "danger"))
        elif key in sources:
            art = (*art, *halo_art(at.radius))
        yield Item(key, at.x, at.y, art)


def _bolts(
    board: RaceBoard, standing: dict[str, Standing], marks: tuple[Mark, ...]
) -> Iterator[Item]:
    """What stands in front of pieces: bars before prisoners, a bolt over locked ones."""
    for mark in marks:
        if mark.kind not in (CAPTIVE, LOCKED):
            continue
        player, index = divmod(mark.at, board.pieces)
        at = standing[f"piece {player} {index}"]
        art = bars_art(at.radius) if mark.kind == CAPTIVE else lock_art(at.radius)
        yield Item(f"{mark.kind} {player} {index}", at.x, at.y, art)


def _plates(board: RaceBoard, s: Plain, marks: tuple[Mark, ...]) -> list[Plate]:
    plates = []
    for player, seat in enumerate(board.seats):
        first = player * board.pieces
        pieces = s.progress[first : first + board.counts[player]]
        home = sum(progress == board.finish for progress in pieces)
        notes = [mark.words for mark in marks if mark.kind == NOTE and mark.at == player]
        team = f" {_TEAMS[board.sides[player]]}" if board.teams else ""
        told = ", ".join([f"{home}/{len(pieces)} home", *notes])
        plates.append(Plate(seat, COLOURS[hue(seat)] + team, told))
    return plates


def _slots(game: Game) -> int:
    """How many dice, or cards, there is always room for beside the players."""
    return _HAND if has_hands(game) else 2


def _tray(game: Game, record: Record, look: Look) -> Tray:
    phase, seat = int(record["phase"][0]), int(record["seat"][0])
    if phase == OVER:
        gains = game.returns(record)
        return Tray(winners=tuple(player for player, gain in enumerate(gains) if gain > 0))
    if phase != DECIDE:
        return Tray()
    faces = words_seen(game, record, look.viewer).get("dice", "")
    return Tray(seat, (), tuple(filter(None, faces.split(","))), plain=not has_hands(game))
