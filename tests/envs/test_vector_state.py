"""Seeds, positions and states of a batch: starting, saving and branching; drawn actions."""

import numpy as np
import pytest
from batches import (
    DISABLED,
    GAMES,
    SAME_STEP,
    Alone,
    aec,
    batch,
    begun,
    every_game,
    frozen,
    more,
    same,
    stepped,
    trail,
    whole,
)

from ludo_env import LudoError, PositionError


def positions(env):
    """Return the positions of all games as text."""
    return [env.position(i) for i in range(env.num_envs)]


def is_new(step, i, game):
    """Return whether row i of a batch shows this game at its start."""
    assert step.seen[i].tolist() == game.row.tolist()
    assert step.action_mask[i].tolist() == game.mask.tolist()


# Seeds


@every_game
def test_a_list_of_seeds(name):
    """Each game plays stream 0 of its own seed; None leaves a game's stream as it is."""
    env = batch(name, 3)
    begun(env, seed=10)
    more(env, 15)
    step = begun(env, seed=[5, None, 2**70])
    games = {0: Alone(name, 5, 0), 2: Alone(name, 2**70, 0)}
    trail = more(env, 200)
    for i, game in games.items():
        is_new(step, i, game)
        for turn in range(200):
            if game.ended:
                break
            game.step(trail["actions"][turn, i])
            assert trail["seen"][turn, i].tolist() == game.row.tolist()
    fresh = batch(name, 9)
    begun(fresh, seed=[5, *[None] * 8])
    rows = more(fresh, 40)["seen"]
    assert len({rows[:, i].tobytes() for i in range(9)}) == 9
    other = batch(name, 3)
    begun(other, seed=10)
    more(other, 15)
    assert begun(other).seen[1].tolist() == step.seen[1].tolist()


@every_game
def test_a_reset_without_a_seed_goes_on(name):
    """The next dice start the next game; no number is drawn twice."""
    env = batch(name, 4)
    games = [Alone(name, 3, i) for i in range(4)]
    begun(env, seed=3)
    output = more(env, 25)
    step = begun(env)
    for i, game in enumerate(games):
        for action in output["actions"][:, i]:
            game.step(action)
        is_new(step, i, game.begin())


@every_game
def test_seeds_decide_everything(name):
    """Equal seeds give equal batches, other seeds other batches, and no seed a fresh batch."""
    how = {"seed": 8}
    first = trail(batch(name, 4), 80, **how)
    same(first, trail(batch(name, 4), 80, **how))
    same(first, trail(batch(name, 4, seed=8), 80))
    used = batch(name, 4)
    trail(used, 33, seed=1)
    same(first, trail(used, 80, **how))
    for other in (trail(batch(name, 4), 80, seed=9), trail(batch(name, 4), 80)):
        assert not np.array_equal(first["seen"], other["seen"])
    assert len({first["seen"][:, i].tobytes() for i in range(4)}) == 4


# Positions


@every_game
def test_a_batch_starts_from_a_position(name):
    """All games, or the named ones, start there; then each game rolls its own dice."""
    source = batch(name, 1)
    begun(source, seed=4)
    more(source, 40)
    text = source.position(0)
    env = batch(name, 40)
    step = begun(env, seed=1, options={"position": text})
    assert positions(env) == [text] * 40
    seen, infos = source.observations()
    assert (step.seen == seen).all()
    assert (step.action_mask == infos["action_mask"]).all()
    actions = np.full(40, source.sample_actions()[0])
    for _ in range(60):  # with cards, the next deal may come much later
        actions = stepped(env, actions).action_mask.argmax(1)
        if len(set(positions(env))) > 1:
            break
    assert len(set(positions(env))) > 1
    chosen = np.arange(40) % 2 == 0
    kept = frozen(env, np.arange(1, 40, 2))
    begun(env, options={"position": text, "reset_mask": chosen})
    assert frozen(env, np.arange(1, 40, 2)) == kept
    assert positions(env)[::2] == [text] * 20


@every_game
def test_row_zero_from_a_position_is_the_aec_environment(name):
    """With the same seed and position the dice are the same, whatever the position leaves open."""
    single = aec(name)
    single.reset(seed=6)
    for _ in range(30):
        single.step(int(single.infos[single.agent_selection]["action_mask"].argmax()))
    text = single.position
    env = batch(name, 2, autoreset_mode=DISABLED)
    begun(env, seed=12, options={"position": text})
    single.reset(seed=12, options={"position": text})
    for _ in range(60):
        assert env.position(0) == single.position
        actions = env.sample_actions()
        step = stepped(env, actions)
        single.step(actions[0])
        if step.terminated[0] or step.truncated[0]:
            break


@pytest.mark.parametrize("position", ["nonsense", 5, "p0=0,0,0,99"])
def test_a_bad_position_changes_nothing(position):
    """The error is that of the AEC environment."""
    env = batch("ludo", 3)
    begun(env, seed=1)
    before = whole(env)
    with pytest.raises(PositionError) as refusal:
        env.reset(seed=2, options={"position": position})
    assert "\n" not in str(refusal.value)
    assert whole(env) == before


# States


@pytest.mark.parametrize("mode", [SAME_STEP, DISABLED], ids=str)
@every_game
def test_a_batch_is_saved_and_put_back(name, mode):
    """A saved state gives the same future, here or in another batch, also past ends of games."""
    env = batch(name, 5, autoreset_mode=mode, max_steps=60)
    begun(env, seed=2)
    more(env, 50)
    saved, before = env.get_state(), whole(env)
    future = more(env, 60)
    env.set_state(saved)
    assert whole(env) == before
    same(future, more(env, 60))
    other = batch(name, 5, autoreset_mode=mode, max_steps=60, threads=2, copy=False)
    other.set_state(saved)
    assert whole(other) == before
    same(future, more(other, 60))
    other.close()


@every_game
def test_a_game_is_branched(name):
    """A game copied to many places keeps its position and next dice until actions differ."""
    env = batch(name, 4)
    step = begun(env, seed=2)
    while not (step.action_mask.sum(1) > 1).any():
        step = stepped(env, env.sample_actions())
    chosen = int(np.flatnonzero(step.action_mask.sum(1) > 1)[0])
    place = env.position(chosen)
    search = batch(name, 16)
    search.set_state(env.get_state(chosen))
    assert positions(search) == [place] * 16
    legal = np.flatnonzero(step.action_mask[chosen])
    actions = np.resize(legal, 16)
    branches = stepped(search, actions)
    texts = positions(search)
    for action in legal:
        texts_of = {text for text, played in zip(texts, actions, strict=True) if played == action}
        assert len(texts_of) == 1
    assert len(set(texts)) > 1
    for _ in range(20):
        branches = stepped(search, branches.action_mask.argmax(1))
        for action in legal:
            assert len({row.tobytes() for row in branches.seen[actions == action]}) == 1
    own = env.sample_actions()
    own[chosen] = legal[0]
    step = stepped(env, own)
    for _ in range(20):
        step = stepped(env, step.action_mask.argmax(1))
    assert env.position(chosen) == search.position(0)


def test_some_games_are_put_elsewhere():
    """Saved games go to the given places, in any order; the other games do not change."""
    env, other = batch("ludo", 6), batch("ludo", 6)
    for seed, one in enumerate((env, other)):
        begun(one, seed=seed)
        more(one, 30)
    kept, source = frozen(other, [0, 2, 4]), positions(env)
    other.set_state(env.get_state([1, 2, 5]), [5, 3, 1])
    assert frozen(other, [0, 2, 4]) == kept
    assert [other.position(i) for i in (5, 3, 1)] == [source[i] for i in (1, 2, 5)]
    other.set_state(env.get_state()[[0, 0, 4]], [0, 1, 2])
    assert positions(other)[:3] == [source[0], source[0], source[4]]


def test_foreign_games_are_refused():
    """Another game, other rules, no state, or a wrong number of places: refused, no change."""
    env = batch("ludo", 4)
    begun(env, seed=1)
    before = whole(env)
    own = env.get_state()
    for name in GAMES:
        other = batch(name, 4, backend="python")
        begun(other, seed=1)
        if name != "ludo":
            with pytest.raises(LudoError, match="another game"):
                env.set_state(other.get_state())
    for saved, games in ((own, [0, 1]), (own[[0, 1]], None), ("x", None)):
        with pytest.raises(LudoError):
            env.set_state(saved, games)
    assert whole(env) == before
