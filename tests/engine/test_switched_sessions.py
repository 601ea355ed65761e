"""Games that begin in plain Python and go on compiled: the same to the last bit."""

import copy
import pickle
import random
from functools import partial

import numpy as np
import pytest

from ludo_env import env_of, game_of, load_game, make_vec
from ludo_env._engine.family import OVER
from ludo_env._engine.kernel import BEGIN, OBSERVE, PLAY, SETTLE
from ludo_env._engine.starting import MOST_AT_ONCE, Starting, build_loop
from ludo_env.agents.greedy import GreedyAgent
from ludo_env.agents.ready_game import ready_game
from ludo_env.envs import BatchEnv, french_ludo_v0, generals_v0, ludo_v0, strict_ludo_v0

GAMES = {
    "ludo": ludo_v0.spec(),
    "strict": strict_ludo_v0.spec(),
    "french": french_ludo_v0.spec(),
    "generals": generals_v0.spec(),
    "backgammon": load_game("backgammon"),
}


@pytest.fixture(name="switch")
def _switch(monkeypatch):
    """Let no kernel be ready at first; the result is when they arrive, counted in calls."""
    left = {"calls": 0, "switched": 0}

    def compiled_loop(starting, *kind):
        left["calls"] -= 1
        if left["calls"] > 0:
            return None
        left["switched"] += 1
        return build_loop(starting._game, *kind)

    monkeypatch.setattr(Starting, "is_loop_ready", lambda starting, *kind: False)
    monkeypatch.setattr(Starting, "compiled_loop", compiled_loop)
    return left


def seen_of(env):
    """Return everything visible of an environment, and all of the memory of its session."""
    base = env.unwrapped
    session, agents = base._session, base.possible_agents
    row = base.observe(agents[0])["observation"].tobytes()
    last = base.last()
    choices = session.choices[: session.choices[-1]]
    return (
        *(part.tobytes() for part in (session.record, session.stream, session.mask, choices)),
        *(row, last[0]["observation"].tobytes(), last[0]["action_mask"].tobytes(), repr(last[1:])),
        *(base.state().tobytes(), base.agent_selection, base.rewards, base.position),
    )


def walk(spec, backend, seed, steps, **keywords):
    """Play on, with copies and new starts in between; yield what is visible after each step."""
    chance = random.Random(seed)
    env = env_of(spec, backend=backend, **keywords)
    faces = [int(face) for face in env.unwrapped.game.facts.faces]
    env.reset(seed=seed)
    for _ in range(steps):
        yield seen_of(env)
        match chance.randrange(40):
            case 0:
                env = env.unwrapped.clone()
            case 1:
                env = pickle.loads(pickle.dumps(env))
            case 2:
                env = copy.deepcopy(env)
            case 3:
                env.unwrapped.set_state(env.unwrapped.get_state())
            case 4:
                dice = [chance.choice(faces) for _ in range(6)]
                env.reset(options={"dice": dice})
            case 5 if not (env.unwrapped.terminations or {}).get("player_0"):
                env.reset(options={"position": env.unwrapped.position})
        if env.unwrapped._ended:
            env.reset()
            continue
        legal = np.flatnonzero(env.unwrapped._session.mask)
        env.step(int(chance.choice(legal)))


@pytest.mark.parametrize("opponent", ["greedy", "rollout:samples=4,depth=2,seconds=none"])
def test_agents_decide_the_same_before_and_after(switch, monkeypatch, opponent):
    """An agent whose kernels arrive during a game plays the games of plain Python."""
    ready = iter([False] * 7)
    monkeypatch.setattr(Starting, "is_ready", lambda *_: next(ready, True))
    switch["calls"] = 20
    envs = [
        ludo_v0.single_env(backend=backend, opponents=opponent) for backend in ("python", "auto")
    ]
    for env in envs:
        env.reset(seed=5)
    for _ in range(25):
        mask = envs[0].unwrapped._session.mask
        played = [env.step(int(np.flatnonzero(mask)[-1])) for env in envs]
        assert played[0][0].tobytes() == played[1][0].tobytes()
        assert repr(played[0][1:]) == repr(played[1][1:])
    assert next(ready, None) is None
    assert envs[1].unwrapped.backend == "numba"


@pytest.mark.parametrize("opponents", [None, "greedy"])
def test_batches_of_single_seats_are_switched_too(switch, monkeypatch, opponents):
    """A small batch begins in plain Python, and its agents with it."""
    ready = iter([False] * 9)
    monkeypatch.setattr(Starting, "is_ready", lambda *_: next(ready, True))
    switch["calls"] = 70
    envs = [
        ludo_v0.single_batch_env(5, opponents=opponents, backend=backend)
        for backend in ("python", "auto")
    ]
    begun = [env.reset(seed=3) for env in envs]
    assert switch["switched"] == 0
    for _ in range(80):
        assert [*map(repr, begun[0])] == [*map(repr, begun[1])]
        actions = begun[0][-1]["action_mask"].argmax(1)
        begun = [env.step(actions) for env in envs]
    assert switch["switched"] == 1


# The batch of French Ludo takes longest to compile, and no other default test needs it.
@pytest.mark.parametrize(
    "name", ["ludo_v0", pytest.param("french_ludo_v0", marks=pytest.mark.long), "generals_v0"]
)
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("threads", [1, 2])
def test_batches_are_switched_too(switch, name, mode, threads):
    """A small batch begins in plain Python: also with threads, and in the middle of sampling."""
    for calls in (3, 17):
        switch["calls"] = calls
        how = {"num_envs": 7, "autoreset_mode": mode, "threads": threads, "max_steps": 9}
        envs = [make_vec(name, **how, backend=backend) for backend in ("python", "auto")]
        begun = [env.reset(seed=4) for env in envs]
        for step in range(22):
            assert [*map(repr, begun[0])] == [*map(repr, begun[1])]
            actions = [env.sample_actions().copy() for env in envs]
            assert np.array_equal(*actions)
            if step % 5 == 0:
                actions = [begun[0][1]["action_mask"].argmax(1)] * 2 if step else actions
            begun = [(out[0], out[-1], *out) for out in map(BatchEnv.step, envs, actions)]
        assert envs[1].backend == "numba"
        for env in envs:
            env.close()


@pytest.mark.parametrize("make", [ludo_v0.single_batch_env, partial(make_vec, "ludo_v0")])
def test_a_large_batch_waits(make, switch):
    """A batch that plain Python would play too slowly is compiled at once."""
    switch["calls"] = 9
    assert make(MOST_AT_ONCE + 1).backend == "numba"
    assert make(MOST_AT_ONCE).backend == "python"


def test_an_agent_of_somebody_else_has_the_game_as_it_is():
    """Only the needs that the library knows of an agent are compiled for it in advance."""

    class Mine(GreedyAgent):
        """An agent that may need anything."""

    game = game_of(GAMES["ludo"], waits=False)
    assert not game.waits
    assert ready_game(game, Mine()) is game
    waiting = game_of(GAMES["ludo"], "numba")
    assert ready_game(waiting, GreedyAgent()) is waiting


@pytest.mark.parametrize("name", GAMES)
def test_a_switched_game_goes_on_as_it_was(switch, name):
    """Games whose kernel arrives at any moment equal those of plain Python."""
    spec = GAMES[name]
    for seed in range(5):
        switch["calls"] = random.Random(seed).randrange(1, 250)
        pairs = zip(walk(spec, "python", seed, 120), walk(spec, "auto", seed, 120), strict=True)
        for number, (plain, switched) in enumerate(pairs):
            assert plain == switched, f"seed {seed}, step {number}"
    assert switch["switched"] >= 3


def test_a_switch_keeps_what_a_call_has_left_behind(switch):
    """The mask of a stopped game stays empty, and the row stays that of its viewer."""
    for calls in range(1, 30):
        results = []
        for backend in ("python", "auto"):
            switch["calls"] = calls
            env = env_of(GAMES["ludo"], backend=backend, max_steps=7, action_mask="info")
            env.reset(seed=calls)
            for agent in env.agent_iter(60):
                seen, reward, *ended, info = env.last()
                results.append(
                    (agent, seen.tobytes(), reward, ended, info["action_mask"].tobytes())
                )
                legal = np.flatnonzero(info["action_mask"])
                env.step(None if any(ended) else int(legal[calls % len(legal)]))
        half = len(results) // 2
        assert results[:half] == results[half:]


def test_the_learner_of_one_seat_is_switched_too(switch):
    """A single seat plays the same games as in plain Python."""
    for calls in (1, 5, 40, 90):
        switch["calls"] = calls
        envs = [ludo_v0.single_env(backend=backend) for backend in ("python", "auto")]
        assert envs[1].unwrapped.backend == "python"
        for seed in range(3):
            results = [env.reset(seed=seed) for env in envs]
            while not any(results[0][2:4]):
                assert results[0][0].tobytes() == results[1][0].tobytes()
                assert repr(results[0][1:]) == repr(results[1][1:])
                action = int(results[0][-1]["action_mask"].argmax())
                results = [env.step(action) for env in envs]
        assert envs[1].unwrapped.backend == "numba"


def test_the_backend_says_what_plays(switch):
    """An environment names the backend that plays now, and its game the one that it will use."""
    switch["calls"] = 3
    env = env_of(GAMES["ludo"]).unwrapped
    assert (env.backend, env.game.backend) == ("python", "numba")
    env.reset(seed=1)
    while switch["switched"] == 0:
        env.step(int(env._session.mask.argmax()))
    assert (env.backend, env.game.backend) == ("numba", "numba")
    assert env_of(GAMES["ludo"], backend="numba").unwrapped.backend == "numba"
    assert env_of(GAMES["ludo"], backend="python").unwrapped.backend == "python"


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_two_hundred_thousand_steps_with_a_switch_in_every_hundred(switch, name):
    """Sessions that begin anew in mid-game and are switched soon keep the same memory."""
    spec, chance = GAMES[name], random.Random(name)
    style = next(iter(game_of(spec, "python").styles))
    plain = game_of(spec, "python").session(style, seed=1)
    plain.run(BEGIN | SETTLE | OBSERVE, 0)
    steps = 0
    while steps < 200_000:
        switched = game_of(spec, waits=False).session(style)
        switched.load(*plain.save())
        plain.load(*plain.save())
        switch["calls"] = chance.randrange(100)
        for _ in range(100):
            ops, action = PLAY | SETTLE | OBSERVE, 0
            if plain.record["phase"][0] >= OVER:
                ops = BEGIN | SETTLE | OBSERVE
            else:
                action = int(chance.choice(plain.choices[: plain.choices[-1]]))
            assert plain.run(ops, action) == switched.run(ops, action)
            for part in ("record", "stream", "mask", "row"):
                assert getattr(plain, part).tobytes() == getattr(switched, part).tobytes()
            count = plain.choices[-1]
            assert np.array_equal(plain.choices[:count], switched.choices[:count])
            steps += 1
        assert switched.backend == "numba"
    assert switch["switched"] == 2000
