"""A grid game as shapes: the General, the Moat, the garrisons, the units, and the two players."""

from __future__ import annotations

from collections.abc import Iterator

from ludo_env._engine.effects import decision_of
from ludo_env._engine.family import DECIDE, OVER
from ludo_env._engine.game import Game
from ludo_env._engine.overlay import HIT, NOTE, Mark
from ludo_env._engine.plurals import counted
from ludo_env._engine.state import Plain, Record
from ludo_env._families.grid.board import ATTACKER, DEFENDER, EMPTY, NOWHERE, Board
from ludo_env._families.grid.effects import GridEffects
from ludo_env._families.grid.landing import ending
from ludo_env._families.grid.units import player_of
from ludo_env._render import keys
from ludo_env._render.display_options import Look, last_done
from ludo_env._render.grid.board import Drawn, centre_of, drawn, general
from ludo_env._render.grid.signs import RADIUS, ROLES, sign, unit_art, worn
from ludo_env._render.keys import Cell
from ludo_env._render.piece_shapes import halo_of, haloed, target_art
from ludo_env._render.player_strip import Plate, Tray, strip, strip_height
from ludo_env._render.player_view import words_seen
from ludo_env._render.shapes import Disc, Item, Scene, Shape, box


def scene(game: Game, record: Record, look: Look) -> Scene:
    """Return the grid with its units, and the strip below."""
    board: Board = game.spec.board
    s = game.layout.unpack(record)
    place = drawn(board)
    marks: tuple[Mark, ...] = game.plain.laws.overlay(s, ())
    items = [
        *([general(board, worn(s, DEFENDER))] if board.general else ()),
        *_hits(board, place, s, marks),
        *_trail(game, record, s, look),
        *_targets(board, place, s, look),
        *_units(place, s, look),
    ]
    below = strip(
        place.width,
        place.height,
        _plates(s, marks),
        _tray(game, record, s, look),
        1,
        look.symbols,
    )
    return Scene(
        place.width,
        round(place.height + strip_height(place.width, board.players, 1), 4),
        place.shapes,
        (*items, *below.items),
        (*place.spots, *below.spots),
    )


def choices(game: Game, record: Record) -> Iterator[tuple[int, keys.Key | None, keys.Key | None]]:
    """Yield each legal action: its number, the key of the cell chosen, the key of its target."""
    tables, decision = game.plain.tables, decision_of(game, record)
    ends = ending(tables)
    for action in decision.legal:
        if action < tables.first_source:
            yield action, Cell(action // tables.ways), Cell(int(ends(decision.state, action)))
        elif action < tables.first_target:
            yield action, Cell(action - tables.first_source), None
        elif action < tables.first_word:
            yield action, None, Cell(action - tables.first_target)
        else:
            yield action, None, None


def _hits(board: Board, place: Drawn, s: Plain, marks: tuple[Mark, ...]) -> Iterator[Item]:
    """Yield a row of discs under the crown: one for each hit needed, landed ones filled."""
    for mark in marks:
        if mark.kind != HIT or not board.general:
            continue
        x, y = centre_of(board, place.cells)
        for number in range(mark.of):
            at = round(x + 0.42 * (number - (mark.of - 1) / 2), 4)
            fill = "danger" if number < mark.at else "tile"
            art = (Disc(0, 0, 0.14, fill, f"dark {worn(s, DEFENDER)}", 0.04),)
            yield Item(keys.Hit(number), at, round(y + 0.62, 4), art)


def _trail(game: Game, record: Record, s: Plain, look: Look) -> Iterator[Item]:
    """Yield the last move: a ring where a unit left, and a frame where one arrived."""
    done: GridEffects | None = last_done(game, record, look)
    if done is None:
        return
    place = drawn(game.spec.board)
    fallen = [cell for cell in done.lot if s.board[cell] == EMPTY]
    for cell in sorted({*fallen, *(change.cell for change in done.changes)}):
        left: tuple[Shape, ...] = (Disc(0, 0, 0.3, line="last", width=0.08),)
        come: tuple[Shape, ...] = (box(-0.45, -0.45, 0.9, 0.9, "", "last", 0.1, 0.1),)
        yield Item(
            keys.Trail((cell,)), *place.cells[cell], left if s.board[cell] == EMPTY else come
        )


def _targets(board: Board, place: Drawn, s: Plain, look: Look) -> Iterator[Item]:
    """Yield marks at the highlighted ends of moves: a dot, or corners if something is there."""
    signed = {cell for garrison in board.garrisons for cell in garrison} | set(board.general)
    for key in look.targets:
        if isinstance(key, Cell):
            free = s.board[key.cell] == EMPTY and key.cell not in signed
            art = target_art(bool(look.chosen), free)
            yield Item(keys.Target(key), *place.cells[key.cell], art)


def _units(place: Drawn, s: Plain, look: Look) -> Iterator[Item]:
    for cell, unit in enumerate(s.board):
        if unit == EMPTY:
            continue
        key = Cell(cell)
        art = unit_art(worn(s, unit - 1), unit)
        # The unit on the source has been chosen by the first of two choices.
        halo = "chosen" if cell == s.source else halo_of(key, look)
        yield Item(keys.Unit(cell), *place.cells[cell], haloed(art, RADIUS, halo) if halo else art)


def _plates(s: Plain, marks: tuple[Mark, ...]) -> list[Plate]:
    """Return the plates by player: the colour, and the role once it is known."""
    if s.attacker == NOWHERE:
        return [
            Plate(colour, colour, "chooses a role" if player == s.seat else "takes the other")
            for player, colour in enumerate(Board.colours)
        ]
    plates = {}
    for role in (ATTACKER, DEFENDER):
        notes = [mark.words for mark in marks if mark.kind == NOTE and mark.at == role]
        status = ", ".join([counted(s.units[role], "unit"), *notes])
        colour = worn(s, role)
        name, art = f"{colour} {ROLES[role]}", sign(role + 1, 1 / RADIUS)
        plates[int(player_of(s, role))] = Plate(colour, name, status, art)
    return [plates[player] for player in sorted(plates)]


def _tray(game: Game, record: Record, s: Plain, look: Look) -> Tray:
    if s.phase == OVER:
        gains = game.returns(record)
        return Tray(winners=tuple(player for player, gain in enumerate(gains) if gain > 0))
    if s.phase != DECIDE:
        return Tray()
    die = words_seen(game, record, look.viewer).get("die", "")
    return Tray(int(s.seat), (), (die,) if die else ())
