"""Moves ranked by their chances to win: by the net of a game, by an appraisal, or not at all."""

import numpy as np
import pytest
from game_tables import a_table

from ludo_env.agents import View
from ludo_env.agents.ranking import ranked_actions


def ranked(game, position):
    """Return the name of the ranking, and the ranked moves."""
    table = a_table(game, position=position)
    view = View(table.game, table.record, np.random.default_rng(0))
    name, found = ranked_actions(view)
    assert not found or sorted(action for action, _ in found) == view.actions
    return name, found


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("ludo", "a net trained on this game"),
        ("mensch", "a count of what is left to do"),
        ("french", "a net trained on this game"),
    ],
)
def test_the_better_move_is_first(game, name):
    """Capturing a piece near home is better than leaving the yard; chances are from 0 to 1."""
    position = "p0=3,y,y,y p1=y,y,y,y p2=y,y,y,y p3=y,y,y,y turn=0 dice=6"
    who, found = ranked(game, position)
    assert who == name
    chances = [chance for _, chance in found]
    assert chances == sorted(chances, reverse=True)
    assert all(0 <= chance <= 1 for chance in chances)


def test_a_winning_move_is_certain():
    """A move that ends the game counts as its result."""
    _, found = ranked("ludo", "p0=h4,f,f,f p1=3,y,y,y turn=0 dice=6 hit=0")
    assert found[0][1] == 1.0


def test_a_game_of_which_nothing_is_known_has_no_ranking():
    """In Caravans pieces change their owners, so there is neither an appraisal nor a net."""
    assert ranked("caravans", "") == ("", [])
