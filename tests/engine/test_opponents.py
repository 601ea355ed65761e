"""Opponents of a single seat: their names, and copies of them."""

from copy import deepcopy

from gymnasium.utils.env_checker import data_equivalence
from single_seats import MAKERS, Witness, lowest, story

from ludo_env import hooks as answers
from ludo_env import ludo_v0
from ludo_env import rule as a_rule
from ludo_env._envs.env_module import views
from ludo_env._envs.opponents import OPPONENTS


def test_a_new_name_can_be_registered(monkeypatch):
    """OPPONENTS takes more names, each with what makes such an opponent."""
    monkeypatch.setitem(OPPONENTS, "lowest", lambda: lowest)
    named = MAKERS["ludo"](opponents=["lowest", "random", "lowest"])
    by_hand = MAKERS["ludo"](opponents=[lowest, None, lowest])
    assert data_equivalence(story(named, seed=2), story(by_hand, seed=2))


def test_a_copy_has_opponents_of_its_own():
    """An opponent with a memory is copied with it; so is one of a rule made on the spot."""

    @a_rule(clauses="")
    def idle(board):
        """Nothing changes."""
        return answers()

    asked = []
    env = views("house", lambda: ludo_v0.spec(2).with_rules(idle())).single_env(
        opponents=Witness("a", asked), backend="python"
    )
    env.reset(seed=1)
    heard = len(asked)
    story(deepcopy(env), 20)
    assert len(asked) == heard
