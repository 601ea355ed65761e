"""Odd inputs that once caused tracebacks, and misspelt keywords and options."""

import gymnasium
import numpy as np
import pytest

from ludo_env import LudoError, env_of, generals_v0, loose_ludo_v0, ludo_v0, make_vec


def running():
    """Return an environment in the middle of a game."""
    env = ludo_v0.env(num_players=2, backend="python")
    env.reset(seed=1)
    return env


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda env: env.reset(seed=1.0), "A seed is a whole number of 0 or more, not 1.0"),
        (lambda env: env.reset(seed=2**600), "A seed has at most 512 bits"),
        (lambda env: env.reset(options={"dice": np.array(0)}), "list of numbers 1..6"),
        (lambda env: env.reset(options={"dice": np.ones((2, 2), int)}), "list of numbers 1..6"),
        (lambda env: env.reset(options={"position": "turn=" + "1" * 5000}), "no player sits there"),
        (lambda env: env.reset(options={"position": "x" * 30_000}), "at most 20000 letters"),
        (lambda env: env.describe(10**30), "the actions are the whole numbers 0..4"),
        (lambda env: env.explain(-1), "the actions are the whole numbers 0..4"),
        (lambda env: env.allows(10**30), "the actions are the whole numbers 0..4"),
        (lambda env: env.action_space("x"), "Unknown agent 'x'; the agents are player_0, player_1"),
        (lambda env: env.observation_space([]), r"Unknown agent \[\]"),
        (lambda env: env.observe({}), "Unknown agent {}"),
        (lambda env: list(env.agent_iter("x")), "max_iter is a whole number"),
        (lambda _: make_vec(None, 2), "Unknown game None; known are french_ludo_v0"),
        (lambda _: make_vec("ludo_v0", 10**12), "num_envs is a whole number from 1 to"),
        (lambda _: ludo_v0.env(seats=True), "seats is a list of whole numbers, not True"),
        (lambda _: ludo_v0.env(max_steps=2**80), "max_steps is None or a whole number"),
        (lambda _: env_of("ludo"), "env_of takes a Spec"),
        (lambda _: loose_ludo_v0.env("tock", trust="no"), "trust is True or False"),
        (lambda _: ludo_v0.single_env(seat=np.zeros(3)), "seat is"),
        (lambda _: ludo_v0.single_env().reset(options=[1]), "options is a dictionary"),
        (lambda _: generals_v0.env(diagonal=1), "diagonal is True or False, not 1"),
    ],
)
def test_what_was_a_traceback_is_a_sentence(call, said):
    """The input is refused in a sentence, and the game does not change."""
    env = running()
    before = env.position
    with pytest.raises(LudoError, match=said) as error:
        call(env)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300
    assert env.position == before


def test_a_parallel_step_takes_a_dictionary():
    """Anything but a dictionary is refused, and the game goes on."""
    env = ludo_v0.parallel_env(backend="python")
    env.reset(seed=1)
    for actions in (None, 3, "x", [0, 0, 0, 0]):
        with pytest.raises(LudoError, match="takes a dictionary with an action for every agent"):
            env.step(actions)
    with pytest.raises(LudoError, match="Unknown agent 'x'"):
        env.action_space("x")
    env.step(dict.fromkeys(env.agents, 4))


def test_a_batch_has_games_by_their_numbers():
    """Games have numbers from 0 on; -1 is not the last game."""
    batch = make_vec("ludo_v0", 2, backend="python")
    batch.reset(seed=1)
    for number in (-1, 2, "x", None, 0.0, True, [0], 10**30):
        with pytest.raises(LudoError, match=r"0\.\.1"):
            batch.position(number)
    assert batch.position(np.int64(1))


@pytest.mark.parametrize(
    "make", ["env", "raw_env", "parallel_env", "single_env", "batch_env", "single_batch_env"]
)
def test_unknown_keywords_are_type_errors_in_pythons_words(make):
    """The message has Python's words, because wrappers that drop a keyword look for them."""
    games = (2,) if "batch" in make else ()
    phrase = rf"^{make}\(\) got an unexpected keyword argument 'frameskip'; "
    for kind in (LudoError, TypeError, ValueError):
        with pytest.raises(kind, match=phrase):
            getattr(ludo_v0, make)(*games, frameskip=4)
    with pytest.raises(TypeError, match="did you mean 'illegal'"):
        getattr(ludo_v0, make)(*games, ilegal="raise")


def test_unknown_keywords_through_other_doors():
    """The registry of Gymnasium, `make_vec` and `env_of` pass on the same error."""
    phrase = "got an unexpected keyword argument 'frameskip'"
    for make in (
        lambda: gymnasium.make("ludo_env/Ludo-v0", frameskip=4),
        lambda: gymnasium.make_vec("ludo_env/Ludo-v0", 2, frameskip=4),
        lambda: make_vec("ludo_v0", 2, frameskip=4),
        lambda: env_of(ludo_v0.spec(), frameskip=4),
    ):
        with pytest.raises(TypeError, match=phrase):
            make()
