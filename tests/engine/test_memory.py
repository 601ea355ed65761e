"""No public call ends the process: input from outside is checked or copied."""

import contextlib
import copy
import dataclasses
import pickle
import subprocess
import sys
import threading

import gymnasium
import numpy as np
import pytest

from ludo_env import (
    ActionRangeError,
    IllegalActionError,
    LudoError,
    OrderError,
    env_of,
    french_ludo_v0,
    game_of,
    generals_v0,
    ludo_v0,
    make_vec,
    strict_ludo_v0,
)
from ludo_env._engine.errors import StateError
from ludo_env._engine.kernel import BEGIN, MARKED, PLAY, REFUSED, ROLL, SETTLE
from ludo_env._engine.perft import perft
from ludo_env._envs.batch_options import ActionReader
from ludo_env._envs.settings import Settings, VectorSettings
from ludo_env._envs.single import SeatEnv
from ludo_env._envs.vector import BatchEnv
from ludo_env.agents import AgentError, Simulator, View

MODULES = (ludo_v0, strict_ludo_v0, french_ludo_v0, generals_v0)


def started(module=ludo_v0, backend="python", steps=20, **keywords):
    """Return an environment in the middle of a game."""
    env = module.raw_env(backend=backend, **keywords)
    env.reset(seed=1)
    for _ in range(steps):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    return env


def changed(saved, **fields):
    """Return a saved state with other numbers in its record."""
    record = saved.dealt.record.copy()
    for name, value in fields.items():
        record[name] = value
    return dataclasses.replace(saved, dealt=saved.dealt._replace(record=record))


# Actions


@pytest.mark.parametrize("copied", [True, False])
@pytest.mark.parametrize("number", [10**9, 7, 5, -1, -(2**63), 2**63 - 1])
def test_an_action_of_a_batch_is_checked_whatever_array_it_comes_in(number, copied):
    """The batch's own array of sampled actions is checked like any other."""
    envs = make_vec("ludo_v0", 64, seed=1, copy=copied)
    envs.reset()
    actions = envs.sample_actions()
    actions[:] = number
    before = pickle.dumps(envs.get_state())
    with pytest.raises(ActionRangeError, match=r"0\.\.4"):
        envs.step(actions)
    assert pickle.dumps(envs.get_state()) == before


def test_actions_are_copied_before_they_are_checked():
    """An array that changes between the check and its use would evade the check."""
    envs = make_vec("ludo_v0", 8, seed=1, backend="python")
    envs.reset()
    actions = envs.sample_actions()
    taken = np.zeros(8, np.int64)
    ActionReader(taken, 5).read(actions)
    played = actions.copy()
    actions[:] = 99
    assert (taken == played).all()


@pytest.mark.parametrize("backend", ["python", "numba"])
def test_the_loop_itself_refuses_what_is_not_legal(backend):
    """The kernel itself looks at actions and outcomes, and changes nothing if they are wrong."""
    session = game_of(ludo_v0.spec(), backend).session(seed=3)
    session.run(BEGIN, 0)
    before = session.memory.tobytes()
    for outcome in (-1, 6, 2**62):
        assert session.run(ROLL, outcome) == REFUSED
    assert session.memory.tobytes() == before
    session.run(SETTLE, 0)
    before = session.memory.tobytes()
    illegal = [number for number in range(5) if not session.mask[number]]
    for action in (*illegal, -1, 5, 10**9, -(2**62)):
        assert session.run(PLAY, action) == REFUSED
    for action in illegal:
        assert session.run(PLAY | MARKED, action) == REFUSED, "nobody outside vouches for a list"
    assert session.run(ROLL, 0) == REFUSED, "nothing is pending"
    assert session.memory.tobytes() == before


@pytest.mark.parametrize(
    "action", [10**30, -(10**30), 5, -1, 2.0, "0", None, [0], np.array([0, 1])]
)
def test_an_odd_action_changes_nothing(action):
    """An action outside the action space is refused in one sentence, on both backends."""
    for backend in ("python", "numba"):
        env = started(backend=backend)
        before = pickle.dumps(env.get_state())
        with pytest.raises(ActionRangeError):
            env.step(action)
        assert pickle.dumps(env.get_state()) == before


# Arrays that are handed out


@pytest.mark.parametrize("copied", [True, False])
def test_arrays_of_a_batch_cannot_be_used_to_change_it(copied):
    """Arrays that are not copied are read-only, and cannot be made writable again."""
    envs = make_vec("ludo_v0", 16, seed=1, copy=copied, autoreset_mode="SameStep")
    rows, infos = envs.reset()
    rows, rewards, terminated, truncated, infos = envs.step(envs.sample_actions())
    before = pickle.dumps(envs.get_state())
    legal = envs.observations()[1]["action_mask"].copy()
    for array in (rows, rewards, terminated, truncated, *infos.values()):
        if isinstance(array, np.ndarray) and array.flags.writeable:
            assert copied
            array[:] = np.ones(1, array.dtype)
        else:
            with pytest.raises(ValueError, match="WRITEABLE"):
                array.flags.writeable = True
    assert pickle.dumps(envs.get_state()) == before
    assert (envs.observations()[1]["action_mask"] == legal).all()


def test_a_mask_in_the_infos_cannot_be_used_to_change_the_rules():
    """The mask of an agent is a copy: an action marked in it by hand is still illegal."""
    env = ludo_v0.raw_env(action_mask="info", backend="python")
    env.reset(seed=1, options={"position": "p0=3,y,y,y turn=0 dice=2"})
    env.infos["player_0"]["action_mask"][:] = 1
    with pytest.raises(IllegalActionError):
        env.step(4)


def test_a_saved_state_is_read_only():
    """The record of a saved state cannot be written."""
    saved = started().get_state()
    for array in (saved.dealt.record, saved.dealt.stream):
        with pytest.raises(ValueError, match="read-only"):
            array[array.dtype.names[0]] = 100
    branches = make_vec("ludo_v0", 4, seed=1, backend="python")
    branches.reset()
    arrays = branches.get_state().arrays
    with pytest.raises(ValueError, match="read-only"):
        arrays["records"]["seat"] = 100


# States from outside


@pytest.mark.parametrize("backend", ["python", "numba"])
@pytest.mark.parametrize(
    "fields",
    [
        {"seat": 100}, {"seat": 4}, {"progress": 127}, {"progress": 58}, {"opening": 127},
        {"opening": 1}, {"pending": 1}, {"phase": 0}, {"phase": 3}, {"winner": 2}, {"crowd": 1},
        {"dice": 0}, {"dice": 7}, {"colour": 9}, {"sixes": 3}, {"bonus": 1}, {"played": 1},
    ],
    ids=str,
)  # fmt: skip
def test_a_state_that_the_game_cannot_have_is_refused(fields, backend):
    """Ranges of fields, the audit and the position are checked: one sentence, nothing changed."""
    env = started(backend=backend)
    before = pickle.dumps(env.get_state())
    with pytest.raises(StateError) as error:
        env.set_state(changed(env.get_state(), **fields))
    assert len(str(error.value)) < 400
    assert "\n" not in str(error.value)
    assert pickle.dumps(env.get_state()) == before


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_a_state_from_another_process_is_taken(module):
    """Without the signature of this process a state is checked, and a sound one passes."""
    env = started(module, steps=60)
    saved = env.get_state()
    stranger = dataclasses.replace(saved, dealt=saved.dealt._replace(sign=b""))
    twin = module.raw_env(backend="python")
    twin.set_state(pickle.loads(pickle.dumps(stranger)))
    assert twin.position == env.position
    for _ in range(30):
        for board in (env, twin):
            mask = board.observe(board.agent_selection)["action_mask"]
            board.step(int(np.flatnonzero(mask)[-1]))
    assert twin.position == env.position
    assert twin.record.tobytes() == env.record.tobytes()


def test_the_end_of_a_game_is_taken_too():
    """A state after the end must agree with the winner."""
    env = ludo_v0.raw_env(backend="python")
    env.reset(options={"position": "p0=f,f,f,h4 turn=0 dice=1 hit=0"})
    env.step(3)
    saved = env.get_state()
    assert saved.agent_state["_ended"]
    stranger = dataclasses.replace(saved, dealt=saved.dealt._replace(sign=b""))
    env.set_state(stranger)
    for fields in ({"winner": 1}, {"winner": -1}, {"phase": 4}, {"phase": 2}):
        with pytest.raises(StateError):
            env.set_state(changed(saved, **fields))
    agent_state = {**saved.agent_state, "terminations": dict.fromkeys(env.agents, False)}
    with pytest.raises(StateError, match="terminations"):
        env.set_state(dataclasses.replace(saved, agent_state=agent_state))


@pytest.mark.parametrize(
    "agent_state",
    [
        {"agents": ["player_9"]}, {"agents": []}, {"agent_selection": "player_3"},
        {"agent_selection": 7}, {"rewards": {}}, {"_ended": True}, {"_ended": 1}, {"_actor": 3},
        {"_actor": 100}, {"_steps": -1}, {"_steps": 10**40}, {"_steps": None}, {"infos": None},
        {"terminations": {"player_0": True}}, {"_skip_agent_selection": "player_0"},
    ],
    ids=str,
)  # fmt: skip
def test_agent_states_that_do_not_fit_the_game_are_refused(agent_state):
    """Agents, flags, rewards and infos are checked before anything changes."""
    env = started()
    saved = env.get_state()
    with pytest.raises(StateError):
        env.set_state(dataclasses.replace(saved, agent_state={**saved.agent_state, **agent_state}))
    with pytest.raises(StateError):
        env.set_state(dataclasses.replace(saved, agent_state=agent_state))
    assert pickle.dumps(env.get_state()) == pickle.dumps(saved)


def test_dice_and_streams_of_a_saved_state_are_checked():
    """The script holds faces of the die, and the stream is one of 32-bit keys."""
    env = started()
    saved = env.get_state()
    stream = saved.dealt.stream.copy()
    stream["key0"] = -1
    for dealt in (
        saved.dealt._replace(script=(7,)),
        saved.dealt._replace(script=("6",)),
        saved.dealt._replace(script=5),
        saved.dealt._replace(stream=stream),
        saved.dealt._replace(stream=stream.view(np.uint8)),
        saved.dealt._replace(record=None),
        saved.dealt._replace(record=np.zeros(188, np.uint8)),
        saved.dealt._replace(sign=None, record=np.zeros(1, saved.dealt.record.dtype)),
        None,
    ):
        with pytest.raises(LudoError):
            env.set_state(dataclasses.replace(saved, dealt=dealt))
    assert pickle.dumps(env.get_state()) == pickle.dumps(saved)


def test_saved_games_of_a_batch_are_checked():
    """Arrays of another kind, other fields and impossible games are refused."""
    envs = make_vec("ludo_v0", 8, seed=1)
    envs.reset()
    for _ in range(30):
        envs.step(envs.sample_actions())
    saved = envs.get_state()
    before = pickle.dumps(saved)
    for name, value in (
        ("records", saved.arrays["records"].view(np.uint8)), ("steps", saved.arrays["steps"] - 99),
        ("acted", saved.arrays["acted"] + 4), ("rewards", saved.arrays["rewards"] + 5),
        ("streams", saved.arrays["streams"][:3]), ("terminated", None), ("nonsense", None),
        ("truncated", np.full(8, 7, np.uint8).view(np.bool_)),
    ):  # fmt: skip
        with pytest.raises(StateError):
            envs.set_state(dataclasses.replace(saved, arrays={**saved.arrays, name: value}))
    for name in {*saved.arrays["records"].dtype.names} - {"sides"}:  # a leftover of the last die
        records = saved.arrays["records"].copy()
        records[name] = 113
        with pytest.raises(StateError):
            envs.set_state(dataclasses.replace(saved, arrays={**saved.arrays, "records": records}))
    assert pickle.dumps(envs.get_state()) == before
    # The same games without a signature are checked, and pass.
    envs.set_state(dataclasses.replace(saved, sign=b""))
    assert pickle.dumps(envs.get_state()) == before


def test_picked_branches_keep_their_signature():
    """Some of the saved games are accepted like all of them."""
    envs = make_vec("ludo_v0", 4, seed=1, backend="python")
    envs.reset()
    picked = envs.get_state()[[0, 0, 2, 3]]
    assert picked.sign
    tampered = dataclasses.replace(envs.get_state(), arrays={**picked.arrays})
    assert not tampered[[0]].sign


def test_a_record_from_outside_is_checked_before_it_is_played():
    """Rollouts, perft, simulators and views refuse a state that the game cannot have."""
    game = game_of(ludo_v0.spec(), "numba")
    record = started().record
    action = int(np.flatnonzero(started().observe(started().agent_selection)["action_mask"])[0])
    record["seat"] = 100
    for call in (
        lambda: game.rollouts(record, [action], 4, 0),
        lambda: perft(game, record, 1),
        lambda: Simulator(game).play(record, action),
        lambda: Simulator(game).legal(record),
        lambda: View(game, record, np.random.default_rng(0)),
    ):
        with pytest.raises(StateError):
            call()
    sound = started().record
    for actions, samples in (([99], 4), ([-1], 4), ([action], 0), ([action], -3)):
        with pytest.raises(LudoError):
            game.rollouts(sound, actions, samples, 0)


# The single seat


def test_a_pickled_seat_is_checked():
    """What a pickle says of the learner and of the game must fit."""
    env = gymnasium.make("ludo_env/Ludo-v0", backend="python").unwrapped
    env.reset(seed=1)
    made, arguments, state = env.__reduce__()
    agent_state, others, dealt = state
    record = dealt.record.copy()
    record["seat"] = 3
    for wrong in (
        None,
        (agent_state, others),
        (agent_state | {"_learner": 99}, others, dealt),
        (agent_state | {"_learner": 2}, others, dealt),
        (agent_state | {"_begun": 3}, others, dealt),
        (agent_state | {"more": 3}, others, dealt),
        (agent_state, None, dealt),
        (agent_state, others, dealt._replace(record=record)),
        (agent_state, others, None),
    ):
        twin = made(*arguments)
        with pytest.raises(StateError):
            twin.__setstate__(wrong)
    twin = made(*arguments)
    twin.__setstate__(state)
    assert twin.position == env.position
    assert copy.deepcopy(env).position == env.position


def test_an_opponent_that_fails_leaves_the_game_as_it_was():
    """After the error the learner's action has not been played, and the game goes on."""
    fails = threading.Event()

    def opponent(observation, mask):
        if fails.is_set():
            raise RuntimeError("out of ideas")
        return int(mask.argmax())

    env = gymnasium.make("ludo_env/Ludo-v0", backend="python", opponents=opponent).unwrapped
    _, info = env.reset(seed=4, options={"position": "p0=3,y,y,y turn=0 dice=1"})
    before, legal = env.position, info["action_mask"]
    fails.set()
    for _ in range(2):
        with pytest.raises(AgentError, match="ideas") as caught:
            env.step(int(legal.argmax()))
        assert isinstance(caught.value.__cause__, RuntimeError)
        assert env.position == before
    with pytest.raises(AgentError, match="ideas"):
        env.reset(seed=5)
    assert env.position == before
    fails.clear()
    env.step(int(legal.argmax()))


# Calls at the wrong time


def test_a_refused_reset_changes_nothing():
    """After a refused reset the game is as before, the observation included."""
    env = generals_v0.raw_env(backend="python", role_choice="fixed")
    env.reset(seed=1, options={"dice": [6, 6, 6, 6]})
    before = pickle.dumps(env.get_state())
    seen = env.last()[0]["observation"]
    with pytest.raises(LudoError):
        env.reset(options={"position": "nonsense"})
    assert pickle.dumps(env.get_state()) == before
    assert (env.last()[0]["observation"] == seen).all()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_closed_batch_says_so(threads):
    """After close() every call is refused in one sentence."""
    envs = make_vec("ludo_v0", 8, seed=1, threads=threads)
    envs.reset()
    actions = envs.sample_actions()
    saved = envs.get_state()
    envs.close()
    envs.close()
    for call in (
        envs.reset, lambda: envs.step(actions), envs.sample_actions, envs.get_state,
        lambda: envs.set_state(saved), envs.observations,
    ):  # fmt: skip
        with pytest.raises(OrderError, match="close"):
            call()


def test_calls_on_a_batch_from_several_threads_are_right_or_refused():
    """No other call starts while one is running, and the games stay valid."""
    envs = make_vec("ludo_v0", 256, seed=1)
    envs.reset()
    refused = hammered(lambda: envs.step(envs.sample_actions()))
    assert all("still running" in message for message in refused)
    envs.set_state(dataclasses.replace(envs.get_state(), sign=b""))


def test_calls_on_an_environment_from_several_threads_are_right_or_refused():
    """The same for a single game; an action that has become illegal meanwhile is refused too."""
    env = started(backend="numba")

    def step_somehow():
        if not env.agents or env.terminations[env.agents[0]]:
            env.reset()
            return
        mask = env.observe(env.agent_selection)["action_mask"]
        with contextlib.suppress(IllegalActionError, ActionRangeError):
            env.step(int(mask.argmax()))

    refused = hammered(step_somehow)
    assert all("still running" in message for message in refused)
    saved = env.get_state()
    env.set_state(dataclasses.replace(saved, dealt=saved.dealt._replace(sign=b"")))


def hammered(call, calls=4000):
    """Call from four threads at once; return the messages of the refused calls."""
    refused, failed = [], []

    def hammer():
        for _ in range(calls // 4):
            try:
                call()
            except OrderError as error:  # noqa: PERF203
                refused.append(str(error))
            except Exception as error:
                failed.append(error)

    threads = [threading.Thread(target=hammer) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    return refused


def test_a_call_inside_a_call_is_refused():
    """An opponent that steps its own environment is refused in one sentence."""

    def meddler(observation, mask):
        env.step(0)

    env = gymnasium.make("ludo_env/Ludo-v0", backend="python", opponents=meddler).unwrapped
    with pytest.raises(AgentError, match="still running") as caught:
        env.reset(seed=1)
    assert isinstance(caught.value.__cause__, OrderError)


@pytest.mark.parametrize(
    "actions",
    [
        np.zeros((4, 1), np.int64), np.zeros(3, np.int64), np.zeros(0, np.int64), np.zeros(4),
        np.zeros(4, np.bool_), np.array([None] * 4), [[1], [2, 3]], "0000", None, 0, {},
        np.array([0, 0, 0, 2**64 - 1], np.uint64), [0, 0, 0, 10**30],
    ],
    ids=lambda actions: repr(actions)[:30],
)  # fmt: skip
def test_odd_arrays_are_refused(actions):
    """Wrong shapes, types and sizes: one sentence, nothing played."""
    envs = make_vec("ludo_v0", 4, seed=1, backend="python")
    envs.reset()
    before = pickle.dumps(envs.get_state())
    with pytest.raises(ActionRangeError):
        envs.step(actions)
    assert pickle.dumps(envs.get_state()) == before


def test_strided_read_only_and_small_arrays_are_right():
    """Any array of whole numbers plays the same game, also for a single game."""
    for games in (1, 4):
        traces = []
        for kind in ("plain", "strided", "read-only", "bytes", "big-endian", "list"):
            envs = make_vec("ludo_v0", games, seed=1, backend="python", illegal="substitute")
            envs.reset()
            for _ in range(20):
                wanted = envs.sample_actions()
                envs.step(_as(kind, wanted))
            traces.append([envs.position(game) for game in range(games)])
        assert all(trace == traces[0] for trace in traces)


def _as(kind, actions):
    """Return the same actions in another kind of array."""
    if kind == "strided":
        wide = np.zeros(3 * len(actions), np.int64)
        wide[::3] = actions
        return wide[::3]
    if kind == "read-only":
        actions.flags.writeable = False
        return actions
    kinds = {"bytes": np.int8, "big-endian": ">i8"}
    if kind in kinds:
        return actions.astype(kinds[kind])
    return actions.tolist() if kind == "list" else actions


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))])
def test_a_batch_can_be_copied_and_pickled(copied):
    """A copy goes on with the same dice, and shares nothing."""
    envs = make_vec("strict_ludo_v0", 8, seed=3, backend="python", max_steps=50)
    twin = copied(envs)
    twin.reset()
    envs.reset()
    assert [twin.position(game) for game in range(8)] == [envs.position(game) for game in range(8)]
    for _ in range(10):
        envs.step(envs.sample_actions())
    twin = copied(envs)
    for board in (envs, twin):
        for _ in range(10):
            board.step(board.sample_actions())
    assert [twin.position(game) for game in range(8)] == [envs.position(game) for game in range(8)]


def test_a_copy_made_during_a_call_can_be_used():
    """The mark of a running call is not copied."""
    env = ludo_v0.parallel_env(backend="python")
    env.reset(seed=1)
    env._inside = True
    twin = copy.deepcopy(env)
    with pytest.raises(OrderError):
        env.reset()
    twin.reset()


CTRL_C = """
import threading, _thread, time, os, signal
import numpy as np
from ludo_env import ludo_v0, make_vec
from ludo_env import game_of
game = game_of(ludo_v0.spec(), "numba")
env = ludo_v0.raw_env(); env.reset(seed=1)
actions = np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist()
session = game.session()
calls = {
    "playout": lambda: game.playout(session, 10**9),
    "rollouts": lambda: game.rollouts(env.record, actions, 10**7, 0),
}
game.loops.playout(session.style); game.loops.rollout()
for name, call in calls.items():
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    try:
        call()
    except KeyboardInterrupt:
        print(name, "ended")
"""


@pytest.mark.long  # loops that nothing else compiles
def test_ctrl_c_ends_long_calls():
    """Endless playouts and rollouts are made in parts, so that Ctrl-C ends them."""
    done = subprocess.run(
        [sys.executable, "-c", CTRL_C], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.stdout.split() == ["playout", "ended", "rollouts", "ended"], done.stderr


ENDLESS = """
from ludo_env import hooks, rule
from ludo_env.rules import THROW_AGAIN

@rule()
def again_and_again(board):
    \"\"\"Every throw is thrown again.\"\"\"

    def after_roll(s, player, face):
        return THROW_AGAIN

    return hooks(after_roll=after_roll)
"""


@pytest.mark.parametrize("backend", ["python", pytest.param("numba", marks=pytest.mark.long)])
def test_a_game_that_chance_never_lets_out_is_broken_off(backend, tmp_path, monkeypatch):
    """Whatever the rules are, a call returns: the game is truncated."""
    (tmp_path / "endless_rule.py").write_text(ENDLESS)
    monkeypatch.syspath_prepend(str(tmp_path))
    spec = ludo_v0.spec().with_rules(__import__("endless_rule").again_and_again())
    env = env_of(spec, backend=backend)
    env.reset(seed=1)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    for agent in env.possible_agents:
        assert env.agent_selection == agent
        env.step(None)


def test_a_batch_and_a_seat_of_such_a_game_come_back_too(tmp_path, monkeypatch):
    """Every game of a batch is truncated at once; a learner gets an error of one sentence."""
    (tmp_path / "endless_rule.py").write_text(ENDLESS)
    monkeypatch.syspath_prepend(str(tmp_path))
    rule = __import__("endless_rule").again_and_again()
    spec = ludo_v0.spec().with_rules(rule)
    monkeypatch.setattr("ludo_env._envs.single._DEALS", 3)
    monkeypatch.setattr("ludo_env._engine.kernel.ROLLS", 50)
    envs = BatchEnv(spec, 3, "endless", VectorSettings(seed=1, backend="python"))
    envs.reset()
    assert envs.batch.truncated.all()
    seat = SeatEnv(spec, "endless", Settings(backend="python"))
    with pytest.raises(LudoError, match="never came to act"):
        seat.reset(seed=1)


def test_a_batch_that_was_interrupted_must_begin_anew(monkeypatch):
    """Ctrl-C leaves some games ahead of others, so the batch must be reset."""
    envs = make_vec("ludo_v0", 4, seed=1, backend="python")
    envs.reset()
    actions = envs.sample_actions()

    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(envs.batch, "carry_out", interrupted)
        with pytest.raises(KeyboardInterrupt):
            envs.step(actions)
    with pytest.raises(OrderError, match="reset"):
        envs.step(actions)
    envs.reset()
    envs.step(envs.sample_actions())


def test_a_state_that_cannot_be_written_is_refused():
    """A prisoner of an unknown player is refused in one sentence, whatever is asked of the game."""
    game = game_of(french_ludo_v0.spec(), "python")
    env = started(french_ludo_v0, steps=10)
    record = env.record
    record["captor"][0, 3] = 12
    for call in (
        lambda: env.set_state(changed(env.get_state(), captor=12)),
        lambda: game.position(record),
        lambda: View(game, record, np.random.default_rng(0)),
    ):
        with pytest.raises(StateError):
            call()
