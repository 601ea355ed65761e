"""A race as shapes: pieces, marks of rules, players and dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import hypot
from string import ascii_uppercase

from ludo_env._engine.effects import decision_of
from ludo_env._engine.family import DECIDE, OVER
from ludo_env._engine.game import Game
from ludo_env._engine.overlay import BONUS, CAPTIVE, CAPTURED, LABEL, LOCKED, NOTE, Mark
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
    Count,
    Key,
    Label,
    Locked,
    Piece,
    Prison,
    Target,
    Yard,
)
from ludo_env._render.paint.colours import COLOURS
from ludo_env._render.piece_shapes import (
    bars_art,
    count_art,
    halo_of,
    haloed,
    label_art,
    lock_art,
    piece_art,
    rosette_art,
    target_art,
    token_art,
)
from ludo_env._render.player_strip import Plate, Tray, strip, strip_height
from ludo_env._render.player_view import has_hands, words_seen
from ludo_env._render.shapes import Item, Scene, Spot
from ludo_env._render.track.board import Drawn, drawn
from ludo_env._render.track.jumps import jumps
from ludo_env._render.track.occupants import pieces_of
from ludo_env._render.track.piece_paths import trail
from ludo_env._render.track.piece_places import Standing, standings
from ludo_env._render.track.prison import prison_art, prison_of

# The radius of a capture marker in the middle of a yard, and on the frame if there is no room.
_TOKEN, _SMALL_TOKEN = 0.46, 0.26
_HAND = 5
_NEAR = 0.5  # from the middle of a square to the items on it

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
        *_labels(place, marks),
        *jumps(board, marks),
        *trail(game, record, look),
        *_prisons(place, marks),
        *_tokens(board, place, marks, look.symbols),
        *_targets(place, standing, look),
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
        place.signed if look.symbols else place.shapes,
        (*items, *below.items),
        (*place.spots, *spots, *below.spots),
    )


def choices(game: Game, record: Record) -> Iterator[tuple[int, Key | None, Key | None]]:
    """Yield each legal action: its number, the key of the piece, the key of its target."""
    tables, decision = game.plain.tables, decision_of(game, record)
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
    """Yield a rosette on each square that earns another roll."""
    for mark in marks:
        at = place.ends[mark.at] if mark.kind == BONUS else None
        if at is not None:
            yield Item(Bonus(mark.at), *at, rosette_art())


def _labels(place: Drawn, marks: tuple[Mark, ...]) -> Iterator[Item]:
    """Yield the texts that rules write on cells."""
    for mark in marks:
        at = place.ends[mark.at] if mark.kind == LABEL else None
        if at is not None:
            yield Item(Label(mark.at), *at, label_art(mark.words))


def _tokens(
    board: RaceBoard, place: Drawn, marks: tuple[Mark, ...], symbols: bool
) -> Iterator[Item]:
    """Yield the capture marker of each player who has captured, in the middle of the yard."""
    jailers = {mark.of for mark in marks if mark.kind == CAPTIVE}
    for player in sorted({mark.at for mark in marks if mark.kind == CAPTURED}):
        yard, radius = place.yards[player], _TOKEN
        x, y = yard.middle
        room = min(hypot(x - a, y - b) for a, b in yard.places) - yard.radius
        if room < 1.4 * _TOKEN or player in jailers:  # something else is in the middle
            y, radius = round(yard.top, 4), _SMALL_TOKEN
        yield Item(Captured(player), x, y, token_art(board.seats[player], radius, symbols))


def _prisons(place: Drawn, marks: tuple[Mark, ...]) -> Iterator[Item]:
    """Yield the box of each prison with prisoners."""
    held = Counter(mark.of for mark in marks if mark.kind == CAPTIVE)
    for captor, count in sorted(held.items()):
        prison = prison_of(place.yards[captor], count)
        yield Item(Prison(captor), *prison.middle, prison_art(prison))


def _targets(place: Drawn, standing: dict[Piece, Standing], look: Look) -> Iterator[Item]:
    """Yield marks at the highlighted ends of moves: a dot, or corners if something is there."""
    if not look.targets:
        return
    at: dict[Key, XY] = {spot.key: (spot.x, spot.y) for spot in place.spots}
    for cell in place.piles:
        at[Cell(cell)] = place.ends[cell] or (0, 0)  # no cell without a place has a column
    for key in look.targets:
        if key in at:
            x, y = at[key]
            taken = isinstance(key, Cell) and (
                key.cell in place.special
                or any(
                    abs(one.x - x) < _NEAR and abs(one.y - y) < _NEAR for one in standing.values()
                )
            )
            yield Item(Target(key), x, y, target_art(bool(look.chosen), not taken))


def _pieces(board: RaceBoard, standing: dict[Piece, Standing], look: Look) -> Iterator[Item]:
    """Yield all pieces, and on the uppermost of each pile its count."""
    for key, at in standing.items():
        came_as = None if key.player == at.owner else board.seats[key.player]
        seat, number = board.seats[at.owner], str(key.index)
        art = piece_art(seat, number, at.radius, look.symbols, came_as, at.lean)
        halo = halo_of(key, look)
        yield Item(key, at.x, at.y, haloed(art, at.radius, halo) if halo else art)
        if at.pile:
            count = Count(key.player, key.index)
            yield Item(count, at.x, at.y, count_art(at.pile, at.radius, at.lean))


def _bolts(
    board: RaceBoard, standing: dict[Piece, Standing], marks: tuple[Mark, ...]
) -> Iterator[Item]:
    """Yield the items in front of pieces: bars for prisoners, bolts for locked pieces."""
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
    # If a lane is a row of places to fill, a piece has arrived on any of them.
    arrived = board.ring if game.facts.slots else board.finish
    plates, owned = [], pieces_of(game, s)
    for player, seat in enumerate(board.seats):
        pieces = [s.progress[piece] for piece in owned[player]]
        home = sum(progress >= arrived for progress in pieces)
        notes = [mark.words for mark in marks if mark.kind == NOTE and mark.at == player]
        team = f" {ascii_uppercase[board.sides[player]]}" if board.teams else ""
        status = ", ".join([f"{home}/{len(pieces)} home", *notes])
        marked = any(mark.kind == CAPTURED and mark.at == player for mark in marks)
        plates.append(Plate(seat, COLOURS[seat % len(COLOURS)] + team, status, marked=marked))
    return plates


def _slots(game: Game) -> int:
    """Return the number of dice or cards that always have room beside the players."""
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
