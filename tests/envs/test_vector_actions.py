"""Actions: drawn without a mask or with one, illegal ones, and forced passes."""

import numpy as np
import pytest
from batches import (
    DISABLED,
    GAMES,
    NEXT_STEP,
    SAME_STEP,
    aec,
    batch,
    begun,
    chi_square,
    every_game,
    every_mode,
    illegal_of,
    marked_long,
    more,
    plausible,
    stepped,
    whole,
)
from gymnasium.utils import performance

from ludo_env import IllegalActionError


@every_game
def test_drawn_actions_are_legal_and_cost_no_dice(name):
    """Drawn actions are always legal, however often they are drawn, and the games do not change."""
    env, twin = batch(name, 10), batch(name, 10)
    step = begun(env, seed=3)
    begun(twin, seed=3)
    for _ in range(60):
        draws = [env.sample_actions() for _ in range(5)]
        for actions in draws:
            ended = ~step.action_mask.any(1)
            assert (step.action_mask[np.arange(10), actions] | ended).all()
            assert not actions[ended].any()
        step = stepped(env, draws[2])
        assert np.array_equal(step.seen, stepped(twin, draws[2]).seen)


@pytest.mark.parametrize(
    ("name", "games"),
    [("ludo", 100_000), pytest.param("french", 20_000, marks=pytest.mark.long)],
)
def test_actions_are_drawn_uniformly(name, games):
    """Over many games in one position, all legal actions are drawn equally often."""
    source = batch(name, 50)
    step = begun(source, seed=1)
    while step.action_mask.sum(1).max() < 3:
        step = stepped(source, source.sample_actions())
    text = source.position(int(step.action_mask.sum(1).argmax()))
    env = batch(name, games)
    step = begun(env, seed=2, options={"position": text})
    legal = np.flatnonzero(step.action_mask[0])
    draws = [env.sample_actions() for _ in range(2)]
    for actions in draws:
        assert plausible(chi_square(np.bincount(actions)[legal]))
    both = np.unique(draws[0] * 1000 + draws[1], return_counts=True)[1]
    assert len(both) == len(legal) ** 2
    assert plausible(chi_square(both))


@every_game
@pytest.mark.parametrize("illegal", ["terminate", "substitute"])
def test_actions_without_a_mask_are_survived(name, illegal):
    """With any sample of the action space the batch goes on, and its rewards are consistent."""
    env = batch(name, 20, illegal=illegal)
    env.action_space.seed(1)
    begun(env, seed=2)
    for _ in range(300):
        step = stepped(env, env.action_space.sample())
        assert step.seen in env.observation_space
        ended = step.terminated | step.truncated
        assert (step.action_mask.any(1) != ended).all()
        assert set(np.unique(step.rewards_all)) <= {-1, 0, 1}
        assert not step.rewards_all[~ended].any()


@pytest.mark.parametrize(
    "mode", marked_long([SAME_STEP, NEXT_STEP, DISABLED], [SAME_STEP]), ids=str
)
def test_gymnasiums_benchmark_runs(mode):
    """`benchmark_vector_step` of Gymnasium 1.4 runs; for older versions the same steps do."""
    env = batch("ludo", 64, autoreset_mode=mode)
    if hasattr(performance, "benchmark_vector_step"):
        assert performance.benchmark_vector_step(env, target_duration=1, seed=1) > 1000
    env.reset(seed=1)
    output = [env.step(env.action_space.sample()) for _ in range(50)]
    assert any(step[2].any() for step in output)


@every_mode
@every_game
def test_an_illegal_action_ends_the_game(name, mode):
    """By default the agent that acted gets -1, the others 0, and its view stays the same."""
    env, twin = batch(name, 4, autoreset_mode=mode), batch(name, 4, autoreset_mode=mode)
    for one in (env, twin):
        begun(one, seed=6)
        more(one, 9)
    seen, infos = env.observations()
    actions = twin.sample_actions()
    fine = stepped(twin, actions)
    actions[[0, 2]] = illegal_of(infos["action_mask"])[[0, 2]]
    step = stepped(env, actions)
    assert step.terminated.tolist() == [True, False, True, False]
    assert not step.truncated.any()
    assert step.rewards.tolist() == [-1, 0, -1, 0]
    seats = range(step.rewards_all.shape[1])
    for i in (0, 2):
        guilty = infos["to_act"][i]
        assert step.acted[i] == guilty
        assert step.rewards_all[i].tolist() == [-float(seat == guilty) for seat in seats]
        last = step.infos["final_obs"][i] if mode is SAME_STEP else step.seen[i]
        assert last.tolist() == seen[i].tolist()
        assert step.action_mask[i].any() == (mode is SAME_STEP)
    for i in (1, 3):
        assert step.seen[i].tolist() == fine.seen[i].tolist()


@every_game
def test_an_illegal_action_is_substituted(name):
    """illegal="substitute": the lowest legal action is played instead."""
    env, twin = batch(name, 8, illegal="substitute"), batch(name, 8)
    begun(env, seed=4)
    step = begun(twin, seed=4)
    for _ in range(120):
        lowest = step.action_mask.argmax(1)
        env.step(illegal_of(step.action_mask))
        step = stepped(twin, lowest)
        assert whole(env) == whole(twin)


@every_mode
@every_game
def test_an_illegal_action_is_refused(name, mode):
    """illegal="raise": the error names game, action and legal actions, and nothing changes."""
    env = batch(name, 6, illegal="raise", autoreset_mode=mode, max_steps=20)
    step = begun(env, seed=4)
    for turn in range(45):
        actions, wrong = env.sample_actions(), illegal_of(step.action_mask)[3]
        before = whole(env)
        if step.action_mask[3].any():
            bad = np.where(np.arange(6) == 3, wrong, actions)
            with pytest.raises(IllegalActionError, match=f"Game 3 was given action {wrong}"):
                env.step(bad)
            assert whole(env) == before
        elif mode is DISABLED:
            break
        step = stepped(env, actions)
        assert step.rewards_all.any() == 0 or step.terminated.any(), turn


@pytest.mark.parametrize(
    ("name", "auto_pass", "backend"),
    [
        ("ludo", True, "numba"),
        ("ludo", False, "python"),
        *(
            pytest.param(name, auto_pass, "numba", marks=pytest.mark.long)
            for auto_pass in (True, False)
            for name in GAMES
            if (name, auto_pass) != ("ludo", True)
        ),
    ],
)
def test_forced_passes(name, auto_pass, backend):
    """With auto_pass no agent is asked if PASS is the only action; else they are, as in AEC."""
    env = batch(name, 6, auto_pass=auto_pass, seed=3, backend=backend)
    single = aec(name, auto_pass=auto_pass)
    step = begun(env)
    single.reset(seed=3)
    forced, playing = 0, True
    has_pass = env.game.pass_action >= 0
    for _ in range(250):
        alone = step.action_mask.sum(1) == 1
        forced += int((alone & (step.action_mask[:, -1] == 1)).sum())
        actions = env.sample_actions()
        if playing:
            info = single.infos[single.agent_selection]
            assert step.action_mask[0].tolist() == info["action_mask"].tolist()
            assert env.position(0) == single.position
            single.step(actions[0])
            playing = not (single.terminations["player_0"] or single.truncations["player_0"])
        step = stepped(env, actions)
    assert (forced > 0) == (has_pass and not auto_pass)
