"""A policy as an agent, and what its view contains: observations, masks, and plain data."""

import json

import gymnasium
import numpy as np
import pytest
from batches import GAMES

import ludo_env
from ludo_env import LudoError, game_of, ludo_v0
from ludo_env.agents import View, policy_agent
from ludo_env.arena import match
from ludo_env.testing import check_agent

TEXT = "p0=10,2,y,y p1=1,y,y,y turn=0 dice=4"


def in_ludo(text=TEXT, seed=0):
    """Return a decision of Ludo."""
    game = game_of(ludo_v0.spec(), "python")
    return View(game, game.read(text)[0], np.random.default_rng(seed))


def weighted(observations, masks):
    """Return scores that depend on the whole observation, and ignore what is legal."""
    rows = observations.reshape(len(observations), -1)
    weights = np.sin(np.arange(rows.shape[1])[:, None] * (1 + np.arange(masks.shape[1])))
    return rows @ weights


# Views


@pytest.mark.parametrize("name", GAMES)
def test_a_view_shows_what_the_environment_shows(name):
    """Observation in every style, and mask, are those of the player to act."""
    module, own = GAMES[name]
    views = getattr(ludo_env, module)
    random = np.random.default_rng(5)
    for style in game_of(views.spec(**own), "python").styles:
        env = views.raw_env(**own, backend="python", observation=style)
        env.reset(seed=2)
        for _ in range(25):
            if env.terminations[env.agent_selection]:
                break
            seen = env.observe(env.agent_selection)
            view = View(env.game, env.record, random)
            np.testing.assert_array_equal(view.observation(style), seen["observation"])
            assert view.observation(style).dtype == seen["observation"].dtype
            assert view.mask.tolist() == seen["action_mask"].tolist()
            env.step(random.choice(view.legal))
    first = next(iter(env.game.styles))
    np.testing.assert_array_equal(view.observation(), view.observation(first))


def test_a_view_is_read_only_and_refuses_other_styles():
    """The mask cannot be written; the error for an unknown style is one sentence."""
    view = in_ludo()
    with pytest.raises(ValueError, match="read-only"):
        view.mask[0] = 1
    with pytest.raises(LudoError, match="An observation style is one of features, compact"):
        view.observation("planes")


def test_a_view_as_plain_data():
    """It is JSON with the position and each action in words."""
    view = in_ludo()
    data = json.loads(json.dumps(view.to_dict()))
    assert data["game"] == "ludo"
    assert (data["player"], data["seat"]) == ("player_0", 0)
    assert data["position"] == view.position
    assert data["players"] == 4
    assert data["state"]["progress"][:4] == [10, 2, -1, -1]
    assert "> player_0 green   10,2,y,y  dice 4" in data["board"]
    assert [action["action"] for action in data["actions"]] == view.actions
    assert [action["text"] for action in data["actions"]] == list(map(view.describe, view.actions))


# Policies


@pytest.mark.parametrize("choose", ["argmax", "sample"])
@pytest.mark.parametrize("style", ["", "compact"])
def test_a_policy_plays_legal_actions_everywhere(choose, style):
    """The check of agents passes, and the arena has the same table on every engine."""
    agent = policy_agent(weighted, style=style, choose=choose, name="waves")
    assert check_agent(agent, games=1) > 50
    agents = [agent, "random", "random", "random"]
    tables = [
        match(agents, "ludo", games=4, seed=1, backend="python", chunk=chunk) for chunk in (1, 4)
    ]
    assert tables[0] == tables[1]
    assert tables[0].agents[0].name == "waves"


@pytest.mark.parametrize("choose", ["argmax", "sample"])
@pytest.mark.parametrize("style", ["features", "compact"])
def test_a_policy_is_the_same_opponent_in_a_batch(choose, style):
    """One call for many games chooses the same as single calls, for any kind of rows."""
    agent = policy_agent(weighted, style=style, choose=choose)
    own = {"opponents": agent, "num_players": 2, "backend": "python"}
    envs = gymnasium.make_vec("ludo_env/Ludo-v0", 3, **own)
    seats = [gymnasium.make("ludo_env/Ludo-v0", **own).unwrapped for _ in range(3)]
    seen, infos = envs.reset(seed=4)
    alone = [seat.reset(seed=4 + number)[0] for number, seat in enumerate(seats)]
    for _ in range(25):
        np.testing.assert_array_equal(seen, alone)
        actions = infos["action_mask"].argmax(axis=1)
        seen, _, ended, _, infos = envs.step(actions)
        alone = [seat.step(action)[0] for seat, action in zip(seats, actions, strict=True)]
        assert not ended.any()


def test_argmax_takes_the_best_legal_action():
    """Illegal actions are left out, even with high scores."""
    view = in_ludo()
    assert view.actions == [0, 1]
    assert policy_agent(lambda seen, masks: [[1, 2, 9, 9, 9]]).act(view) == 1
    assert policy_agent(lambda seen, masks: [[3, 3, 9, 9, 9]]).act(view) == 0


def test_samples_are_drawn_with_the_softmax():
    """A ratio of three to one is met within four standard errors."""
    agent = policy_agent(lambda seen, masks: [[np.log(3), 0, 50, 50, 50]], choose="sample")
    games = 2000
    drawn = [agent.act(in_ludo(seed=seed)) for seed in range(games)]
    assert set(drawn) == {0, 1}
    share = drawn.count(0) / games
    assert abs(share - 0.75) < 4 * np.sqrt(0.75 * 0.25 / games)
    assert agent.act(in_ludo(seed=8)) == agent.act(in_ludo(seed=8))


@pytest.mark.parametrize(
    ("policy", "said"),
    [
        (lambda seen, masks: [[1, 2]], "returned an array of shape (1, 2) for 1 observations of"),
        (lambda seen, masks: "no", "returned 'no', not an array of scores"),
        (lambda seen, masks: None, "returned an array of shape ()"),
        (lambda seen, masks: [[np.nan] * 5], "scored legal actions with no number"),
        (lambda seen, masks: [[-np.inf] * 5], "scored legal actions with no number"),
        (lambda seen, masks: [[np.inf] * 5], "scored legal actions with no number"),
    ],
)
def test_scores_that_are_refused(policy, said):
    """One sentence names the policy and what it returned."""
    with pytest.raises(LudoError) as caught:
        policy_agent(policy, name="odd").act(in_ludo())
    assert said in str(caught.value)
    assert "'odd'" in str(caught.value)


@pytest.mark.parametrize(
    ("keywords", "said"),
    [
        ({"policy": 3}, "A policy is a function of observations and masks, not 3"),
        ({"choose": "best"}, "choose is one of argmax, sample, not 'best'"),
        ({"style": 3}, "The style of a policy is a text, not 3"),
        ({"name": None}, "The name of a policy is a text, not None"),
    ],
)
def test_arguments_that_are_refused(keywords, said):
    """The arguments are checked when the agent is made."""
    with pytest.raises(LudoError, match=said):
        policy_agent(**{"policy": weighted, **keywords})
