"""A grid game as text: the cells with their units, and a line for every player."""

from __future__ import annotations

from ludo_env._engine.family import DECIDE, OVER
from ludo_env._engine.game import Game
from ludo_env._engine.plurals import counted
from ludo_env._engine.state import Plain, Record
from ludo_env._families.grid.board import ATTACKING, DEFENDER, DEFENDING, EMPTY, NOWHERE, Board
from ludo_env._render.grid.signs import ROLES, worn
from ludo_env._render.paint.colours import Paint, in_colour, plainly

# The meanings of signs: the sign, the pattern that finds it in a picture, and the words.
SIGNS = (
    ("A", r"(?<!\S)A(?!\S)", "Attacker"),
    ("D", r"(?<!\S)D(?!\S)", "Defender"),
    ("###", r"###", "General"),
    ("~", r"~", "Moat"),
    (":", r"(?<!\S):(?!\S)", "garrison"),
)
_LETTERS = {ATTACKING: " A ", DEFENDING: " D "}


def draw(game: Game, record: Record, colour: bool, viewer: int | None = None) -> str:
    """Return the grid, the units on it, and a line for each player."""
    board: Board = game.spec.board
    s = game.layout.unpack(record)
    paint = in_colour if colour else plainly
    return "\n".join([*_grid(board, s, paint), "", *_legend(game, record, s, paint)])


def _grid(board: Board, s: Plain, paint: Paint) -> list[str]:
    lines = [
        "   "
        + "".join(f"{board.column_name(column):^3}" for column in range(board.columns)).rstrip()
    ]
    for row in range(board.rows):
        cells = range(row * board.columns, (row + 1) * board.columns)
        squares = [_square(board, s, cell, paint) for cell in cells]
        lines.append(f"{board.row_name(row):>2} " + "".join(squares).rstrip())
    return lines


def _square(board: Board, s: Plain, cell: int, paint: Paint) -> str:
    """Return the letter of a unit; else # for the General, ~ for the Moat, : for a garrison."""
    unit = s.board[cell]
    if unit != EMPTY:
        return paint(_LETTERS[unit], worn(s, unit - 1))
    if cell in board.general:
        return paint("###", worn(s, DEFENDER))
    if cell in board.moat:
        return " ~ "
    for garrison, owner in zip(board.garrisons, board.owners, strict=True):
        if cell in garrison:
            return paint(" : ", worn(s, owner))
    return " . "


def _legend(game: Game, record: Record, s: Plain, paint: Paint) -> list[str]:
    text = dict(word.split("=") for word in game.position(record).split())
    board: Board = game.spec.board
    lines = []
    for player in range(game.players):
        mark = ">" if s.phase == DECIDE and s.seat == player else " "
        if s.phase == OVER and s.winner == player:
            mark = "*"
        name = paint(board.colours[player], board.colours[player])
        if s.attacker != NOWHERE:
            role = int(player != s.attacker)
            name = paint(f"{board.colours[player]} {ROLES[role]}", worn(s, role))
            name += f" {counted(s.units[role], 'unit'):>8}"
        die = f"  die {text['die']}" if mark == ">" and "die" in text else ""
        lines.append(f"{mark} player_{player} {name}{die}".rstrip())
    rest = [f"{key}={text[key]}" for key in text if key not in ("board", "attacker", "turn", "die")]
    return [*lines, "  " + " ".join(rest)]
