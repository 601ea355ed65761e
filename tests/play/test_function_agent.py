"""A function of observation and mask as an agent, and the views of agents."""

import gymnasium
import numpy as np
import pytest
from game_tables import play_on

from ludo_env import LudoError, game_of, load_game, ludo_v0
from ludo_env.agents import View, function_agent
from ludo_env.arena import match
from ludo_env.play import Table
from ludo_env.testing import check_agent

OWN = {"num_players": 2, "backend": "python"}


def heaviest(observation, mask):
    """Return the legal action with the largest weight, which depends on the whole observation."""
    weights = np.sin(np.arange(observation.size)[:, None] * (1 + np.arange(len(mask))))
    return int(np.where(mask, observation.ravel() @ weights, -np.inf).argmax())


def spoiling(observation, mask):
    """Play the first legal action, and write into both arguments."""
    action = int(mask.argmax())
    observation[:] = 0
    mask[:] = 1
    return action


@pytest.mark.parametrize("style", ["", "features", "compact"])
def test_a_function_plays_legal_actions(style):
    """The check of agents passes, and the arena's other games do not affect the results."""
    agent = function_agent(heaviest, style=style)
    assert agent.name == "heaviest"
    assert check_agent(agent, games=1) > 50
    agents = [agent, "random", "random", "random"]
    tables = [match(agents, "ludo", 2, seed=1, backend="python", chunk=chunk) for chunk in (1, 2)]
    assert tables[0] == tables[1]


@pytest.mark.parametrize("style", ["features", "compact"])
def test_an_opponent_is_the_same_function(style):
    """`function_agent` adapts a bare function, in the style of the environment."""
    made = [heaviest, function_agent(heaviest, style=style)]
    one, other = (ludo_v0.single_env(opponents=by, observation=style, **OWN) for by in made)
    envs = gymnasium.make_vec("ludo_env/Ludo-v0", 2, opponents=made[1], observation=style, **OWN)
    seen = [one.reset(seed=4)[0], other.reset(seed=4)[0], envs.reset(seed=4)[0][0]]
    for _ in range(25):
        np.testing.assert_array_equal(seen[0], seen[1])
        np.testing.assert_array_equal(seen[0], seen[2])
        action = int(one.action_masks().argmax())
        rows = envs.step(np.array([action, envs.action_masks()[1].argmax()]))[0]
        seen = [one.step(action)[0], other.step(action)[0], rows[0]]


def test_a_style_of_its_own_does_not_follow_the_environment():
    """The function gets the style that it asks for, wherever it plays."""
    shapes = set()

    def noting(observation, mask):
        shapes.add(observation.shape)
        return int(mask.argmax())

    agent = function_agent(noting, style="compact")
    env = ludo_v0.single_env(opponents=agent, observation="features", **OWN)
    env.reset(seed=1)
    env.step(env.action_masks().argmax())
    envs = gymnasium.make_vec("ludo_env/Ludo-v0", 2, opponents=agent, **OWN)
    envs.reset(seed=1)
    envs.step(envs.action_masks().argmax(axis=1))
    table = Table(load_game("ludo"), [agent], 1)
    play_on(table, 8)
    assert shapes == {game_of(ludo_v0.spec(2), "python").styles["compact"].shape, (26,)}


def test_a_function_gets_copies():
    """Writing into the arguments changes nothing."""
    seen = []
    for function in (spoiling, lambda observation, mask: int(mask.argmax())):
        env = ludo_v0.single_env(opponents=function, **OWN)
        first = env.reset(seed=3)[0]
        seen.append([first, *(env.step(env.action_masks().argmax())[0] for _ in range(20))])
        table = Table(load_game("mensch"), [function_agent(function)] * 4, 2)
        play_on(table, 60)
        seen[-1].append(table.position)
    for one, other in zip(*seen, strict=True):
        np.testing.assert_array_equal(one, other)


def test_a_function_that_wants_the_game():
    """It gets the game, the state and the mask, at a table as in an environment."""
    asked = []

    def reader(game, record, mask):
        asked.append(game.position(record))
        record[:] = 0
        return int(mask.argmax())

    reader.wants_game = True
    table = Table(load_game("mensch"), [function_agent(reader)], 2)
    first = table.position
    play_on(table, 1)
    assert asked == [first]


@pytest.mark.parametrize(
    ("keywords", "said"),
    [
        ({"function": 3}, r"function_agent\(\) takes a function, not 3"),
        ({"style": 3}, "The style of an agent is a text, not 3"),
        ({"name": 3}, "The name of an agent is a text, not 3"),
    ],
)
def test_arguments_that_are_refused(keywords, said):
    """The arguments are checked when the agent is made."""
    with pytest.raises(LudoError, match=said):
        function_agent(**{"function": heaviest, **keywords})


def test_names_of_functions():
    """A function without a name is called function; an object has the name of its class."""
    assert function_agent(lambda observation, mask: 0).name == "function"
    assert function_agent(heaviest, name="mine").name == "mine"

    class Policy:
        def __call__(self, observation, mask):
            return int(mask.argmax())

    assert function_agent(Policy()).name == "Policy"


def by_neighbours(masks):
    """Return a legal action for each row, which depends on the other rows."""
    return np.array([np.flatnonzero(row)[masks.sum() % row.sum()] for row in masks])


@pytest.mark.parametrize(
    ("choose", "said"),
    [
        (lambda masks: masks.argmin(axis=1), "legal are"),
        (by_neighbours, " beside other games and "),
        (lambda masks: masks.argmax(axis=1) / 1, "gave an array of shape (6,) and type float64"),
        (lambda masks: 1 / 0, "raised ZeroDivisionError: division by zero, in act_batch"),
    ],
)
def test_calls_for_many_games_are_checked(choose, said):
    """`check_agent` refuses errors in `act_batch`, also results that depend on other rows."""

    class Wrong:
        name = "wrong"

        def act(self, view):
            return view.actions[0]

        def act_batch(self, decisions):
            return choose(decisions.masks)

    with pytest.raises(LudoError) as caught:
        check_agent(Wrong(), games=1)
    assert said in str(caught.value)
    assert str(caught.value).startswith("The agent 'wrong' ")


@pytest.mark.parametrize("style", [None, "", "features", "compact"])
def test_an_opponent_sees_in_its_view_what_others_see(style):
    """The observation of a view is the same, cached or not, and can be written into."""
    seen = []

    class Looking:
        name = "looking"

        def act(self, view):
            fresh = View(view.game, view.record, view.random)
            shown = view.observation(style)
            np.testing.assert_array_equal(shown, fresh.observation(style))
            np.testing.assert_array_equal(view.mask, fresh.mask)
            assert view.actions == fresh.actions == view.legal
            shown[:] = 1
            np.testing.assert_array_equal(view.observation(style), fresh.observation(style))
            seen.append(view)
            return view.actions[0]

    env = ludo_v0.single_env(opponents=Looking(), **OWN)
    env.reset(seed=2)
    envs = gymnasium.make_vec("ludo_env/Ludo-v0", 2, opponents=Looking(), **OWN)
    envs.reset(seed=2)
    for _ in range(6):
        env.step(env.action_masks().argmax())
        envs.step(envs.action_masks().argmax(axis=1))
    rows = [view.observation() for view in seen]
    assert len({row.tobytes() for row in rows}) > 6  # a view keeps its own row
