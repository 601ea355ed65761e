"""Bad input is refused in one clear sentence, and leaves the environment unchanged."""

import pickle

import numpy as np
import pytest

from ludo_env import LudoError, ludo_v0, strict_ludo_v0

POSITIONS = [
    (ludo_v0, {}, "p0=10,y,y,y colour=3 turn=0", "no key 'colour'"),
    (ludo_v0, {}, "p0=10,y,y,y,y turn=0", "5 pieces; this game has 4"),
    (ludo_v0, {}, "p0=10,y,y turn=0", "3 pieces"),
    (ludo_v0, {}, "p0=h5,y,y,y turn=0", "'h5' is not a place"),
    (ludo_v0, {}, "p0=52,y,y,y turn=0", "'52' is not a place"),
    (ludo_v0, {}, "p0=-1,y,y,y turn=0", "'-1' is not a place"),
    (ludo_v0, {}, "p0=x2,y,y,y turn=0", "'x2' is not a place"),
    (ludo_v0, {}, "turn=0 dice=7", "a die shows 1..6, not 7"),
    (ludo_v0, {}, "turn=0 dice=0", "a die shows"),
    (ludo_v0, {}, "turn=0 dice=3,4", "must name 1 dice"),
    (ludo_v0, {}, "turn=4", "no player sits there"),
    (ludo_v0, {}, "turn=0 turn=1", "gives 'turn' twice"),
    (ludo_v0, {}, "turn", "not of the form key=value"),
    (ludo_v0, {}, "turn=", "not of the form key=value"),
    (ludo_v0, {}, "hit=0,0 turn=0", "names a seat twice"),
    (ludo_v0, {}, "hit=7 turn=0", "no player sits there"),
    (ludo_v0, {}, "sixes=3,0,0,0 turn=0", "whole number in 0..2"),
    (ludo_v0, {}, "sixes=1,0 turn=0", "must give 4 numbers"),
    (ludo_v0, {}, "p0=f,f,f,f turn=1 dice=3", "already won"),
    (ludo_v0, {"mode": "teams"}, "p1=f,f,f,f p3=f,f,f,f turn=1", "already won"),
    (ludo_v0, {"num_players": 2}, "p2=y,y,y,y turn=0", "no key 'p2'"),
    (strict_ludo_v0, {"num_players": 2}, "p1=y,y,y,y turn=0", "no key 'p1'"),
    (strict_ludo_v0, {"num_players": 2}, "turn=1", "no player sits there"),
    (strict_ludo_v0, {}, "hit=0 turn=0", "no key 'hit'"),
    (strict_ludo_v0, {}, "p0=51,y,y,y turn=0", "'51' is not a place"),
    (strict_ludo_v0, {"dice": 2}, "turn=0 dice=-,4", "nothing is left to play"),
    (strict_ludo_v0, {"dice": 2}, "turn=0 dice=-,-", "no die to play"),
    (strict_ludo_v0, {"dice": 2}, "turn=0 dice=4", "must name 2 dice"),
]
OPTIONS = [
    ({"position": 5}, "is a text"),
    ({"position": ["p0=y"]}, "is a text"),
    ({"dice": 5}, "is a list of numbers 1..6"),
    ({"dice": "123"}, "is a list of numbers"),
    ({"dice": [1, 7]}, "7 is out of range"),
    ({"dice": [0]}, "0 is out of range"),
    ({"dice": [1.0]}, "1.0 is not one of them"),
    ({"dice": [True]}, "True is not one of them"),
    ({"dice": [None]}, "None is not one of them"),
    ([("dice", [1])], "options is a dictionary"),
]
KEYWORDS = [
    (ludo_v0, {"num_players": 5}, "num_players is one of 2, 3, 4, not 5"),
    (ludo_v0, {"num_players": 1}, "num_players"),
    (ludo_v0, {"num_players": True}, "num_players"),
    (ludo_v0, {"mode": "solo"}, "mode is one of ffa, teams, not 'solo'"),
    (ludo_v0, {"mode": "teams", "num_players": 3}, "needs 4 players"),
    (ludo_v0, {"safe_squares": (52,)}, "Square 52 is not on the ring"),
    (ludo_v0, {"sixes_reset": "never"}, "sixes_reset is one of roll, turn"),
    (ludo_v0, {"first_player": "last"}, "first_player is one of"),
    (ludo_v0, {"seats": (0, 0), "num_players": 2}, "must be different ones"),
    (ludo_v0, {"seats": (0, 5), "num_players": 2}, "Seat 5 is not on this board"),
    (ludo_v0, {"seats": (0, 1, 2), "num_players": 2}, "3 seats for 2 players"),
    (
        ludo_v0,
        {"players": 3},
        "got an unexpected keyword argument 'players'; did you mean 'num_players'",
    ),
    (ludo_v0, {"illegal": "ignore"}, "illegal is one of terminate, raise, substitute"),
    (ludo_v0, {"action_mask": "both"}, "action_mask is one of obs, info"),
    (ludo_v0, {"observation": "pixels"}, "observation is one of features, compact, flat80"),
    (ludo_v0, {"backend": "jax"}, "backend is one of auto, numba, python"),
    (ludo_v0, {"render_mode": "rgb"}, "render_mode is one of"),
    (ludo_v0, {"max_steps": 0}, "max_steps is None or a whole number from 1"),
    (strict_ludo_v0, {"dice": 3}, "one or two dice, not 3"),
    (strict_ludo_v0, {"end_path": 6}, "end_path is 4 or 5, not 6"),
    (strict_ludo_v0, {"protected_landing": "maybe"}, "protected_landing is one of"),
    (strict_ludo_v0, {"observation": "flat80", "dice": 2}, "observation is one of"),
]


@pytest.mark.parametrize(("module", "own", "text", "said"), POSITIONS)
def test_positions(module, own, text, said):
    """A text that is not a position of the game is refused, and the game goes on as before."""
    unchanged(module.env(backend="python", **own), {"position": text}, said)


@pytest.mark.parametrize(("options", "said"), OPTIONS)
def test_options(options, said):
    """A malformed option is refused; an unknown one is ignored."""
    unchanged(ludo_v0.env(num_players=2, backend="python"), options, said)


def unchanged(env, options, said):
    """Check that the refusal is one sentence and changes nothing, not even the next dice."""
    env.reset(seed=4, options={"dice": [6, 3, 5, 1, 2, 6]})
    env.step(int(env.last()[0]["action_mask"].argmax()))
    before, future = pickle.dumps(env.get_state()), env.clone()
    with pytest.raises(ValueError, match=said) as refusal:
        env.reset(seed=9, options=options)
    message = str(refusal.value)
    assert "\n" not in message
    assert message.endswith((".", "?"))
    assert pickle.dumps(env.get_state()) == before
    for _ in range(10):
        action = int(np.flatnonzero(env.last()[0]["action_mask"])[0])
        assert env.last()[0]["action_mask"].tolist() == future.last()[0]["action_mask"].tolist()
        env.step(action)
        future.step(action)
        assert env.position == future.position


def test_a_refused_first_reset_leaves_the_environment_unborn():
    """After a refused first reset, the environment still asks for a reset."""
    env = ludo_v0.env()
    with pytest.raises(ValueError, match="no key"):
        env.reset(options={"position": "wheel=3"})
    with pytest.raises(RuntimeError, match="before reset"):
        env.observe("player_0")
    env.reset(seed=1)
    assert env.agents


def test_unknown_options_are_ignored():
    """Contract: an unknown option changes nothing."""
    one, other = ludo_v0.env(), ludo_v0.env()
    one.reset(seed=3, options={"options": 1, "colour": "red"})
    other.reset(seed=3)
    assert one.position == other.position


@pytest.mark.parametrize(("module", "keywords", "said"), KEYWORDS)
def test_keywords(module, keywords, said):
    """An unknown keyword or value is refused, with a list of those that exist."""
    for make in (module.env, module.raw_env, module.parallel_env):
        with pytest.raises(LudoError, match=said) as refusal:
            make(**keywords)
        assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("seed", [-1, 1.5, "7"])
def test_seeds(seed):
    """A seed is a whole number of 0 or more; anything else is refused and nothing changes."""
    env = ludo_v0.env()
    env.reset(seed=1)
    before = env.position
    with pytest.raises((ValueError, TypeError)):
        env.reset(seed=seed)
    assert env.position == before


def test_states_of_other_games():
    """A state of another game, or an object that is not a state, is refused."""
    one = ludo_v0.env(backend="python")
    other = ludo_v0.env(exact_finish=True, backend="python")
    one.reset(seed=1)
    other.reset(seed=2)
    with pytest.raises(ValueError, match="another game or to another set of rules"):
        one.set_state(other.get_state())
    with pytest.raises(ValueError, match="takes what get_state gave"):
        one.set_state({"turn": 3})


def test_unknown_agents():
    """The error for an unknown agent names those that exist."""
    env = ludo_v0.env(num_players=2, backend="python")
    env.reset(seed=1)
    with pytest.raises(
        ValueError, match="Unknown agent 'player_9'; the agents are player_0, player_1"
    ):
        env.observe("player_9")


@pytest.mark.parametrize("mask", [np.ones(4, np.int8), np.array([0, 1, 2, 0, 0], np.int8)])
def test_masks(mask):
    """A mask of another size, or with numbers other than 0 and 1, is refused."""
    env = ludo_v0.env()
    with pytest.raises(ValueError, match="int8 array of 5 zeros and ones"):
        env.action_space("player_0").sample(mask)


def test_parallel_meddling():
    """An agent that acts out of turn forfeits, is refused, or is ignored, as the policy says."""
    actions = {"player_0": 4, "player_1": 2, "player_2": 4, "player_3": 4}
    env = ludo_v0.parallel_env()
    env.reset(options={"position": "turn=0 dice=3"})
    _, rewards, terminations, _, _ = env.step(actions)
    assert rewards == {"player_0": 0.0, "player_1": -1.0, "player_2": 0.0, "player_3": 0.0}
    assert all(terminations.values())
    env = ludo_v0.parallel_env(illegal="raise")
    env.reset(options={"position": "turn=0 dice=3"})
    with pytest.raises(ValueError, match="it is the turn of player_0; legal is 4"):
        env.step(actions)
    assert "turn=0" in env.position
    with pytest.raises(ValueError, match="player_3 has none"):
        env.step({"player_0": 4, "player_1": 4, "player_2": 4})
    env = ludo_v0.parallel_env(illegal="substitute")
    env.reset(options={"position": "turn=0 dice=3"})
    env.step(actions)
    assert "turn=1" in env.position
