"""Every board can be drawn: places do not touch, and texts show every piece."""

import random
import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from ludo_env import Spec, loose_ludo_v0
from ludo_env._families.track.board import cross, ring
from ludo_env._families.track.family import TRACK
from ludo_env._families.track.graph.board import GraphBoard
from ludo_env._families.track.seating import MOST_PLAYERS
from ludo_env._render.layout.layout import layout_of
from ludo_env._render.paint.colours import COLOURS, in_colour
from ludo_env.rules import all_home_wins, capture_lone, dice, exact_finish, leave_yard

TWO_LOOPS = GraphBoard(
    paths=(
        "x > a1..a8 > x",
        "x > b1..b8 > x",
        "a8 > r1..r3 > rh for 0",
        "b8 > g1..g3 > gh for 1",
    ),
    entries=("a1", "b1"),
    homes=("rh", "gh"),
    pieces=2,
    markers=(2, 1),
)
CROSSES = {
    f"cross-{arms}-{end_path}{'-corners' * corners}": cross(
        arms=arms, end_path=end_path, corners=corners
    )
    for arms in range(2, 13)
    for end_path in (1, 2, 4, 5)
    for corners in (False, True)
}
RINGS = {
    "cross-crowd": cross(end_path=1, pieces=15),  # more pieces than its corners have room for
    "cross-markers": cross(end_path=3, pieces=15, seats=(0, 3), markers=(5, 15)),
    "ring-4": ring(length=4, lane=1, arms=2, pieces=1),
    "ring-5": ring(length=5, lane=2, arms=2, seats=(1, 0)),
    "ring-12": ring(length=12, lane=5, arms=12, pieces=15),
    "ring-52": ring(length=52, lane=5),
    "ring-64": ring(length=64, lane=6, arms=8, seats=(1, 2, 7), markers=(1, 4, 2)),
    "ring-beside": ring(length=40, lane=4, entries=(0, 1, 2, 20), pieces=15),
    "ring-crowd": ring(length=90, lane=7, entries=tuple(range(12)), gate=30),
    "ring-backwards": ring(length=30, lane=3, entries=(20, 10, 0), gate=5),
    "ring-long-lane": ring(length=8, lane=20, arms=3),
}


def tangle(seed):
    """A random graph: a loop so that all can be reached, shortcuts, and a lane for each player."""
    chance = random.Random(seed)
    size, players = chance.randrange(12, 80), chance.randrange(2, 6)
    steps = {(tile, (tile + 1) % size) for tile in range(size)}
    for _ in range(chance.randrange(size)):
        steps.add(tuple(chance.sample(range(size), 2)))
    paths = [f"t{start} > t{end}" for start, end in sorted(steps)]
    for player, letter in enumerate("abcde"[:players]):
        gate, lane = chance.randrange(size), chance.randrange(1, 5)
        paths.append(f"t{gate} > {letter}1..{letter}{lane} > {letter}home for {player}")
    return GraphBoard(
        paths=tuple(paths),
        entries=tuple(f"t{tile}" for tile in chance.sample(range(size), players)),
        homes=tuple(f"{letter}home" for letter in "abcde"[:players]),
        pieces=chance.randrange(1, 16),
    )


GRAPHS = {"two-loops": TWO_LOOPS, **{f"tangle-{seed}": tangle(seed) for seed in range(20)}}
ROUND = {**CROSSES, **RINGS}
BOARDS = {**ROUND, **GRAPHS}
every_board = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)


def spec_of(board):
    """A game on that board, with the plainest rules."""
    rules = (dice(), leave_yard(), exact_finish(), capture_lone(), all_home_wins())
    return Spec("g", TRACK, board, rules)


def text_of(board, position=None, colour=False):
    """The text of a game on that board: picture and legend."""
    env = loose_ludo_v0.env(spec_of(board), backend="python", render_mode="ansi")
    env.reset(seed=1, options={"position": position} if position else None)
    return env.unwrapped.picture(colour)


def picture_of(board, position=None):
    """The board alone, without the lines about the players."""
    return text_of(board, position).split("player_0")[0].rsplit("\n", 1)[0]


def numbers(places):
    """Places as complex numbers."""
    return np.array([complex(place.column, place.row) for place in places])


def closest(places):
    """The smallest distance between two of them."""
    at = numbers(places)
    gaps = np.abs(at[:, None] - at[None, :])
    np.fill_diagonal(gaps, np.inf)
    return gaps.min()


@every_board
def test_everything_has_a_place_of_its_own(board):
    """Every cell and every piece in a yard has a place, half a square or more from all others."""
    layout = layout_of(board)
    names = getattr(board, "names", ["tile"] * board.cells)
    assert [place is not None for place in layout.cells] == [bool(name) for name in names]
    assert tuple(len(yard) for yard in layout.yards) == board.counts
    assert layout.edges == tuple(board.edges())
    for player, entry in enumerate(layout.entries):
        assert entry == layout.cells[board.entry(player)]
    places = [place for place in layout.cells if place is not None]
    places += [place for yard in layout.yards for place in yard]
    assert closest(places) >= 0.5
    assert all(-1e-9 <= row <= layout.height - 1 + 1e-9 for row, _ in places)
    assert all(-1e-9 <= column <= layout.width - 1 + 1e-9 for _, column in places)


@pytest.mark.parametrize("board", ROUND.values(), ids=ROUND)
def test_neighbours_on_a_ring_are_equally_far(board):
    """Distances differ by at most 5 %, except at the bends of the classic cross without corners."""
    layout = layout_of(board)
    at = numbers(layout.cells[: board.ring])
    steps = np.abs(at - np.roll(at, 1))
    if layout.square and not board.corners:
        assert set(np.round(steps, 3)) == {1, 1.414}
    else:
        assert steps.max() <= 1.05 * steps.min()


@pytest.mark.parametrize("board", ROUND.values(), ids=ROUND)
def test_rings_run_clockwise(board):
    """The squares go clockwise around the middle, as on the classic cross."""
    at = numbers(layout_of(board).cells[: board.ring])
    # The sign of the area gives the direction, with rows counted downwards.
    assert (at.conj() * np.roll(at, -1)).imag.sum() > 0


@every_board
def test_layouts_are_always_the_same(board):
    """The places of the cells depend on the board alone."""
    assert layout_of.__wrapped__(board) == layout_of.__wrapped__(board)


def test_the_classic_cross_lies_where_it_did():
    """A few squares of the cross, on its grid of fifteen squares, have places known by hand."""
    layout = layout_of(cross())
    assert (layout.width, layout.height) == (15, 15)
    assert layout.square
    expected = {0: (6, 1), 4: (6, 5), 5: (5, 6), 11: (0, 7), 12: (0, 8), 13: (1, 8), 50: (7, 0)}
    expected |= {51: (6, 0), 52: (7, 1), 56: (7, 5), 57: (7, 6), 58: (1, 7), 63: (6, 7)}
    assert {cell: layout.cells[cell] for cell in expected} == expected
    assert layout.yards[0] == ((2, 2), (2, 3), (3, 2), (3, 3))
    assert layout.yards[1] == ((2, 12), (3, 12), (2, 11), (3, 11))


def test_the_text_of_the_classic_cross():
    """The text is right line by line."""
    assert picture_of(cross(), "turn=0 dice=6").rstrip().split("\n") == [
        "                   .  .  .",
        "                   .  -  >",
        "       G0 G1       .  -  .        Y2 Y0",
        "       G2 G3       .  -  .        Y3 Y1",
        "                   .  -  .",
        "                   .  -  .",
        " .  >  .  .  .  .     o     .  .  .  .  .  .",
        " .  -  -  -  -  -  o     o  -  -  -  -  -  .",
        " .  .  .  .  .  .     o     .  .  .  .  >  .",
        "                   .  -  .",
        "                   .  -  .",
        "       R1 R3       .  -  .        B3 B2",
        "       R0 R2       .  -  .        B1 B0",
        "                   >  -  .",
        "                   .  .  .",
    ]


def test_a_ring_with_the_numbers_of_a_cross_is_drawn_as_one():
    """How the board was made does not matter."""
    assert layout_of(ring(length=52, lane=5, gate=50)) == layout_of(cross())


def test_given_points_are_kept():
    """If all points are given, the tiles lie there, at most in another scale; x right, y down."""
    at = {"x": (0, 0), "a1": (3, 0), "a2": (3, 4.5), "rh": (-3, 0), "gh": (9, 9)}
    board = GraphBoard(
        paths=("x > a1 > a2 > x", "x > rh for 0", "a2 > gh for 1"),
        entries=("a1", "a2"),
        homes=("rh", "gh"),
        points=tuple(f"{name} {x} {y}" for name, (x, y) in at.items()),
    )
    places = dict(zip(board.names, layout_of(board).cells, strict=True))
    base, scale = places["x"], (places["a1"].column - places["x"].column) / 3
    for name, (x, y) in at.items():
        assert places[name].column - base.column == pytest.approx(x * scale, abs=1e-3)
        assert places[name].row - base.row == pytest.approx(y * scale, abs=1e-3)
    assert scale == pytest.approx(1 / 3, abs=1e-3)


def test_the_others_lie_between_given_points():
    """If some points are given, those are kept, and the other tiles lie between them."""
    board = GraphBoard(
        paths=("s0..s11 > s0", "s5 > ra > rh for 0", "s0 > ga > gh for 1"),
        entries=("s6", "s1"),
        homes=("rh", "gh"),
        points=("s0 0 0", "s3 30 0", "s6 30 30", "s9 0 30"),
    )
    places = dict(zip(board.names, layout_of(board).cells, strict=True))
    square = numbers([places[name] for name in ("s0", "s3", "s6", "s9")])
    sides = np.roll(square, -1) - square
    assert np.allclose(sides, sides[0].real * np.array([1, 1j, -1, -1j]), atol=1e-3)
    beside = numbers([places["s1"], places["s2"]])
    assert square[0].real < beside[0].real < beside[1].real < square[1].real


def test_tiles_on_the_same_point_are_parted():
    """Points that coincide do not hide a tile."""
    board = GraphBoard(
        paths=("x > k > z > x", "x > rh for 0", "k > gh for 1"),
        entries=("x", "k"),
        homes=("rh", "gh"),
        points=("x 0 0", "k 0 0", "z 5 5"),
    )
    assert closest(layout_of(board).cells) >= 0.5


@every_board
def test_the_text_shows_every_piece_in_its_yard(board):
    """Each by letter and number, ten lines at least, and a mark for every other square."""
    picture = picture_of(board)
    assert len(text_of(board).splitlines()) >= 10
    seen = re.findall(r"[A-Z]\d+", picture)
    wanted = [
        f"{COLOURS[seat][0].upper()}{index}"
        for seat, pieces in zip(board.seats, board.counts, strict=True)
        for index in range(pieces)
    ]
    assert sorted(seen) == sorted(wanted)
    tiles = [name for name in getattr(board, "names", ["tile"] * board.cells) if name]
    assert len(re.findall(r"[.*>o-]", picture)) == len(tiles)
    assert picture.count("o") == picture.count(">") == board.players


@every_board
def test_the_text_shows_every_piece_on_its_way(board):
    """One piece of each player on the board, each on a tile that nobody else is on."""
    chance = random.Random(board.cells)
    words, taken = [], set()
    tables = board.tables(lambda rows, *_: rows)
    for player, seat in enumerate(board.seats):
        places = board.places(player, laps=False)
        free = [word for word, place in places.items() if tables.cell[player][place] not in taken]
        word = chance.choice(free)
        taken.add(tables.cell[player][places[word]])
        words.append(f"p{seat}=" + ",".join([word] + ["y"] * (board.counts[player] - 1)))
    picture = picture_of(board, " ".join(words) + f" turn={board.seats[0]}")
    for seat, pieces in zip(board.seats, board.counts, strict=True):
        for index in range(pieces):
            assert re.findall(rf"{COLOURS[seat][0].upper()}{index}(?!\d)", picture)
    # Only the first of each has left a place behind.
    yards = [place for yard in layout_of(board).yards for place in yard]
    assert len(re.findall(r"[A-Z]\d+", picture)) == len(yards)


def test_stacks_are_counted():
    """Many pieces of a colour by number, more than nine without a cross; no piece from nowhere."""
    board = ring(length=40, lane=4, arms=4, pieces=15, markers=(15, 9, 2, 1))
    position = "p0=" + ",".join(["7"] * 15) + " p1=" + ",".join(["3"] * 9) + " p2=f,y p3=9 turn=0"
    picture = picture_of(board, position)
    assert "15G" in picture
    assert "9xY" in picture
    assert sorted(re.findall(r"[A-Z]\d+", picture)) == ["B0", "B1", "R0"]


def test_all_players_are_distinct():
    """The largest number of players have different letters and colours."""
    assert COLOURS[:4] == ("green", "yellow", "blue", "red")
    assert len(COLOURS) == len({name[0] for name in COLOURS}) == MOST_PLAYERS
    assert len({in_colour("G0", seat) for seat in range(MOST_PLAYERS)}) == MOST_PLAYERS
    lines = text_of(cross(arms=MOST_PLAYERS)).splitlines()
    for player, name in enumerate(COLOURS):
        legend = [line for line in lines if f"player_{player} " in line]
        assert len(legend) == 1
        assert name in legend[0]
    starts = [line.index("y,y,y,y") for line in lines if "player_" in line]
    assert len(set(starts)) == 1


@pytest.mark.parametrize("name", ["cross-6-5", "ring-52", "two-loops"])
def test_colours_do_not_move_anything(name):
    """The coloured text without its colours is the plain text."""
    coloured = text_of(BOARDS[name], colour=True)
    assert "\x1b[" in coloured
    stripped = [line.rstrip() for line in re.sub(r"\x1b\[[\d;]*m", "", coloured).split("\n")]
    assert stripped == [line.rstrip() for line in text_of(BOARDS[name]).split("\n")]


def test_the_text_is_not_too_wide():
    """A board of usual size fits a wide terminal."""
    usual = [board for board in BOARDS.values() if board.cells <= 150]
    assert max(len(line) for board in usual for line in text_of(board).split("\n")) <= 200


def test_lanes_lead_inwards_in_equal_steps():
    """On a star each square of a lane is nearer to the middle than the last, in equal steps."""
    board = cross(arms=6)
    layout = layout_of(board)
    middle = complex(layout.middle.column, layout.middle.row)
    for player in range(board.players):
        first = board.ring + player * (board.lane + 1)
        lane = np.abs(numbers(layout.cells[first : first + board.lane + 1]) - middle)
        steps = [one - two for one, two in pairwise(lane)]
        assert min(steps) > 0.5
        assert max(steps) - min(steps) < 1e-3


def test_tiles_in_rows_and_columns():
    """Squares side by side, if every tile has a point there, and no column of pieces."""
    paths = ("a1 > a2 > rh for 0", "b1 > a2 > gh for 1")
    points = ("a1 2 2", "a2 4 2", "b1 6 2", "rh 4 4", "gh 4 0")
    board = GraphBoard(paths=paths, entries=("a1", "b1"), homes=("rh", "gh"), points=points)
    assert layout_of(board).tiled
    for others in (points[1:], ("a1 2 2.5", *points[1:]), ("a1 2 2 up", *points[1:])):
        assert not layout_of(replace(board, points=others)).tiled
