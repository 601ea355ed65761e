"""A race as shapes: pieces, marks of rules, players and dice."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from string import ascii_uppercase

from ludo_env._engine.effects import Decision
from ludo_env._engine.family import DECIDE, OVER
from ludo_env._engine.game import Game
from ludo_env._engine.overlay import BONUS, CAPTIVE, CAPTURED, JUMP, LOCKED, NOTE, Mark
from ludo_env._engine.state import Plain, Record
from ludo_env._families.track.actions import numbers_of
from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._families.track.tables import RANSOM, YARD
from ludo_env._render.display_options import Look
from ludo_env._render.keys import (
    Bonus,
    Captive,
    Captured,
    Cell,
    Jump,
    Key,
    Locked,
    Piece,
    Target,
    Yard,
)
from ludo_env._render.paint.colours import COLOURS
from ludo_env._render.piece_shapes import (
    bars_art,
    hue,
    lock_art,
    piece_art,
    pointed_out,
    rosette_art,
    target_art,
)
from ludo_env._render.player_strip import Plate, Tray, strip, strip_height
from ludo_env._render.player_view import has_hands, words_seen
from ludo_env._render.shapes import Disc, Item, Scene, Spot
from ludo_env._render.track.board import Drawn, drawn
from ludo_env._render.track.occupants import pieces_of
from ludo_env._render.track.piece_paths import trail
from ludo_env._render.track.piece_places import Standing, standings

_TOKEN = 0.22  # the radius of a capture marker
_HAND = 5

XY = tuple[float, float]


def scene(game: Game, record: Record, look: Look) -> Scene:
    """Return the board with its pieces, and the strip below."""
    board: RaceBoard = game.spec.board
    s = game.layout.unpack(record)
    place = drawn(board)
    marks: tuple[Mark, ...] = game.plain.laws.overlay(s, ())
    standing = standings(game, s, marks)
    items = [
        *_rosettes(place, marks),
        *_jumps(place, marks),
        *trail(game, record, look),
        *_tokens(board, place, marks),
        *_targets(place, look),
        *_pieces(board, standing, look),
        *_bolts(board, standing, marks),
    ]
    below = strip(
        place.width,
        place.height,
        _plates(game, s, marks),
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


def choices(game: Game, record: Record) -> Iterator[tuple[int, Key | None, Key | None]]:
    """Yield each legal action: its number, the key of the piece, the key of its target."""
    tables, decision = game.plain.tables, Decision(game, record)
    numbers, notes = numbers_of(tables, game.facts), decision.notes
    for action in decision.legal:
        if action >= numbers.moves:
            yield action, None, None
            continue
        player, piece = numbers.piece(tables, decision.state.colour, action)
        target: Key | None = Yard(player) if notes[action] == RANSOM else None
        if notes[action] > YARD:
            target = Cell(int(tables.cell[player, notes[action]]))
        yield action, Piece(player, piece), target


def _rosettes(place: Drawn, marks: tuple[Mark, ...]) -> Iterator[Item]:
    """Return a rosette on each square that earns another roll."""
    for mark in marks:
        at = place.ends[mark.at] if mark.kind == BONUS else None
        if at is not None:
            yield Item(Bonus(mark.at), *at, rosette_art())


def _jumps(place: Drawn, marks: tuple[Mark, ...]) -> Iterator[Item]:
    """Return a dotted line from the square that carries pieces on to its target."""
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
                Jump(mark.at, dot),
                round(start[0] + share * across, 4),
                round(start[1] + share * down, 4),
                art,
            )


def _tokens(board: RaceBoard, place: Drawn, marks: tuple[Mark, ...]) -> Iterator[Item]:
    """Return the capture marker: a small disc of the colour in the middle of its yard."""
    for player in sorted({mark.at for mark in marks if mark.kind == CAPTURED}):
        yard = place.yards[player]
        x, y = yard.middle
        if min(hypot(x - a, y - b) for a, b in yard.places) < _TOKEN + yard.radius:
            y = yard.top + 0.25  # a piece has its place in the middle
        seat = hue(board.seats[player])
        art = (Disc(0, 0, _TOKEN, f"seat {seat}", f"dark {seat}", 0.05),)
        yield Item(Captured(player), x, round(y, 4), art)


def _targets(place: Drawn, look: Look) -> Iterator[Item]:
    """Return marks at the highlighted ends of moves."""
    at: dict[Key, XY] = {spot.key: (spot.x, spot.y) for spot in place.spots}
    for cell in place.piles:
        at[Cell(cell)] = place.ends[cell] or (0, 0)  # no cell without a place has a column
    for key in look.targets:
        if key in at:
            yield Item(Target(key), *at[key], target_art(bool(look.chosen)))


def _pieces(board: RaceBoard, standing: dict[Piece, Standing], look: Look) -> Iterator[Item]:
    """Return all pieces, those further down in front."""
    for key, at in sorted(standing.items(), key=lambda piece: (piece[1].y, piece[1].x)):
        came_as = None if key.player == at.owner else board.seats[key.player]
        art = piece_art(board.seats[at.owner], str(key.index), at.radius, look.symbols, came_as)
        art = (*art, *pointed_out(key, at.radius, look))
        yield Item(key, at.x, at.y, art)


def _bolts(
    board: RaceBoard, standing: dict[Piece, Standing], marks: tuple[Mark, ...]
) -> Iterator[Item]:
    """Return what is in front of pieces: bars before prisoners, a bolt over locked ones."""
    for mark in marks:
        if mark.kind not in (CAPTIVE, LOCKED):
            continue
        player, index = divmod(mark.at, board.pieces)
        at = standing[Piece(player, index)]
        if mark.kind == CAPTIVE:
            yield Item(Captive(player, index), at.x, at.y, bars_art(at.radius))
        else:
            yield Item(Locked(player, index), at.x, at.y, lock_art(at.radius))


def _plates(game: Game, s: Plain, marks: tuple[Mark, ...]) -> list[Plate]:
    board: RaceBoard = game.spec.board
    # Where a lane is a row of places to fill, a piece has arrived on any of them.
    arrived = board.ring if game.facts.slots else board.finish
    plates, owned = [], pieces_of(game, s)
    for player, seat in enumerate(board.seats):
        pieces = [s.progress[piece] for piece in owned[player]]
        home = sum(progress >= arrived for progress in pieces)
        notes = [mark.words for mark in marks if mark.kind == NOTE and mark.at == player]
        team = f" {ascii_uppercase[board.sides[player]]}" if board.teams else ""
        status = ", ".join([f"{home}/{len(pieces)} home", *notes])
        plates.append(Plate(seat, COLOURS[seat % len(COLOURS)] + team, status))
    return plates


def _slots(game: Game) -> int:
    """Return how many dice, or cards, always have room beside the players."""
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
