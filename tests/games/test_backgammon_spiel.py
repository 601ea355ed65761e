"""Backgammon against OpenSpiel, which is a separate installation: `.ci/spiel` installs it."""

import pytest
import spiel

judged = pytest.mark.skipif(spiel.pyspiel is None, reason="OpenSpiel is not installed")


@judged
def test_whole_turns_in_random_positions():
    """The positions that a whole turn can lead to are those of OpenSpiel."""
    assert spiel.compare_positions(300) > 300


@judged
def test_whole_turns_along_games():
    """Whole games agree too, with the opening, the turns, the end and the winner."""
    turns, results = spiel.compare_games(5)
    assert results > turns > 100


@judged
@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_whole_turns_in_many_random_positions(seed):
    """The same is true for 100 000 positions."""
    assert spiel.compare_positions(10_000, seed=1 + seed) > 10_000


@judged
@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_whole_turns_along_many_games(seed):
    """The same is true for 10 000 games."""
    turns, _ = spiel.compare_games(1_000, seed=1 + seed)
    assert turns > 50_000
