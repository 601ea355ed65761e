"""Odd values for every public call: each gives a result, or one sentence and no change."""

import inspect
import pickle
import random
import warnings

import numpy as np
import pytest
from odd_values import VALUES, is_refused, picked, refusal

from ludo_env import (
    LudoError,
    french_ludo_v0,
    generals_v0,
    loose_ludo_v0,
    ludo_v0,
    make_vec,
    strict_ludo_v0,
)
from ludo_env.agents import AGENTS, make_agent
from ludo_env.envs import SeatBatchSettings, Settings, VectorSettings
from ludo_env.play import Table

MODULES = (ludo_v0, strict_ludo_v0, french_ludo_v0, generals_v0)
POLICIES = ("terminate", "raise", "substitute")
VIEWS = ("aec", "parallel", "single", "batch")


def made(rng, view, policy):
    """Return a running environment of a view."""
    module = rng.choice(MODULES)
    keywords = {"illegal": policy, "backend": "python"}
    if view == "aec":
        env = module.env(**keywords)
    elif view == "parallel":
        env = module.parallel_env(**keywords)
    elif view == "single":
        env = module.single_env(**keywords)
    else:
        env = module.batch_env(2, **keywords)
    env.reset(seed=rng.randrange(1000))
    return env


def state_of(view, env):
    """Return, as bytes, everything that a refused call must not change."""
    if view == "batch":
        arrays = env.get_state().arrays
        return pickle.dumps({name: array.tolist() for name, array in arrays.items()})
    inner = env.inner if view == "parallel" else env
    dealt = inner.dealer.save()
    # As numbers: the bytes between the fields of a record have no meaning.
    game = (dealt.record.tolist(), dealt.stream.tolist(), dealt.script)
    if view == "single":
        return pickle.dumps((game, env._waiting, env._steps, env._begun))
    return pickle.dumps((game, env.agents, inner.get_state().agent_state))


def odd_step(rng, view, env):
    """Take one step with an odd argument."""
    value = picked(rng)
    if view == "parallel" and rng.random() < 0.7:
        actions = dict.fromkeys(env.agents, env.idle)
        actions[rng.choice(env.agents)] = value
        return refusal(env.step, actions)
    if view == "batch" and rng.random() < 0.7:
        return refusal(env.step, [0, value])
    return refusal(env.step, value)


def goes_on(view, env):
    """Check that the environment plays a legal step, in a new game if the last is over."""
    if view == "aec":
        if not env.agents or any(env.terminations.values()) or any(env.truncations.values()):
            env.reset(seed=1)
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(np.flatnonzero(mask)[0]))
    elif view == "parallel":
        seen = None if env.agents else env.reset(seed=1)[0]
        seen = seen or {agent: env.inner.observe(agent) for agent in env.agents}
        actor = env.inner.agent_selection
        actions = dict.fromkeys(env.agents, env.idle)
        actions[actor] = int(np.flatnonzero(seen[actor]["action_mask"])[0])
        env.step(actions)
    elif view == "single":
        if not env._waiting:
            env.reset(seed=1)
        env.step(int(np.flatnonzero(env.action_masks())[0]))
    else:
        env.step(env.sample_actions())


def try_steps(number, steps):
    """Take this many odd steps in one environment; return how many were refused."""
    rng = random.Random(number)
    view, policy = VIEWS[number % 4], POLICIES[number // 4 % 3]
    env = made(rng, view, policy)
    refused = 0
    for _ in range(steps):
        before = state_of(view, env)
        result = odd_step(rng, view, env)
        if is_refused(result):
            refused += 1
            assert state_of(view, env) == before, result
        goes_on(view, env)
    return refused


# The calls of each view besides `step`, with one odd argument.
CALLS = {
    "aec": (
        *("describe", "explain", "allows", "observe", "action_space", "observation_space"),
        *("picture", "set_state", "last", "agent_iter"),
    ),
    "parallel": ("action_space", "observation_space"),
    "single": ("describe", "explain", "allows", "picture"),
    "batch": ("position", "get_state", "set_state"),
}


def try_calls(number, calls):
    """Make this many odd calls of one view; return how many were refused."""
    rng = random.Random(number)
    view = VIEWS[number % 4]
    env = made(rng, view, rng.choice(POLICIES))
    refused = 0
    for _ in range(calls):
        before = state_of(view, env)
        name = rng.choice((*CALLS[view], "reset"))
        value = picked(rng)
        if name == "reset":
            key = rng.choice(("seed", "position", "dice", "reset_mask", "options", ""))
            options = {"seed": {"seed": value}, "options": {"options": value}}
            keywords = options.get(key, {"options": {key: value}})
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                result = refusal(env.reset, **keywords)
        else:
            result = refusal(getattr(env, name), value)
        if is_refused(result):
            refused += 1
            assert state_of(view, env) == before, (name, result)
        goes_on(view, env)
    return refused


def makers():
    """Return every function that makes an environment, with the keywords that it takes."""
    shared = tuple(inspect.signature(Settings).parameters)
    batch = tuple(inspect.signature(VectorSettings).parameters)
    seats = tuple(inspect.signature(SeatBatchSettings).parameters)
    for module in (*MODULES, loose_ludo_v0):
        own = tuple(inspect.signature(module.spec).parameters)
        for make in (module.env, module.raw_env, module.parallel_env):
            yield make, (*own, *shared), {}
        yield module.single_env, (*own, *shared, "opponents", "seat"), {}
        yield module.batch_env, (*own, *batch, "num_envs"), {"num_envs": 2}
        yield module.single_batch_env, (*own, *seats, "num_envs", "opponents"), {"num_envs": 2}


def try_keywords(numbers):
    """Pass an odd value for a keyword of some maker; return how many were refused."""
    known = tuple(makers())
    refused = 0
    for number in numbers:
        rng = random.Random(number)
        make, keywords, usual = known[number % len(known)]
        name = rng.choice(keywords)
        given = {"backend": "python", **usual}
        if make.__module__ and "spec" in keywords:
            given["spec"] = "mensch"
        given[name] = picked(rng)
        if given.get("num_envs") in (10**3, 10**6) and type(given["num_envs"]) is int:
            given["num_envs"] = 3
        result = refusal(make, **given)
        refused += is_refused(result)
        if not is_refused(result):
            result.close()
    return refused


@pytest.mark.parametrize("number", range(12))
def test_odd_steps(number):
    """A step with any value as an action, in every view and under every policy."""
    assert try_steps(number, 20) > 8


@pytest.mark.parametrize("number", range(4))
def test_odd_calls(number):
    """Every other call of every view, with any value as an argument."""
    assert try_calls(number, 60) > 15


def test_odd_keywords():
    """Every keyword of every function that makes an environment, with any value."""
    assert try_keywords(range(250)) > 150


def test_odd_tables_and_agents():
    """Tables, agents by name, and batches by name."""
    spec = ludo_v0.spec()
    for value in VALUES:
        for call in (
            lambda value: Table(value, [], 1),
            lambda value: Table(spec, value, 1, backend="python"),
            lambda value: Table(spec, [], value),
            lambda value: Table(spec, [], 1, value),
            lambda value: Table(spec, [], 1, 0, value),
            lambda value: Table(spec, [], 1).play(value),
            make_agent,
            lambda value: make_vec(value, 2),
            spec.without,
            spec.replace,
            spec.with_rules,
        ):
            refusal(call, value)
    for name in set(AGENTS) - {"human"}:
        for words in ("samples=", "seed=1.5", "samples=" + "9" * 900, "samples=nan", "x=1", "=,=,"):
            refusal(make_agent, f"{name}:{words}")


@pytest.mark.long
@pytest.mark.parametrize("number", range(100, 200))
def test_odd_steps_long(number):
    """2 500 steps, and as many other calls."""
    assert try_steps(number, 25) > 8
    try_calls(number, 25)


@pytest.mark.long
def test_odd_keywords_long():
    """4 000 keywords."""
    assert try_keywords(range(1000, 5000)) > 2500


def test_every_kind_of_flag_is_refused():
    """Flags are True or False; values that only resemble them are refused."""
    flags = {
        ludo_v0.env: ("exact_finish", "extra_roll_on_six", "share_when_stuck", "auto_pass"),
        strict_ludo_v0.env: ("corners", "end_path_stack"),
        french_ludo_v0.env: ("exit_sweep_includes_entry",),
        generals_v0.env: ("diagonal", "convert_inside", "adjudicate_hopeless"),
        lambda **flag: ludo_v0.batch_env(2, **flag): ("copy", "auto_pass"),
        lambda **flag: loose_ludo_v0.env("mensch", **flag): ("trust",),
    }
    for make, names in flags.items():
        for name in names:
            for value in ("no", "false", 0.0, 1, 0, None, np.bool_(True)):
                with pytest.raises(LudoError, match=f"{name} is True or False, not "):
                    make(**{name: value})
