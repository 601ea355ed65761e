"""The payoff table of a result, as alpha-rank takes it."""

from dataclasses import replace

import numpy as np
import pytest

from ludo_env import LudoError, ludo_v0
from ludo_env.arena import match, tournament

TWO = ludo_v0.spec(num_players=2)


@pytest.fixture(scope="module")
def result():
    """Return a small tournament, with other wins."""
    agents = ["greedy", "random", "random"]
    return tournament(agents, TWO, games=6, seed=1, backend="python", max_steps=30)


def test_wins_minus_losses(result):
    """Only games in which one of the two did better count; the diagonal is 0."""
    table = replace(result, beats=((0, 3, 8), (1, 0, 5), (2, 5, 0))).payoff()
    np.testing.assert_allclose(table, [[0, 0.5, 0.6], [-0.5, 0, 0], [-0.6, 0, 0]])
    assert table.dtype == np.float64


def test_it_is_what_the_agents_gain_from_each_other():
    """For two players without draws it is the mean return; for four, that of each pair."""
    two = match(["greedy", "random"], TWO, games=20, seed=1, backend="python")
    share = two.agents[0].total.share
    assert two.payoff()[0, 1] == pytest.approx(2 * share - 1)
    four = match(["greedy", "random", "random", "random"], "ludo", 8, seed=1, backend="python")
    table = four.payoff(undecided=0)
    np.testing.assert_allclose(table, -table.T)
    for other in range(1, 4):
        assert table[0, other] == pytest.approx(2 * four.beat_share(0, other) - 1)


def test_pairs_without_a_decided_game(result):
    """The error names them, unless a value for them is given; the diagonal stays 0."""
    empty = replace(result, beats=((0, 3, 0), (1, 0, 5), (0, 5, 0)))
    with pytest.raises(LudoError, match="no decided game between 'greedy' and 'random#2'"):
        empty.payoff()
    np.testing.assert_allclose(empty.payoff(undecided=0), [[0, 0.5, 0], [-0.5, 0, 0], [0, 0, 0]])
    assert empty.payoff(undecided=-0.25)[[0, 2, 0], [2, 0, 0]].tolist() == [-0.25, -0.25, 0]


@pytest.mark.parametrize("value", ["0", 2, -1.5, float("nan"), True])
def test_wrong_values(result, value):
    """A value must be a number from -1 to 1."""
    with pytest.raises(LudoError, match="number from -1 to 1"):
        result.payoff(undecided=value)


def test_it_survives_json(result):
    """A result that was read from JSON has the same table."""
    again = type(result).from_json(result.to_json())
    np.testing.assert_array_equal(again.payoff(0), result.payoff(0))
