"""Batches follow Gymnasium's interface, and each row is a game as it would be played alone."""

import threading

import gymnasium
import numpy as np
import pytest
from batches import (
    DISABLED,
    GAMES,
    IDS,
    LENGTHS,
    NEXT_STEP,
    SAME_STEP,
    Alone,
    aec,
    batch,
    begun,
    every_game,
    marked_long,
    same,
    stepped,
    trail,
)
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import ludo_env

every_mode = pytest.mark.parametrize("mode", list(AutoresetMode), ids=str)


@every_game
def test_it_is_a_vector_environment(name):
    """Spaces, shapes and types of all that reset and step return are as Gymnasium requires."""
    env = batch(name, 6)
    unwrapped = env.unwrapped
    assert isinstance(env, VectorEnv)
    assert env.num_envs == 6
    assert isinstance(env.single_action_space, spaces.Discrete)
    assert env.action_space == batch_space(env.single_action_space, 6)
    assert env.observation_space == batch_space(env.single_observation_space, 6)
    actions, seats = int(env.single_action_space.n), len(aec(name).possible_agents)
    output = env.reset(seed=1)
    for _ in range(40):
        seen, infos = output[0], output[-1]
        assert seen in env.observation_space
        assert seen[2] in env.single_observation_space
        assert seen.dtype == env.single_observation_space.dtype
        types = {"to_act": np.int64, "acted": np.int64, "action_mask": np.int8}
        shapes = {"to_act": (6,), "acted": (6,), "action_mask": (6, actions)}
        types["rewards_all"], shapes["rewards_all"] = np.float32, (6, seats)
        for key, shape in shapes.items():
            assert (infos[key].shape, infos[key].dtype) == (shape, types[key])
            assert infos[f"_{key}"].tolist() == [True] * 6
        ended = output[2] | output[3] if len(output) == 5 else np.zeros(6, np.bool_)
        assert (infos["action_mask"].any(1) != ended).all()
        output = env.step(unwrapped.sample_actions())
        assert [array.dtype for array in output[1:4]] == [np.float32, np.bool_, np.bool_]
        assert [array.shape for array in output[1:4]] == [(6,)] * 3
    env.close()


@every_mode
def test_the_mode_stands_on_the_instance(mode):
    """The mode is an enum in the instance's metadata, not the class's, given as enum or text."""
    usual = batch("ludo", 2)
    for given in (mode, mode.value):
        env = batch("ludo", 2, autoreset_mode=given)
        assert env.metadata["autoreset_mode"] is mode
        assert env.unwrapped.autoreset_mode is mode
    assert usual.metadata["autoreset_mode"] is usual.autoreset_mode is NEXT_STEP
    assert "autoreset_mode" not in type(usual).metadata


@pytest.mark.parametrize("name", ["ludo", "strict", "french", "generals", "loose"])
def test_every_view_has_the_same_observations_by_default(name):
    """AEC, parallel, batch and single-seat views all use the game's own style."""
    module, own = GAMES[name]
    views = getattr(ludo_env, module)
    env = views.env(**own, backend="python", action_mask="info", auto_pass=True)
    space = env.observation_space("player_0")
    usual = "planes" if name == "generals" else "features"
    assert env.unwrapped.settings.observation == usual
    parallel = views.parallel_env(**own, backend="python", action_mask="info")
    assert parallel.observation_space("player_0") == space
    assert views.single_env(**own, backend="python").observation_space == space
    for envs in (
        ludo_env.make_vec(module, 2, **own, backend="python"),
        views.batch_env(2, **own, backend="python"),
    ):
        assert envs.single_observation_space == space
        seen, _ = envs.reset(seed=1)
        env.reset(seed=1)
        assert seen[0].tolist() == env.observe(env.agent_selection).tolist()
        envs.close()
    seats = gymnasium.make_vec(IDS[module], 2, **own, backend="python")
    assert seats.single_observation_space == space


def test_any_id_of_a_game_will_do():
    """Module name, PettingZoo's id and Gymnasium's id make the same batch."""
    names = ("ludo_v0", "ludo_env/ludo-v0", "ludo_env/Ludo-v0")
    trails = [trail(ludo_env.make_vec(name, 3), 20, seed=4) for name in names]
    same(trails[0], trails[1])
    same(trails[0], trails[2])


def test_closing_ends_the_threads():
    """close() ends all threads, and may be called twice."""
    before = threading.active_count()
    env = batch("ludo", 3000, threads=3)
    trail(env, 10, seed=1)
    assert threading.active_count() > before
    env.close()
    env.close()
    assert env.closed
    assert threading.active_count() == before


@every_mode
@every_game
def test_gymnasiums_wrappers_work(name, mode):
    """RecordEpisodeStatistics counts decisions and sums; DictInfoToList splits infos by game."""
    inner = batch(name, 8, autoreset_mode=mode, max_steps=40)
    env = DictInfoToList(RecordEpisodeStatistics(inner))
    _, infos = env.reset(seed=3)
    assert len(infos) == 8
    lengths, returns, episodes = np.zeros(8, int), np.zeros(8), 0
    asleep = np.zeros(8, bool)
    for _ in range(100):
        _, rewards, terminated, truncated, infos = env.step(inner.sample_actions())
        ended = terminated | truncated
        lengths[~asleep] += 1
        returns[~asleep] += rewards[~asleep]
        for i, info in enumerate(infos):
            assert info["action_mask"].shape == (inner.single_action_space.n,)
            assert ("final_info" in info) == (mode is SAME_STEP and bool(ended[i]))
            if ended[i]:
                assert (info["episode"]["l"], info["episode"]["r"]) == (lengths[i], returns[i])
                episodes += 1
                lengths[i], returns[i] = 0, 0
        asleep = ended if mode is NEXT_STEP else np.zeros(8, bool)
        if mode is DISABLED and ended.any():
            env.reset(options={"reset_mask": ended.copy()})
    assert episodes >= 16


@every_game
def test_every_row_is_a_game_of_its_own(name):
    """Row i plays stream i: its observation, mask and rewards are those of a game played alone."""
    env = batch(name, 12)
    step = begun(env, seed=77)
    games = [Alone(name, 77, i) for i in range(12)]
    ends = 0
    for turn in range(900 * LENGTHS.get(name, 1)):
        for i, game in enumerate(games):
            if not (turn and game.ended):
                game.is_shown(step, i)
            assert (step.action_mask[i].sum() == 0) == game.ended
        actions = env.sample_actions()
        step = stepped(env, actions)
        for i, game in enumerate(games):
            if game.ended:
                game.begin()
                assert (step.rewards[i], step.rewards_all[i].any()) == (0, False)
                assert (step.terminated[i], step.truncated[i]) == (False, False)
            else:
                game.step(actions[i])
                game.has_ended_so(step, i)
                ends += game.ended
                assert step.seen[i].tolist() == game.row.tolist()
    assert ends >= 12


@every_game
def test_row_zero_is_the_aec_environment(name):
    """The AEC environment with the same seed plays row 0, with the same rewards at the end."""
    for seed in (0, 5, 2**40):
        env, single = batch(name, 3, autoreset_mode=DISABLED), aec(name)
        step = begun(env, seed=seed)
        single.reset(seed=seed)
        while True:
            agent = single.agent_selection
            assert f"player_{step.to_act[0]}" == agent
            seen, _, terminated, truncated, info = single.last()
            assert step.seen[0].tolist() == seen.tolist()
            assert step.action_mask[0].tolist() == info["action_mask"].tolist()
            actions = env.sample_actions()
            step = stepped(env, actions)
            single.step(actions[0])
            assert step.rewards_all[0].tolist() == list(single.rewards.values())
            assert step.rewards[0] == single.rewards[agent]
            assert step.acted[0] == int(agent[-1])
            terminated, truncated = single.terminations[agent], single.truncations[agent]
            assert (step.terminated[0], step.truncated[0]) == (terminated, truncated)
            if terminated or truncated:
                assert step.seen[0].tolist() == single.observe(agent).tolist()
                assert step.to_act[0] == int(agent[-1])
                assert not step.action_mask[0].any()
                break


@pytest.mark.parametrize("mode", marked_long(list(AutoresetMode), [NEXT_STEP]), ids=str)
def test_plain_python_plays_games_to_their_ends(mode):
    """On the Python backend games end and restart as on the other, number by number."""
    trails = []
    for backend in ("python", "numba"):
        env = batch("ludo", 4, backend=backend, autoreset_mode=mode)
        step = begun(env, seed=3)
        trail, ends = [], 0
        for _ in range(400):
            step = stepped(env, env.sample_actions())
            ended = step.terminated | step.truncated
            ends += int(ended.sum())
            if mode is DISABLED and ended.any():
                begun(env, options={"reset_mask": ended.copy()})
            trail.append((step.seen.tolist(), step.rewards_all.tolist(), step.to_act.tolist()))
        assert ends > 1
        trails.append(trail)
    assert trails[0] == trails[1]


def test_row_zero_in_the_features_style():
    """The other style also gives the observations of the AEC environment."""
    how = {"observation": "features", "backend": "python"}
    env, single = batch("ludo", 2, **how), aec("ludo", **how)
    step = begun(env, seed=8)
    single.reset(seed=8)
    for _ in range(100):
        assert np.array_equal(step.seen[0], single.last()[0])
        assert step.seen in env.observation_space
        actions = env.sample_actions()
        step = stepped(env, actions)
        single.step(actions[0])


@every_game
def test_neither_number_nor_threads_matter(name):
    """Game i is the same among 1, 5 or 64 games, on 1, 2 or 3 threads, with copies or without."""
    steps = 400 * LENGTHS.get(name, 1)
    many = trail(batch(name, 64), steps, seed=11)
    assert (many["terminated"] | many["truncated"]).any()
    for games, how in ((1, {}), (5, {"threads": 3}), (5, {"copy": False}), (64, {"threads": 2})):
        env = batch(name, games, **how)
        same(many, trail(env, steps, seed=11), slice(games))
        env.close()


@pytest.mark.long  # columns need another kernel; the test below plays them in plain Python
@pytest.mark.parametrize("name", ["ludo", "strict two dice", "generals"])
def test_the_layout_does_not_matter(name):
    """Columns are transposed rows, and their space has that shape."""
    rows = trail(batch(name, 9), 400, seed=5)
    env = batch(name, 9, layout="columns", threads=2)
    same(rows, trail(env, 400, seed=5))
    seen, _ = env.observations()
    assert seen in env.observation_space
    assert seen.shape == (*env.single_observation_space.shape, 9)
    env.close()


def test_the_layout_does_not_matter_in_plain_python():
    """The same is true for some steps in plain Python."""
    rows = trail(batch("ludo", 5, backend="python"), 40, seed=5)
    env = batch("ludo", 5, layout="columns", backend="python")
    same(rows, trail(env, 40, seed=5))
    assert env.observations()[0].shape == (*env.single_observation_space.shape, 5)


@every_game
def test_the_backend_does_not_matter(name):
    """Plain Python plays the same batch, past the ends of games."""
    how = {"max_steps": 40, "autoreset_mode": SAME_STEP}
    quick = trail(batch(name, 3, **how), 90, seed=6)
    same(quick, trail(batch(name, 3, backend="python", **how), 90, seed=6))


def test_copies_are_copies_and_buffers_are_buffers():
    """With copy=True returned arrays are never written to or read again; without it they are."""
    for copy in (True, False):
        env = batch("ludo", 4, copy=copy)
        output = env.reset(seed=1), env.step(env.sample_actions()), env.step(env.sample_actions())
        for first, later in zip(output[1], output[2], strict=True):
            if isinstance(first, np.ndarray):
                assert np.shares_memory(first, later) is not copy
        masks = [step[-1]["action_mask"] for step in output]
        assert np.shares_memory(masks[0], masks[2]) is not copy
    env, twin = batch("ludo", 4), batch("ludo", 4)
    begun(twin, seed=1)
    for output in (env.reset(seed=1), env.step(env.sample_actions())):
        for array in (*output[:-1], *output[-1].values()):
            if array.flags.writeable:
                array[:] = 0
    twin.step(twin.sample_actions())
    same(trail(env, 30), trail(twin, 30))


def test_the_state_of_a_game_is_small():
    """A game of ludo_v0 takes at most 200 bytes."""
    env = batch("ludo", 1000)
    env.reset(seed=1)
    assert env.batch.records.itemsize <= 200
    assert env.get_state().arrays["records"].nbytes <= 200 * 1000
    assert gymnasium.spec("ludo_env/Ludo-v0").vector_entry_point
