"""Random playouts from a decision: the same on both backends, with the same dice for all."""

import numpy as np
import pytest
from batches import marked_long

from ludo_env import game_of, generals_v0, loose_ludo_v0, ludo_v0, strict_ludo_v0
from ludo_env._engine.kernel import BEGIN, PLAY, SETTLE

SPECS = {
    "ludo": ludo_v0.spec(),
    "strict two dice": strict_ludo_v0.spec(dice=2),
    "generals": generals_v0.spec(),
    "tock": loose_ludo_v0.spec("tock"),
}


def decision(game, seed, moves):
    """A state after some random moves, and its legal actions."""
    session = game.session("compact", seed)
    session.run(BEGIN | SETTLE, 0)
    rng = np.random.default_rng(seed)
    for _ in range(moves):
        session.run(PLAY | SETTLE, int(rng.choice(np.flatnonzero(session.mask))))
    return session.record.copy(), np.flatnonzero(session.mask).tolist()


@pytest.mark.parametrize("name", marked_long(SPECS, ["ludo"]))
def test_both_backends_agree(name):
    """The same seed gives the same sums, compiled and in plain Python."""
    compiled, plain = game_of(SPECS[name], "numba"), game_of(SPECS[name], "python")
    record, actions = decision(plain, 3, 40)
    before = record.tobytes()
    found = compiled.rollouts(record, actions[:3], 3, 8)
    assert np.array_equal(found, plain.rollouts(record, actions[:3], 3, 8))
    assert record.tobytes() == before
    assert found.shape == (len(actions[:3]), compiled.players)
    assert (np.abs(found) <= 1).all()


def test_a_winning_move_wins_every_playout():
    """An action that ends the game gives its returns, whatever the number of samples."""
    game = game_of(SPECS["ludo"], "python")
    record, _ = game.read("p0=f,f,f,h4 p1=f,f,f,h0 hit=0,1 turn=0 dice=1")
    assert game.rollouts(record, [3], 5, 1).tolist() == [[1, -1, -1, -1]]


def test_a_playout_that_does_not_end_counts_nothing():
    """After `limit` decisions everybody gets 0."""
    game = game_of(SPECS["ludo"], "python")
    record, actions = decision(game, 1, 0)
    assert not game.rollouts(record, actions, 4, 1, limit=5).any()


def test_samples_share_their_dice():
    """Every action meets the same dice and the same chance of choices, sample by sample."""
    game = game_of(SPECS["ludo"], "python")
    record, _ = game.read("p0=10,20,y,y p1=30,y,y,y turn=0 dice=3")
    first, other, again = game.rollouts(record, [0, 1, 0], 6, 4)
    assert first.tolist() == again.tolist()
    assert game.rollouts(record, [1], 6, 4)[0].tolist() == other.tolist()


def test_the_seed_matters_and_repeats():
    """Another seed gives another sample; the same seed gives the same."""
    game = game_of(SPECS["ludo"], "numba")
    record, actions = decision(game, 2, 30)
    sums = [game.rollouts(record, actions[:4], 20, seed).tolist() for seed in (5, 5, 6)]
    assert sums[0] == sums[1] != sums[2]


def test_means_are_those_of_play():
    """From the start of Ludo nobody is far ahead; one wins and three lose."""
    game = game_of(SPECS["ludo"], "numba")
    record, actions = decision(game, 9, 0)
    means = game.rollouts(record, actions[:1], 4000, 7)[0]
    assert means.sum() == pytest.approx(-2)
    assert (np.abs(means + 0.5) < 0.12).all()
