"""After Ctrl-C, forks and failing rules, nothing is locked, lost or half-changed."""

import dataclasses
import os
import pickle
import subprocess
import sys

import gymnasium
import numpy as np
import pytest

from ludo_env import (
    ActionRangeError,
    LudoError,
    OrderError,
    SpecError,
    env_of,
    field,
    game_of,
    hooks,
    ludo_v0,
    make_vec,
    rule,
)
from ludo_env._engine.errors import StateError
from ludo_env._engine.perft import perft
from ludo_env.agents import AgentError, Simulator, View, make_agent
from ludo_env.play import Table

# Steps an environment while a timer raises KeyboardInterrupt at odd moments.
INTERRUPTED = """
import random, signal, sys
import numpy as np
import gymnasium
from ludo_env import ludo_v0, make_vec

kind, count = sys.argv[1], int(sys.argv[2])
chance = random.Random(1)
if kind == "aec":
    env = ludo_v0.raw_env()
elif kind == "seat":
    env = gymnasium.make("ludo_env/Ludo-v0", disable_env_checker=True).unwrapped
else:
    env = make_vec("ludo_v0", 16, seed=1)

def interrupt(*_):
    raise KeyboardInterrupt

def step():
    if kind == "aec":
        if not env.agents or env._ended:
            env.reset()
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    elif kind == "seat":
        if not env._waiting:
            env.reset()
        env.step(int(np.flatnonzero(env.action_masks())[0]))
    else:
        if not env._begun:
            env.reset()
        env.step(env.sample_actions())

env.reset(seed=1)
signal.signal(signal.SIGALRM, interrupt)
interrupts = 0
for number in range(count):
    try:
        signal.setitimer(signal.ITIMER_REAL, chance.uniform(1e-5, 4e-4))
        for _ in range(1000):
            step()
        signal.setitimer(signal.ITIMER_REAL, 0)
    except KeyboardInterrupt:
        interrupts += 1
    signal.setitimer(signal.ITIMER_REAL, 0)
    # The environment is not locked, and its agent state agrees with the game.
    if kind == "aec":
        env.last()
        if not env._ended:
            seat = int(env.record["seat"][0])
            assert env.agent_selection == f"player_{seat}" and env._actor == seat
            env.clone()
    elif kind == "seat":
        record = env._session.record
        if env._waiting:
            assert int(record["phase"][0]) == 2 and int(record["seat"][0]) == env._learner
    step()
print("interrupts", interrupts)
"""


@pytest.mark.parametrize("kind", ["aec", "seat", "batch"])
def test_ctrl_c_at_any_moment(kind):
    """After an interrupted step the next one plays on, from a state that agrees with the agents."""
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, kind, "400"],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout.split()[-1]) > 100


FORKED = """
import os, signal
from ludo_env import make_vec
envs = make_vec("ludo_v0", 8, seed=1, threads=2)
envs.reset()
envs.step(envs.sample_actions())
child = os.fork()
if child == 0:
    signal.alarm(20)
    envs.step(envs.sample_actions())
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
envs.step(envs.sample_actions())
print("both")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_batch_has_threads_of_its_own():
    """A child process that inherits a batch can step it."""
    done = subprocess.run(
        [sys.executable, "-c", FORKED], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.stdout.split() == ["both"], done.stderr


@rule(fields=(field("tired", per="player", high=1),))
def grows_tired(board):
    """Every turn makes a player more tired, without a bound."""

    def turn_ends(s, player):
        s.tired[player] += 1

    return hooks(turn_ends=turn_ends)


@rule()
def never_opens(board):
    """The opening never ends."""

    def setup(s):
        s.opening = 1

    def opening(s, face):
        return -1

    return hooks(setup=setup, opening=opening)


def test_a_number_out_of_range_leaves_the_game_as_it_was():
    """Plain Python refuses the number, and nothing of that move has been played."""
    env = env_of(ludo_v0.spec().with_rules(grows_tired()), backend="python")
    env.reset(seed=1)
    before, error = None, None
    while error is None:
        before = pickle.dumps(env.get_state()), env.last()[0]["action_mask"].tolist()
        try:
            env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
        except SpecError as refusal:
            error = refusal
    assert "tired" in str(error)
    assert (pickle.dumps(env.get_state()), env.last()[0]["action_mask"].tolist()) == before
    env.clone()


@pytest.mark.parametrize("backend", ["python", pytest.param("numba", marks=pytest.mark.long)])
def test_an_opening_that_never_ends_is_refused(backend):
    """A position whose dice wait for the starter is refused in one sentence."""
    env = env_of(ludo_v0.spec(num_players=2).with_rules(never_opens()), backend=backend)
    with pytest.raises(LudoError, match="chance events"):
        env.reset(options={"position": "p0=1,2,y,y dice=3"})
    env.reset(seed=1)
    assert all(env.truncations.values())
    saved = env.get_state()
    unsigned = dataclasses.replace(saved, dealt=saved.dealt._replace(sign=b""))
    env.set_state(unsigned)


def test_what_callers_add_to_the_agent_state_is_kept():
    """Wrappers write into rewards and infos, and copies keep what they write."""
    env = ludo_v0.env(backend="python")
    env.reset(seed=1)
    env.infos["player_0"]["note"] = "mine"
    env.rewards["player_0"] = 0.5
    twin = env.clone()
    assert twin.infos["player_0"]["note"] == "mine"
    assert twin.rewards["player_0"] == 0.5


def test_a_state_goes_between_environments_with_other_keywords():
    """The infos are those of the environment that a state is put into."""
    spec = {"backend": "python"}
    plain, output = (
        ludo_v0.env(**spec),
        ludo_v0.env(action_mask="info", illegal="substitute", **spec),
    )
    for source, target in ((plain, output), (output, plain)):
        source.reset(seed=4)
        target.set_state(source.get_state())
        assert target.position == source.position
        target.reset(seed=1)
        assert set(target.infos["player_0"]) == set(target.infos["player_1"])
    plain.reset(seed=4)
    output.set_state(plain.get_state())
    agent = output.agent_selection
    assert output.infos[agent]["action_mask"].tolist() == plain.last()[0]["action_mask"].tolist()
    assert output.infos[agent]["substituted"] == -1


def test_a_forfeited_game_and_its_clone_agree():
    """Whatever ended a game, its clone shows the same."""
    env = ludo_v0.env(backend="python")
    env.reset(options={"position": "p0=y,y,y,y p1=1,y,y,y turn=0 dice=1"})
    env.step(0)
    twin = env.clone()
    assert env.last()[0]["action_mask"].tolist() == twin.last()[0]["action_mask"].tolist()
    assert [env.allows(action) for action in range(5)] == [
        twin.allows(action) for action in range(5)
    ]


def test_steps_beyond_the_limit_truncate():
    """A saved game that has taken more steps than a batch allows ends with its next one."""
    source = make_vec("ludo_v0", 2, seed=1, backend="python")
    source.reset()
    for _ in range(20):
        source.step(source.sample_actions())
    target = make_vec("ludo_v0", 2, seed=1, backend="python", max_steps=5)
    target.set_state(source.get_state())
    assert target.step(target.sample_actions())[3].all()
    saved = source.get_state()
    for steps in (2**63 - 1, -1):
        arrays = {**saved.arrays, "steps": np.full(2, steps)}
        with pytest.raises(StateError):
            target.set_state(dataclasses.replace(saved, sign=b"", arrays=arrays))


def _play(env, steps):
    """Play this many steps of a single seat."""
    env.reset(seed=1)
    for _ in range(steps):
        env.step(int(env.action_masks().argmax()))


class Meddler:
    """An opponent that writes into its arguments, and passes them on."""

    wants_game = True

    def __call__(self, game, record, mask):
        """Break the record, and ask an agent about it."""
        record["seat"] = 250
        record["progress"][:] = 127
        agent = make_agent("rollout:samples=4,seconds=none")
        legal = np.flatnonzero(mask).tolist()
        return agent.act(View(game, record, np.random.default_rng(0), legal))


def test_an_agent_cannot_be_shown_a_state_that_is_none():
    """A view checks its state, and cannot be written."""
    env = gymnasium.make("ludo_env/Ludo-v0", opponents=Meddler(), backend="numba").unwrapped
    with pytest.raises(AgentError) as caught:
        _play(env, steps=20)
    assert isinstance(caught.value.__cause__, StateError)
    aec = ludo_v0.raw_env(backend="python")
    aec.reset(seed=1)
    view = View(aec.game, aec.record, np.random.default_rng(0))
    with pytest.raises(ValueError, match="read-only"):
        view.record["seat"] = 3
    with pytest.raises(AttributeError):
        view.record = aec.record


ODD = (None, 1.5, "2", b"1", 2**70, float("nan"), -1, [1], {}, object())


@pytest.fixture(scope="module")
def decision():
    """A game, a decision in it, and its legal actions."""
    env = ludo_v0.raw_env(backend="python")
    env.reset(seed=1)
    legal = np.flatnonzero(env.last()[0]["action_mask"]).tolist()
    return game_of(ludo_v0.spec(), "numba"), env.record, legal


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_odd_actions_of_planners_are_refused(decision, odd):
    """Simulators, rollouts and words refuse odd actions in one sentence."""
    game, record, _ = decision
    simulator = Simulator(game)
    for call in (
        lambda: simulator.play(record, odd), lambda: simulator.try_out(record, odd),
        lambda: game.describe(record, odd), lambda: game.explain(record, odd),
        lambda: game.rollouts(record, [odd], 2, 0),
    ):  # fmt: skip
        with pytest.raises(ActionRangeError):
            call()


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_odd_values_of_planners_are_refused(decision, odd):
    """Odd numbers, styles and records are refused in one sentence."""
    game, record, legal = decision
    simulator = Simulator(game)
    for call in (
        lambda: game.rollouts(record, odd, 2, 0) if odd != [1] else perft(game, record, odd),
        lambda: game.rollouts(record, legal, odd, 0), lambda: perft(game, record, odd),
        lambda: game.session(odd), lambda: game.batch("compact", odd),
        lambda: simulator.legal(odd), lambda: simulator.chance(odd), lambda: simulator.seat(odd),
        lambda: game.position(odd), lambda: game.outcomes(odd), lambda: game.returns(odd),
        lambda: game.audit(odd), lambda: game.describe(odd, 0), lambda: game.hand_dice(odd, "1"),
    ):  # fmt: skip
        with pytest.raises(LudoError):
            call()


def test_odd_answers_at_a_table_are_refused():
    """An agent that answers nonsense is refused, and so are odd calls of the table itself."""

    class Odd:
        name = "odd"
        answer = None

        def act(self, view):
            return self.answer

    table = Table(ludo_v0.spec(num_players=2), ["random", "random"], 1)
    table.agents = [Odd(), Odd()]
    for answer in (None, "x", 0.7, float("nan"), 99, np.zeros(3)):
        Odd.answer = answer
        with pytest.raises(LudoError):
            table.choose()
    for call in (lambda: table.chosen(9, table.view), lambda: table.go_to(None)):
        with pytest.raises(LudoError):
            call()


def test_saved_games_are_picked_by_numbers():
    """Odd picks are refused in one sentence; a loop over the games still ends."""
    envs = make_vec("ludo_v0", 4, seed=1, backend="python")
    envs.reset()
    saved = envs.get_state()
    for odd in ("a", 1.5, {}, [99], [[0, 1]], [True], object()):
        with pytest.raises(LudoError):
            saved[odd]
    assert len(list(saved)) == 4
    assert saved != saved[:]


def test_states_are_saved_between_steps_and_not_within():
    """get_state() inside a call is refused, so that no incomplete state is signed."""
    env = ludo_v0.raw_env(backend="python")
    env.reset(seed=1)
    env._inside = True
    for call in (env.get_state, env.clone, lambda: env.record, lambda: pickle.dumps(env)):
        with pytest.raises(OrderError):
            call()
