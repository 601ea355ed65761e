"""Sets of cells in grid games: the ways that they open, compared with the walk cell by cell."""

import random

import numpy as np
import pytest
from positions import on_backends

from ludo_env import Spec, game_of, hooks, make_vec, rule
from ludo_env._engine.state import table
from ludo_env._families.grid.board import Board
from ludo_env._families.grid.family import GRID
from ludo_env._families.grid.games.generals import generals
from ludo_env._families.grid.landing import landing_of
from ludo_env._families.grid.sets import HALF, first_in, lowest_bits, set_of
from ludo_env._families.grid.units import marking_occupied, put
from ludo_env.testing import check_game

SMALL = Board(
    7, 8, (27, 28), (19, 20, 35, 36), ((0, 1), (7, 15), (48, 49), (54, 55)), (0, 0, 1, 1)
)  # fmt: skip
LARGE = Board(
    11, 11, (60,), (49, 59, 61, 71), ((0, 1, 11), (118, 119, 120)), (0, 1), diagonal=True
)  # fmt: skip
GAMES = {
    "generals": generals("fixed"),
    "diagonal": generals("fixed", diagonal=True),
    "small": Spec("small", GRID, SMALL, generals("fixed").rules),
    "large": Spec("large", GRID, LARGE, generals("fixed").rules),
}


@rule()
def walked_path(board):
    """The same as `open_path`, and no set."""
    general = board.general

    def may_pass(s, role, cell):
        return s.board[cell] == 0 and not general[cell]

    return hooks(may_pass=may_pass)


@pytest.mark.parametrize("name", GAMES)
def test_a_way_is_open_by_its_set_where_the_walk_comes_through(name):
    """In random positions, from one unit to crowds, for every unit, way and die."""
    game = game_of(GAMES[name], "python")
    board, tables = game.spec.board, game.plain.tables
    landing, closed, lands = landing_of(tables, game.plain.laws)
    draw = random.Random(1)
    free = [cell for cell in range(board.cells) if cell not in board.general]
    s = game.layout.unpack(game.layout.new())
    compared = 0
    for _ in range(60):
        for cell in range(board.cells):
            put(s, cell, 0)
        for cell in draw.sample(free, draw.randint(2, len(free) // 2)):
            put(s, cell, draw.choice((1, 2)))
        for role in (0, 1):
            low, high = closed(s, role, 0), closed(s, role, 1)
            for cell in (cell for cell in free if s.board[cell] == role + 1):
                for way in range(tables.ways):
                    s.die = draw.randint(1, 6)
                    found = lands(s, role, cell, way, s.die, low, high)
                    assert found == int(landing(s, role, cell, way) >= 0)
                    compared += found
    assert compared > 500


@pytest.mark.parametrize("name", ["generals", "large"])
@pytest.mark.parametrize("backend", ["python", pytest.param("numba", marks=pytest.mark.long)])
def test_games_are_the_same_without_sets(name, backend):
    """A house rule that says no set makes units walk: same masks, actions and observations."""
    spec = GAMES[name]
    walked = spec.without("open_path").with_rules(walked_path())
    envs = [
        make_vec("loose_ludo_v0", 8, spec=one, seed=3, observation="compact", backend=backend)
        for one in (spec, walked)
    ]
    seen = [env.reset() for env in envs]
    for _ in range(150):
        np.testing.assert_array_equal(seen[0][0], seen[1][0])
        np.testing.assert_array_equal(seen[0][1]["action_mask"], seen[1][1]["action_mask"])
        actions = envs[0].sample_actions()
        np.testing.assert_array_equal(actions, envs[1].sample_actions())
        seen = [(step[0], step[-1]) for step in (env.step(actions) for env in envs)]


def test_a_rule_beside_open_path_is_asked_on_every_cell():
    """A second rule on what may be passed counts too, so such a game is walked."""

    @rule()
    def no_moat_crossing(board):
        """Nobody goes on over a cell of the Moat."""
        moat = board.moat

        def may_pass(s, role, cell):
            return moat[cell] == 0

        return hooks(may_pass=may_pass)

    game = game_of(generals("fixed").with_rules(no_moat_crossing()), "python")
    record, _ = game.read(
        "board=" + "/".join(["." * 10] * 4 + ["..A......."] + ["." * 10] * 4 + [".........D"])
        + " turn=0 die=2"
    )  # fmt: skip
    mask, notes, choices = game.scratch()
    count = game.plain.machine.find(game.layout.unpack(record), mask, notes, choices)
    ends = {int(game.plain.tables.reach[action, 2]) for action in choices[:count]}
    assert ends == {22, 40, 62}  # and not the attack on 44 over 43


@on_backends
def test_a_walked_game_on_both_backends(backends):
    """A game without sets is the same compiled and plain, bit for bit."""
    check_game(generals("fixed").without("open_path").with_rules(walked_path()), backends=backends)


def test_the_lowest_bit_of_each_set_is_found():
    """Alone and below others, in plain numbers."""
    first = first_in(table(lowest_bits()))
    for bit in range(HALF):
        assert first(1 << bit) == bit
        assert first((1 << HALF) - (1 << bit)) == bit


def test_occupied_cells_follow_from_the_board():
    """`derive` writes them, and `put` keeps them."""
    game = game_of(generals("fixed"), "python")
    record, _ = game.read("turn=1 die=3")
    s = game.layout.unpack(record)
    kept = list(s.occupied)
    own = [cell for cell in range(100) if s.board[cell] == 2]
    assert kept[2:] == list(set_of(own))
    s.occupied[:] = [0, 0, 0, 0]
    marking_occupied(100)(s)
    assert s.occupied == kept


def test_a_state_with_other_occupied_cells_is_refused():
    """A unit that was moved without `put` is found."""
    game = game_of(generals("fixed"), "python")
    record, _ = game.read("turn=0 die=3")
    assert game.audit(record) == ""
    record["occupied"][0, 0] ^= 8
    assert game.audit(record).startswith("A rule moved a unit without put()")
