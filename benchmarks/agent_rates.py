"""The built-in agents: games of an arena, and decisions of greedy, in CPU time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np
from lanes import OWN, Lane

from ludo_env import make_vec
from ludo_env.agents import View, make_agent
from ludo_env.arena import match
from ludo_env.testing.rates import Contestant

_GAMES = 10_000 / 60  # per second: the target for an arena of 10 000 greedy games
_DECISION = 1 / 1.4e-4  # per second: a single decision of greedy took 0.14 ms
_AT_ONCE = 100  # games of a match
_STATES = 200


def lanes() -> Iterator[Lane]:
    """Return the lanes of agents, which have rates as targets."""
    clock = time.process_time
    lanes: dict[str, tuple[str, Callable[[], dict[str, Contestant]], float]] = {
        "arena of greedy, ludo": ("games/CPU s", _arena, _GAMES),
        "greedy, one decision": ("decisions/CPU s", _decisions, _DECISION),
    }
    for name, (unit, both, target) in lanes.items():
        yield Lane(name, unit, both, target=target, clock=clock)


def _arena() -> dict[str, Contestant]:
    seeds = iter(range(10**9))

    def play(amount: int) -> int:
        games = _AT_ONCE * amount
        match(["greedy"] * 4, "ludo", games=games, seed=next(seeds), backend="numba")
        return games

    return {OWN: play}


def _decisions() -> dict[str, Contestant]:
    """Return greedy's single decisions in states of random games, as in an environment."""
    envs = make_vec("ludo_v0", _STATES, seed=1, observation="compact", backend="numba")
    envs.reset()
    for _ in range(200):
        envs.step(envs.sample_actions())
    masks = envs.observations()[1]["action_mask"]
    states = [
        (envs.batch.records[game : game + 1].copy(), masks[game].copy())
        for game in np.flatnonzero(masks.any(1))
    ]
    agent, random = make_agent("greedy"), np.random.default_rng(1)

    def decide(amount: int) -> int:
        for number in range(amount):
            record, mask = states[number % len(states)]
            agent.act(View.of_running(envs.game, record, random, mask=mask))
        return amount

    return {OWN: decide}
