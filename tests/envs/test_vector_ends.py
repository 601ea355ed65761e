"""Each array of a batch on the step on which a game ends, and on the steps after it."""

import numpy as np
import pytest
from batches import (
    DISABLED,
    NEXT_STEP,
    SAME_STEP,
    Alone,
    aec,
    batch,
    begun,
    every_game,
    every_mode,
    frozen,
    more,
    same,
    stepped,
)

CLOCK = "against_the_clock"


def to_the_end(name, mode, seed=21, games=8, **keywords):
    """Return a batch, games alone beside it, and the step and games of the first ends."""
    env = batch(name, games, autoreset_mode=mode, **keywords)
    alone = [Alone(name, seed, i) for i in range(games)]
    begun(env, seed=seed)
    while True:
        actions = env.sample_actions()
        step = stepped(env, actions)
        for game, action in zip(alone, actions, strict=True):
            game.step(action)
        ended = [i for i, game in enumerate(alone) if game.ended]
        if ended:
            return env, alone, step, ended


@every_mode
@every_game
def test_the_rewards_of_the_step_that_ends_a_game(name, mode):
    """All seats get rewards, losers -1 even if another player acted; other games get zeros."""
    _, alone, step, ended = to_the_end(name, mode)
    sides = alone[0].game.spec.board.sides
    winners = len(sides) // len(set(sides))
    for i, game in enumerate(alone):
        game.has_ended_so(step, i)
        if i in ended and game.terminated:
            rewards = step.rewards_all[i].tolist()
            if game.game.facts.all_lose and set(rewards) == {-1}:
                (clock,) = (rule for rule in game.game.spec.rules if rule.name == CLOCK)
                assert int(game.session.record["clock"][0]) == dict(clock.parameters)["turns"]
                continue
            assert sorted(rewards)[-winners:] == [1] * winners
            assert set(rewards) == ({-1, 1} if len(rewards) > winners else {1})
            assert rewards.count(-1) == len(rewards) - winners
        elif i not in ended:
            assert not step.rewards_all[i].any()
            game.is_shown(step, i)


@pytest.mark.parametrize("mode", [NEXT_STEP, DISABLED], ids=str)
@every_game
def test_the_last_observation(name, mode):
    """Without a new game in the same step it is the last actor's view, with no legal action."""
    env, alone, step, ended = to_the_end(name, mode)
    for i in ended:
        assert step.seen[i].tolist() == alone[i].row.tolist()
        assert alone[i].session.look(step.acted[i]).tolist() == step.seen[i].ravel().tolist()
        assert step.to_act[i] == step.acted[i] == alone[i].acted
        assert not step.action_mask[i].any()
        assert env.sample_actions()[i] == 0
    assert "final_obs" not in step.infos


@every_game
def test_next_step_begins_with_the_next_call(name):
    """The next call ignores the action, gives no reward, and shows the start of a new game."""
    env, alone, step, ended = to_the_end(name, NEXT_STEP)
    actions = env.sample_actions()
    actions[ended] = env.single_action_space.n - 1
    step = stepped(env, actions)
    for i, game in enumerate(alone):
        game.begin() if i in ended else game.step(actions[i])
        if i in ended:
            assert not step.rewards_all[i].any()
            assert step.rewards[i] == 0
        assert step.terminated[i] == game.terminated
        assert step.truncated[i] == game.truncated
        assert step.seen[i].tolist() == game.row.tolist()


@every_game
def test_same_step_shows_the_new_game_at_once(name):
    """Observation, mask and to_act are new; final_obs has the last observation; play goes on."""
    env, alone, step, ended = to_the_end(name, SAME_STEP)
    assert np.flatnonzero(step.infos["_final_obs"]).tolist() == ended
    for i, game in enumerate(alone):
        last = step.infos["final_obs"][i]
        if i in ended:
            final = step.infos["final_info"]
            assert last.tolist() == game.row.tolist()
            assert last in env.single_observation_space
            assert final["rewards_all"][i].tolist() == game.rewards
            assert final["acted"][i] == game.acted
            assert step.infos["_final_info"][i]
            game.begin()
        else:
            assert last is None
            assert not step.infos["_final_info"][i]
        game.is_shown(step, i)
    kept = [last is not None and last.copy() for last in step.infos["final_obs"]]
    for _ in range(30):
        actions = env.sample_actions()
        later = stepped(env, actions)
        for i, game in enumerate(alone):
            if not game.ended:
                game.step(actions[i])
                game.has_ended_so(later, i)
                if not game.ended:
                    game.is_shown(later, i)
    for i in ended:
        assert np.array_equal(step.infos["final_obs"][i], kept[i])


@every_game
def test_disabled_waits_for_a_reset(name):
    """An ended game does not change at all until reset_mask restarts it."""
    env, alone, step, ended = to_the_end(name, DISABLED)
    before = frozen(env, ended)
    for _ in range(3):
        actions = env.sample_actions()
        later = stepped(env, actions)
        for i, game in enumerate(alone):
            if not game.ended:
                game.step(actions[i])
        for i in ended:
            assert later.terminated[i] == step.terminated[i]
            assert later.truncated[i] == step.truncated[i]
            assert later.seen[i].tolist() == step.seen[i].tolist()
            assert not later.action_mask[i].any()
    now = frozen(env, ended)
    for key in before:
        # Callers draw an action for every game; rewards are given once.
        if key != "samplers.drawn" and not key.startswith("rewards"):
            assert now[key] == before[key], key
    others = [i for i in range(8) if i not in ended]
    kept = frozen(env, others)
    again = begun(env, options={"reset_mask": np.isin(np.arange(8), ended)})
    assert frozen(env, others) == kept
    for i in ended:
        alone[i].begin()
    for i, game in enumerate(alone):
        if not game.ended:
            game.is_shown(again, i)
    actions = env.sample_actions()
    step = stepped(env, actions)
    assert not (step.terminated | step.truncated)[ended].any()
    for i in ended:
        alone[i].step(actions[i])
        alone[i].is_shown(step, i)


@every_mode
@every_game
def test_a_reset_in_mid_game_touches_no_other_game(name, mode):
    """reset_mask restarts the games it names, ended or not; the state of all others stays."""
    env, twin = batch(name, 6, autoreset_mode=mode), batch(name, 6, autoreset_mode=mode)
    for one in (env, twin):
        begun(one, seed=9)
        more(one, 30)
    chosen = np.array([False, True, False, False, True, False])
    others = np.flatnonzero(~chosen)
    kept = frozen(env, others)
    begun(env, seed=500, options={"reset_mask": chosen})
    assert frozen(env, others) == kept
    assert env.position(1) != twin.position(1)
    fresh = Alone(name, 500, 4)
    assert env.observations()[0][4].tolist() == fresh.row.tolist()
    same(more(env, 60), {key: value[:, others] for key, value in more(twin, 60).items()}, others)


@every_mode
@every_game
def test_max_steps_truncates(name, mode):
    """After so many decisions, counted per game: no reward, and the next actor's view."""
    env, single = batch(name, 4, autoreset_mode=mode, max_steps=7), aec(name, max_steps=7)
    begun(env, seed=2)
    single.reset(seed=2)
    for turn in range(1, 8):
        actions = env.sample_actions()
        acted = env.observations()[1]["to_act"]
        step = stepped(env, actions)
        single.step(actions[0])
        assert step.truncated.all() == (turn == 7)
        assert not step.terminated.any()
        assert not step.rewards_all.any()
        assert not step.rewards.any()
        assert step.acted.tolist() == acted.tolist()
    last = step.infos["final_obs"] if mode is SAME_STEP else step.seen
    following = int(single.record["seat"][0])
    assert last[0].tolist() == single.observe(f"player_{following}").tolist()
    if mode is SAME_STEP:
        assert step.action_mask.any(1).all()
    else:
        assert not step.action_mask.any()
        assert step.to_act[0] == following
    if mode is DISABLED:
        begun(env, options={"reset_mask": step.truncated})
    later = [stepped(env, env.sample_actions()).truncated.all() for _ in range(8)]
    assert later.index(True) == (7 if mode is NEXT_STEP else 6)


def test_generals_has_a_limit_of_its_own():
    """`max_turns` of the rules truncates a game, and all rewards are 0."""
    env = batch("generals", 5, max_turns=5, autoreset_mode=DISABLED, backend="python")
    begun(env, seed=3)
    trail = more(env, 60)
    assert trail["truncated"][-1].all()
    assert not trail["terminated"].any()
    assert not trail["rewards_all"].any()
