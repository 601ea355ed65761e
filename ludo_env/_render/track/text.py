"""A race as text: the board with its pieces, and a line for every player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludo_env._engine.family import DECIDE, OVER
from ludo_env._engine.game import Game
from ludo_env._engine.overlay import BONUS
from ludo_env._engine.state import Plain, Record
from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._families.track.graph.board import GraphBoard
from ludo_env._render.layout.layout import layout_of
from ludo_env._render.layout.places import Pile
from ludo_env._render.layout.text_grid import WIDTH, Spot, spots_of
from ludo_env._render.paint.colours import COLOURS, Paint, in_colour, plainly
from ludo_env._render.player_view import faces_left, has_hands, words_seen
from ludo_env._render.track.occupants import Piece, placed, yard_places

_RING, _SAFE, _LANE, _HOME, _ENTRY, _BAR = " . ", " * ", " - ", " o ", " > ", " = "
_BONUS = " + "
# The meanings of signs: the sign, the pattern that finds it in a picture, and the words.
SIGNS = (
    (".", r"(?<!\S)\.(?!\S)", "square"),
    ("*", r"(?<!\S)\*(?!\S)", "safe"),
    ("+", r"(?<!\S)\+(?!\S)", "rolls again"),
    (">", r"(?<!\S)>(?!\S)", "start"),
    ("-", r"(?<!\S)-(?!\S)", "lane"),
    ("o", r"(?<!\S)o(?!\S)", "home"),
    ("=", r"(?<!\S)=(?!\S)", "bar"),
    ("G1", r"[A-Z]\d", "piece 1 of green"),
    ("2xG", r"\dx[A-Z]", "two of green"),
    ("y", r"(?<![a-z])y(?![a-z])", "yard"),
    ("h0", r"(?<![a-z])h\d", "in the lane"),
    ("f", r"(?<![a-z])f(?![a-z])", "finished"),
    ("x0", r"(?<![a-z0-9])x\d", "held by player_0"),
)
_HIGH = 5  # pieces that are shown one behind the other in a column


def draw(game: Game, record: Record, colour: bool, viewer: int | None = None) -> str:
    """Return the board and a line for each player; `viewer` sees no cards but their own."""
    return _drawn(game, record, colour, viewer, 0)


def draw_for_people(game: Game, record: Record, colour: bool, viewer: int | None = None) -> str:
    """Return the same as `draw`, with pieces counted from 1 and without spent dice."""
    return _drawn(game, record, colour, viewer, 1)


def _drawn(game: Game, record: Record, colour: bool, viewer: int | None, first: int) -> str:
    """Return the text; `first` is the number of the first piece."""
    s = game.layout.unpack(record)
    paint = in_colour if colour else plainly
    legend = _legend(game, record, s, paint, viewer, spent=not first)
    return "\n".join([*_picture(game, s, paint, first), "", *legend])


def _picture(game: Game, s: Plain, paint: Paint, first: int) -> list[str]:
    board: RaceBoard = game.spec.board
    spots = spots_of(board)
    squares: dict[Spot, str] = {}

    def put(spot: Spot | None, text: str, player: int | None = None) -> None:
        if spot is not None:
            squares[spot] = text if player is None else paint(text, board.seats[player])

    safe = board.safe_cells
    for cell, spot in enumerate(spots.cells):
        owner, lane_index = divmod(cell - board.ring, board.lane + 1)
        if cell < board.ring:
            put(spot, _SAFE if cell in safe else _RING)
        else:
            put(spot, _HOME if lane_index == board.lane else _LANE, owner)
    layout = layout_of(board)
    for player in range(board.players):
        put(spots.cells[board.entry(player)], _ENTRY, player)
    for mark in game.plain.laws.overlay(s, ()):
        if mark.kind == BONUS and mark.at not in safe:
            put(spots.cells[mark.at], _BONUS)
    crowds: dict[Spot | None, list[Piece]] = {}
    groups = placed(game, s)
    for player, yard in enumerate(spots.yards):
        pieces, pile = groups.yards.get(player, []), layout.yard_piles.get(player)
        if pile is not None:
            put(yard[0], _BAR, player)
            for spot, text in _column(board, yard[0], pile, pieces):
                put(spot, text, player)
            continue
        for spot in yard:
            put(spot, _RING, player)
        for piece, place in yard_places(pieces).items():
            crowds.setdefault(yard[place % len(yard)], []).append(piece)
    for cell, spot in enumerate(spots.names):
        if cell < board.ring and isinstance(board, GraphBoard):
            put(spot, board.names[cell][:WIDTH].center(WIDTH))
    for cell, standing in groups.cells.items():
        foot, pile = spots.cells[cell], layout.piles.get(cell)
        if foot is not None and pile is not None:
            for spot, text in _column(board, foot, pile, standing):
                put(spot, text, standing[0].owner)
        else:
            crowds.setdefault(foot, []).extend(standing)
    for spot, standing in crowds.items():
        put(spot, _stack(board, standing, first), standing[0].owner)
    return _in_lines(squares, spots.lines)


def _column(
    board: RaceBoard, foot: Spot, pile: Pile, standing: Sequence[Piece]
) -> Iterator[tuple[Spot, str]]:
    """Yield pieces one behind the other; if too many, the last place shows their number."""
    for at, piece in enumerate(standing[:_HIGH]):
        letter = _letter(board, piece.owner)
        hidden = at == _HIGH - 1 and len(standing) > _HIGH
        spot = Spot(foot.line + at * pile.down, foot.column + at * WIDTH * pile.across)
        yield spot, f"{len(standing)}{letter}".rjust(WIDTH) if hidden else f" {letter} "


def _in_lines(squares: dict[Spot, str], lines: int) -> list[str]:
    """Return the squares on their places, with blanks between them."""
    text = [""] * lines
    ends = [0] * lines
    for (line, column), square in sorted(squares.items()):
        text[line] += " " * (column - ends[line]) + square
        ends[line] = column + WIDTH
    return [line.rstrip() for line in text]


def _stack(board: RaceBoard, standing: Sequence[Piece], first: int) -> str:
    """Return one piece by letter and number, several by count, a mixed crowd by letters."""
    players = sorted({piece.owner for piece in standing})
    if len(standing) == 1:
        return _piece(board, standing[0], first)
    if len(players) == 1:
        times = "x" if len(standing) < 10 else ""
        return f"{len(standing)}{times}{_letter(board, players[0])}"
    letters = "".join(_letter(board, player) for player in players)
    return letters.ljust(WIDTH) if len(letters) <= WIDTH else f"{letters[:2]}+"


def _piece(board: RaceBoard, piece: Piece, first: int) -> str:
    """Return a piece as the letter of its owner, the colour it started with, and its number."""
    letter, number = _letter(board, piece.owner), str(piece.number + first)
    if piece.owner != piece.origin:
        letter += _letter(board, piece.origin).lower()
    short = number if len(letter) + len(number) <= WIDTH else "+"
    return f"{letter}{short}".rjust(WIDTH)


def _legend(
    game: Game, record: Record, s: Plain, paint: Paint, viewer: int | None, *, spent: bool
) -> list[str]:
    board: RaceBoard = game.spec.board
    lines = []
    text = words_seen(game, record, viewer)
    label = "cards" if has_hands(game) else "dice"
    widest = len(f"player_{board.players - 1}")
    longest = max(6, *(len(COLOURS[seat % len(COLOURS)]) for seat in board.seats))
    for player, seat in enumerate(board.seats):
        mark = ">" if s.phase == DECIDE and s.seat == player else " "
        if s.phase == OVER and board.sides[player] == s.winner:
            mark = "*"
        name = f"{f'player_{player}':{widest}} {COLOURS[seat % len(COLOURS)]:{longest}}"
        pieces = text[f"p{seat}"]
        faces = text.get("dice", "") if spent else ",".join(faces_left(game, record, viewer))
        dice = f"  {label} {faces}" if mark == ">" and faces else ""
        lines.append(f"{mark} {paint(name, seat)}  {pieces}{dice}")
    known = {f"p{seat}" for seat in board.seats} | {"turn", "dice"}
    rest = [f"{key}={value}" for key, value in text.items() if key not in known]
    return [*lines, "  " + " ".join(rest)] if rest else lines


def _letter(board: RaceBoard, player: int) -> str:
    return COLOURS[board.seats[player] % len(COLOURS)][0].upper()
