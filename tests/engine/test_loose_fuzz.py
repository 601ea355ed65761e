"""Random games: valid ones play to an end on every board, damaged ones are refused."""

import json

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from loose_specs import damaged_games, games

from ludo_env import Spec, SpecError, game_of
from ludo_env._engine.game_data import read
from ludo_env._engine.kernel import BEGIN, OBSERVE, PLAY, SETTLE, unpack_status
from ludo_env._families.track.actions import numbers_of
from ludo_env.rules import DECIDE, NOWHERE, OVER
from ludo_env.testing import check_game

# A game that is not over by then is stopped, as in an environment with max_steps.
LIMIT = 250
COUNTS = {"valid": 0, "refused": 0, "games": 0, "ended": 0, "compiled": 0, "harmless": 0}
FUZZ = {
    "deadline": None,
    "suppress_health_check": list(HealthCheck),
    "derandomize": True,
    "database": None,
}


def played(spec, seed):
    """Play one random game in plain Python, and check the invariants after every decision."""
    game = game_of(spec, "python")
    session = game.session("compact", seed)
    rng = np.random.default_rng(seed)
    status = session.run(BEGIN | SETTLE | OBSERVE, 0)
    low, high = game.styles["compact"].low, game.styles["compact"].high
    finish, pieces = spec.board.finish, spec.board.pieces
    for step in range(LIMIT):
        seat, phase, count = unpack_status(status)
        if phase >= OVER:
            COUNTS["ended"] += 1
            returns = game.returns(session.record)
            assert set(returns) <= {-1.0, 0.0, 1.0}
            return
        legal = np.flatnonzero(session.mask)
        assert phase == DECIDE
        assert count == len(legal) > 0
        assert 0 <= seat < spec.players
        assert low <= session.row.min() <= session.row.max() <= high
        assert game.audit(session.record) == ""
        home = session.record["progress"][0] == finish
        if step % 60 == 0:
            text = game.position(session.record)
            record, waiting = game.read(text)
            assert waiting == ""
            assert game.position(record) == text
            for action in legal[:3]:
                assert game.describe(session.record, int(action))
            every_branch_is_listed(game, session.record)
        status = session.run(PLAY | SETTLE | OBSERVE, int(rng.choice(legal)))
        assert (session.record["progress"][0][home] == finish).all()
        assert len(session.record["progress"][0]) == spec.players * pieces


def every_branch_is_listed(game, record):
    """Check every action number against the mask, also those that the generator leaves out."""
    numbers = numbers_of(game.plain.tables, game.facts)
    if not 1 < numbers.moves <= 2000 or game.facts.by_piece:
        return
    s = game.layout.unpack(record)
    mask, notes, choices = game.scratch()
    if any("prune" in rule.hooks(game.plain.tables) for rule in game.spec.rules):
        return
    game.plain.machine.find(s, mask, notes, choices)
    for action in range(numbers.moves):
        index, use, branch = numbers.parts(action)
        piece = s.colour * game.spec.board.pieces + index
        target = game.plain.machine.landing(s, s.colour, piece, use, branch)
        assert (target != NOWHERE) == bool(mask[action]), action


def try_valid(data):
    """Check that a game that passes the validator plays, and is the same after a file."""
    spec, wrong = read(data)
    if wrong:
        COUNTS["refused"] += 1
        return
    COUNTS["valid"] += 1
    assert Spec.from_dict(json.loads(json.dumps(spec.to_dict()))) == spec
    for seed in range(3):
        COUNTS["games"] += 1
        played(spec, seed)


def try_damaged(data):
    """Check that damage leads to a `SpecError`, or to a game that plays."""
    try:
        spec = Spec.from_dict(data)
    except SpecError:
        COUNTS["refused"] += 1
        return
    COUNTS["harmless"] += 1
    played(spec, 0)


@settings(max_examples=15, **FUZZ)
@given(games())
def test_random_games(data):
    """Random valid games, three times each, keep every invariant and reach an end or the limit."""
    try_valid(data)


@settings(max_examples=120, **FUZZ)
@given(damaged_games())
def test_damaged_games(data):
    """For damaged games the validator raises nothing but `SpecError`."""
    try_damaged(data)


@pytest.mark.long
@settings(max_examples=2, **FUZZ)
@given(games())
def test_random_games_compiled(data):
    """For a sample of them both backends agree on every bit."""
    compare(data)


def compare(data):
    """Compare both backends, bit for bit."""
    spec, wrong = read(data)
    if not wrong:
        check_game(spec, games=2)
        COUNTS["compiled"] += 1


@pytest.mark.long
def test_random_games_long(record_property):
    """Two thousand valid games three times each, two thousand damaged ones, thirty compiled."""
    settings(max_examples=2600, **FUZZ)(given(games())(try_valid))()
    assert COUNTS["valid"] >= 2000
    settings(max_examples=2600, **FUZZ)(given(damaged_games())(try_damaged))()
    assert COUNTS["refused"] >= 2000
    settings(max_examples=30, **FUZZ)(given(games())(compare))()
    record_property("fired", dict(COUNTS))
