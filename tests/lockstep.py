"""The engine and an independent slow model play the same game, and are compared at every step.

Both get the same list of dice; where a game has no dice of six faces, of numbers of outcomes.
The comparison covers the whole position, the legal actions, whose turn it is, the end and the
rewards. Half of the games start at the beginning, half at random positions that ordinary play
hardly ever reaches.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

# More dice than the longest game uses.
DICE = 6000
# The keys of a position that keep their meaning after the end.
FINAL = ("p0", "p1", "p2", "p3", "board", "hits")
# The number of decisions for which a game from a random position is followed.
STRETCH = 15


def play_games(env: Any, model: Any, games: int, seed: int = 0, sides: int = 6) -> int:
    """Play whole games from the start; return the number of decisions compared."""
    return _play(env, model, games, seed, lambda rng: None, DICE, sides)


def play_positions(
    env: Any,
    model: Any,
    position: Callable[[random.Random], str],
    games: int,
    seed: int = 0,
    stretch: int = STRETCH,
    sides: int = 6,
) -> int:
    """Play stretches from random positions; return the number of decisions compared."""
    return _play(env, model, games, seed, position, stretch, sides)


def _play(
    env: Any,
    model: Any,
    games: int,
    seed: int,
    position: Callable[[random.Random], str | None],
    stretch: int,
    sides: int,
) -> int:
    rng = random.Random(seed)
    decisions = 0
    for number in range(games):
        dice = [rng.randint(1, sides) for _ in range(min(DICE, stretch * 40))]
        text = position(rng)
        _start(env, model, text, dice, seed + number)
        for _ in range(stretch):
            legal = _compare(env, model, text)
            if model.over:
                break
            action = rng.choice(legal)
            env.step(action)
            model.play(action, model.dice)
            decisions += 1
        else:
            assert text is not None, "a game did not end"
    return decisions


def _start(env: Any, model: Any, text: str | None, dice: list[int], seed: int) -> None:
    """Start both; tosses come from the seed, so that every run plays the same games."""
    source = iter(dice)
    model.dice = lambda: next(source)
    if text is None:
        env.reset(seed=seed, options={"dice": dice})
        model.start(model.dice)
    else:
        env.reset(seed=seed, options={"dice": dice, "position": text})
        model.load(text, model.dice)


def _compare(env: Any, model: Any, text: str | None) -> list[int]:
    """Check that both are at the same point; return the legal actions there."""
    facts = dict(word.split("=") for word in env.position.split())
    expected = model.facts()
    if model.over:
        assert all(env.terminations.values()), f"from {text}: only the model ended at {expected}"
        rewards = list(model.rewards.values() if isinstance(model.rewards, dict) else model.rewards)
        assert list(env.rewards.values()) == rewards, f"from {text}: other rewards at {expected}"
        final = {key: value for key, value in expected.items() if key in FINAL}
        assert final == {key: facts[key] for key in final}, f"from {text}: another end"
        return []
    assert facts == expected, f"from {text}: the engine is at {facts}, the model at {expected}"
    mask = env.observe(env.agent_selection)["action_mask"]
    legal = np.flatnonzero(mask).tolist()
    assert legal == model.legal(), f"engine {legal}, model {model.legal()} at {env.position}"
    return legal
