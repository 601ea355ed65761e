"""A race as text: the cross with its pieces, and a line for every player."""

from __future__ import annotations

from collections.abc import Sequence

from ludo_env.core.game import Game
from ludo_env.core.machine import DECIDE, OVER
from ludo_env.core.state import Plain, Record, table
from ludo_env.render.layout import cross_layout
from ludo_env.render.paint import COLOURS, Paint, in_colour, plainly
from ludo_env.track.board import Board
from ludo_env.track.tables import YARD

_WIDTH = 3  # characters per square
_RING, _SAFE, _LANE, _HOME = " . ", " * ", " - ", " o "


def draw(game: Game, record: Record, colour: bool) -> str:
    """The board, the pieces on it, and a line for every player."""
    board: Board = game.spec.board
    s = game.layout.unpack(record)
    paint = in_colour if colour else plainly
    return "\n".join([*_grid(board, s, paint), "", *_legend(game, record, s, paint)])


def _grid(board: Board, s: Plain, paint: Paint) -> list[str]:
    layout = cross_layout(board)
    squares = [["   "] * layout.size for _ in range(layout.size)]

    def put(place: tuple[float, float], text: str, player: int | None = None) -> None:
        row, column = round(place[0]), round(place[1])
        squares[row][column] = text if player is None else paint(text, board.seats[player])

    for cell, place in enumerate(layout.cells):
        owner, lane_index = divmod(cell - board.ring, board.lane + 1)
        if cell < board.ring:
            put(place, _SAFE if cell in board.safe else _RING)
        else:
            put(place, _HOME if lane_index == board.lane else _LANE, owner)
    for player, entry in enumerate(layout.entries):
        put(entry, " > ", player)
    for player in range(board.players):
        for index, place in enumerate(layout.yards[player]):
            at_home = s.progress[player * board.pieces + index] == YARD
            put(place, f" {_letter(board, player)}{index}"[:_WIDTH] if at_home else " . ", player)
    for cell, standing in _standing(board, s).items():
        put(layout.cells[cell], _stack(board, standing), standing[0][0])
    return ["".join(row).rstrip() for row in squares]


def _standing(board: Board, s: Plain) -> dict[int, list[tuple[int, int]]]:
    """For each cell with pieces on it: (player, index) of each."""
    tables = board.tables(table)
    standing: dict[int, list[tuple[int, int]]] = {}
    for player in range(board.players):
        for index in range(board.pieces):
            progress = s.progress[player * board.pieces + index]
            if progress != YARD:
                standing.setdefault(tables.cell[player, progress], []).append((player, index))
    return standing


def _stack(board: Board, standing: Sequence[tuple[int, int]]) -> str:
    """One piece by letter and number, several of a colour by count, a mixed crowd by letters."""
    players = sorted({player for player, _ in standing})
    if len(standing) == 1:
        player, index = standing[0]
        return f" {_letter(board, player)}{index}"
    if len(players) == 1:
        return f"{len(standing)}x{_letter(board, players[0])}"
    letters = "".join(_letter(board, player) for player in players)
    return letters[:_WIDTH].ljust(_WIDTH) if len(letters) <= _WIDTH else f"{letters[:2]}+"


def _legend(game: Game, record: Record, s: Plain, paint: Paint) -> list[str]:
    board: Board = game.spec.board
    lines = []
    text = dict(word.split("=") for word in game.position(record).split())
    for player, seat in enumerate(board.seats):
        mark = ">" if s.phase == DECIDE and s.seat == player else " "
        if s.phase == OVER and board.sides[player] == s.winner:
            mark = "*"
        name = f"player_{player} {COLOURS[seat % len(COLOURS)]:6}"
        pieces = text[f"p{seat}"]
        dice = f"  dice {text['dice']}" if mark == ">" else ""
        lines.append(f"{mark} {paint(name, seat)}  {pieces}{dice}")
    known = {f"p{seat}" for seat in board.seats} | {"turn", "dice"}
    rest = [f"{key}={value}" for key, value in text.items() if key not in known]
    return [*lines, "  " + " ".join(rest)] if rest else lines


def _letter(board: Board, player: int) -> str:
    return COLOURS[board.seats[player] % len(COLOURS)][0].upper()
