"""Opponents of a single seat: their names, and copies of them."""

from copy import deepcopy

import pytest
from gymnasium.utils.env_checker import data_equivalence
from single_seats import MAKERS, Witness, lowest, story

from ludo_env import LudoError, ludo_v0
from ludo_env import hooks as answers
from ludo_env import rule as a_rule
from ludo_env._envs.env_module import views
from ludo_env.agents import make, make_agent, register_agent
from ludo_env.agents.random import RandomAgent
from ludo_env.arena import match


class Lowest:
    """Plays the lowest legal action, or the one at a place in the list."""

    name = "lowest"

    def __init__(self, at=0):
        self.at = at

    def act(self, view):
        """Return the action at this place, or the last one."""
        return view.actions[: self.at + 1][-1]


@pytest.fixture
def registered(monkeypatch):
    """The agent under a name of its own, for one test."""
    monkeypatch.setattr(make, "_registered", {})
    register_agent("lowest", Lowest)


def test_a_registered_name_is_an_opponent(registered):
    """`opponents=` takes it, with parameters, and so does an arena."""
    named = MAKERS["ludo"](opponents=["lowest", "random", "lowest:at=0"])
    by_hand = MAKERS["ludo"](opponents=[lowest, None, lowest])
    assert data_equivalence(story(named, seed=2), story(by_hand, seed=2))
    assert make_agent("lowest:at=2").at == 2
    result = match(["lowest", "random"], ludo_v0.spec(2), games=2, backend="python")
    assert {row.total.games for row in result.agents} == {2}


@pytest.mark.parametrize(
    ("name", "maker", "said"),
    [
        ("greedy", Lowest, "There is an agent 'greedy' already"),
        ("two words", Lowest, "a word such as 'my_agent', not 'two words'"),
        (3, Lowest, "a word such as 'my_agent', not 3"),
        ("mine", Lowest(), "with what makes it, not with <"),
    ],
)
def test_what_cannot_be_registered(registered, name, maker, said):
    """A wrong registration is refused in one sentence, and the names stay as before."""
    known = make.agent_names()
    with pytest.raises(LudoError) as caught:
        register_agent(name, maker)
    assert said in str(caught.value)
    assert make.agent_names() == known


def test_a_registered_maker_must_make_an_agent(registered):
    """A maker of anything else is refused when it is used."""
    register_agent("nothing", dict)
    with pytest.raises(LudoError, match="registered as 'nothing' does not make an agent"):
        make_agent("nothing")


def test_a_subclass_of_the_random_agent_plays_its_own_actions():
    """The environment draws for the agent itself only, not for a subclass."""

    class Obedient(RandomAgent):
        def act(self, view):
            return view.actions[0]

    ours, wanted = (MAKERS["ludo"](opponents=opponent) for opponent in (Obedient(), lowest))
    assert data_equivalence(story(ours, 30, seed=2), story(wanted, 30, seed=2))


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
