"""Rows of planes are renewed: only changes since the last picture are written."""

import random

import numpy as np
import pytest

from ludo_env import Spec, game_of
from ludo_env._engine.kernel import BEGIN, LOOK, OBSERVE, PLAY, SETTLE
from ludo_env._engine.observation import observation_of
from ludo_env._families.grid.board import Board
from ludo_env._families.grid.family import GRID
from ludo_env._families.grid.games.generals import generals

RULES = generals("random").rules
GAMES = {
    "generals": generals(),
    "no ground": Spec("bare", GRID, Board(7, 7, (), (), ((0, 1), (47, 48)), (0, 1)), RULES),
    "one garrison": Spec("one", GRID, Board(7, 7, (24,), (), ((0, 1),), (0,)), RULES),
    "small": Spec("small", GRID, Board(2, 7, (3,), (), ((0, 1), (12, 13)), (0, 1)), RULES),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("backend", ["python", pytest.param("numba", marks=pytest.mark.long)])
def test_a_used_row_is_as_a_fresh_one(name, backend):
    """This holds after every action, for both players, and at the start of the next game."""
    game = game_of(GAMES[name], backend)
    session, draw = game.session("planes", seed=4), random.Random(4)
    session.run(BEGIN | SETTLE | OBSERVE, 0)
    for _ in range(800):
        count = int(session.choices[-1])
        if count:
            action = int(session.choices[draw.randrange(count)])
            session.run(PLAY | SETTLE | OBSERVE, action)
        else:
            session.run(BEGIN | SETTLE | OBSERVE, 0)
        seat = int(session.record["seat"][0])
        for viewer in (seat, draw.randrange(2), draw.randrange(2)):
            if viewer != seat:
                session.run(LOOK, viewer)
                seat = viewer
            fresh = observation_of(game, session.record, viewer, session.mask, "planes")
            np.testing.assert_array_equal(session.row, fresh.ravel())
