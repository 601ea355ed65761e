"""Calls that a batch refuses, each in one sentence and without any change."""

import numpy as np
import pytest
from batches import DISABLED, NEXT_STEP, SAME_STEP, batch, begun, every_game, stepped, whole

import ludo_env
from ludo_env import LudoError, OrderError


def refused(call, *report, kind=LudoError):
    """Check that the call is refused in one sentence that contains these words."""
    with pytest.raises(kind) as refusal:
        call()
    message = str(refusal.value)
    assert "\n" not in message
    assert len(message) < 400
    for word in report:
        assert str(word) in message


@pytest.mark.parametrize("mode", [NEXT_STEP, SAME_STEP, DISABLED], ids=str)
@pytest.mark.parametrize(
    ("actions", "report"),
    [
        ([0, 1, 99], ["Game 2", "99", "0..4"]),
        ([0, -1, 0], ["Game 1", "-1"]),
        ([2**62, 0, 0], ["Game 0"]),
        (np.array([2**64 - 1, 0, 0], np.uint64), ["Game 0"]),
        ([0.0, 1.0, 0.0], ["float64"]),
        ([True, False, True], ["bool"]),
        (["0", "0", "0"], ["3 whole numbers"]),
        ([0, 0], ["(2,)"]),
        ([[0, 0, 0]], ["(1, 3)"]),
        (0, ["()"]),
        (None, ["3 whole numbers"]),
        ([], ["(0,)"]),
    ],
    ids=str,
)
def test_bad_actions(actions, report, mode):
    """Actions out of range or of a wrong shape or type are refused, and no game advances."""
    env = batch("ludo", 3, autoreset_mode=mode)
    begun(env, seed=1)
    before = whole(env)
    refused(lambda: env.step(actions), *report)
    assert whole(env) == before
    stepped(env, np.asarray(env.sample_actions(), np.int32))


@every_game
def test_one_bad_action_stops_all(name):
    """If one number is too high among many good ones, no game advances."""
    env = batch(name, 50, threads=2)
    begun(env, seed=1)
    actions = env.sample_actions()
    actions[37] = env.single_action_space.n
    before = whole(env)
    refused(lambda: env.step(actions), "Game 37")
    assert whole(env) == before
    env.close()


def test_nothing_before_reset():
    """Neither a step nor a reset of some games may come first."""
    env = batch("ludo", 2)
    refused(lambda: env.step(np.zeros(2, int)), "reset()", kind=OrderError)
    refused(env.get_state, "reset()", kind=OrderError)
    refused(lambda: env.reset(options={"reset_mask": np.array([True, False])}), "reset_mask")
    begun(env, seed=1)
    stepped(env, env.sample_actions())
    saved, other = env.get_state(), batch("ludo", 2)
    refused(lambda: other.set_state(saved[0], [1]), "reset()", kind=OrderError)
    other.set_state(saved)
    same_mode = batch("ludo", 2, autoreset_mode=SAME_STEP)
    refused(lambda: same_mode.set_state(saved), "autoreset_mode")


@pytest.mark.parametrize(
    "seed",
    [-1, 1.5, "5", True, [1, 2], [1, 2, 3, 4], [1, 2, -3], [1, 2, 3.5], [1, 2, "x"], [1, 2, True]],
    ids=str,
)
def test_bad_seeds(seed):
    """No game begins, not even those with a good seed."""
    env = batch("ludo", 3)
    begun(env, seed=1)
    stepped(env, env.sample_actions())
    before = whole(env)
    refused(lambda: env.reset(seed=seed), "seed")
    assert whole(env) == before


@pytest.mark.parametrize(
    "options",
    [
        "x",
        5,
        {"reset_mask": np.array([1, 0, 0])},
        {"reset_mask": np.array([True, False])},
        {"reset_mask": np.zeros(3, bool)},
        {"reset_mask": "x"},
        {"reset_mask": None},
        {"dice": [6]},
        {"position": 7},
        {"position": "nonsense"},
        {"position": "nonsense", "reset_mask": np.array([True, False, False])},
    ],
    ids=str,
)
def test_bad_options(options):
    """Bad options begin no game and use no seed."""
    env = batch("ludo", 3)
    begun(env, seed=1)
    before = whole(env)
    refused(lambda: env.reset(seed=2, options=options))
    assert whole(env) == before


@pytest.mark.parametrize("games", [4, -1, [0, 4], 0.5, [1.0], "x", [True, False, False, True]])
def test_bad_game_numbers(games):
    """get_state and set_state take numbers of games, not truth values."""
    env = batch("ludo", 4)
    begun(env, seed=1)
    saved, before = env.get_state([0]), whole(env)
    refused(lambda: env.get_state(games), "0..3")
    refused(lambda: env.set_state(saved, games), "0..3")
    assert whole(env) == before


def test_unknown_options_are_ignored():
    """Unknown options are ignored, as PettingZoo and Gymnasium require."""
    env, twin = batch("ludo", 3), batch("ludo", 3)
    begun(env, seed=1, options={"options": 1})
    begun(twin, seed=1)
    assert whole(env) == whole(twin)


@pytest.mark.parametrize(
    ("keyword", "value"),
    [
        *(("threads", value) for value in (0, -1, 5, 2.0, True, "2", None)),
        *(("autoreset_mode", value) for value in ("x", 1, None)),
        *(("observation", value) for value in ("x", " ", None)),
        *(("layout", value) for value in ("x", None)),
        *(("illegal", value) for value in ("x", None)),
        *(("backend", value) for value in ("x", None)),
        *(("max_steps", value) for value in (0, -3, 1.5, True, "7")),
        *(("seed", value) for value in (-1, 1.5, "x", True)),
        *((keyword, value) for keyword in ("copy", "auto_pass") for value in ("no", None)),
        ("num_players", 7),
        ("nonsense", 1),
    ],
    ids=str,
)
def test_bad_keywords(keyword, value):
    """An unknown keyword or value is refused by name before any game."""
    refused(lambda: batch("ludo", 4, **{keyword: value}), keyword)


@pytest.mark.parametrize("games", [0, -1, 1.5, True, "3", None])
def test_bad_numbers_of_games(games):
    """A batch has at least one game."""
    refused(lambda: batch("ludo", games), "num_envs")


def test_unknown_games():
    """The error suggests the nearest game."""
    refused(lambda: ludo_env.make_vec("ludo_v9", 2), "ludo_v0")
