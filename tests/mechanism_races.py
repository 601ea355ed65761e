"""Races on the cross of Ludo with any mechanism: dice, a bag, a spinner, or cards.

An action is 4 * use + piece; with the bag it is 44 * piece + use. Cards have the use of their kind:
2 for a three, 5 for a six.
"""

from dataclasses import replace

from positions import full

from ludo_env import env_of, load_game
from ludo_env.rules import (
    all_home_wins,
    bonus_dice,
    capture_lone,
    cards,
    chained_die,
    dice,
    double_six_bag,
    enemy_blocks,
    exact_finish,
    leave_yard,
    spinner,
)

MECHANISMS = {
    "die": dice(),
    "two": dice(count=2, together=True),
    "owed": bonus_dice(),
    "chain": chained_die(),
    "bag": double_six_bag(),
    "spinner": spinner(),
    "cards": cards(),
}


def race(mechanism, *more, leave=None, capture=None):
    """The spec of a race with this mechanism and these rules."""
    rules = (
        exact_finish(),
        enemy_blocks(),
        capture or capture_lone(),
        MECHANISMS[mechanism],
        leave or leave_yard(),
        all_home_wins(),
        *more,
    )
    return replace(load_game("ludo"), name=f"race of {mechanism}", rules=rules)


def given(spec, position, rolls=()):
    """A raw environment of the spec, in this position."""
    env = env_of(spec, backend="python", illegal="raise")
    env.reset(seed=1, options={"position": full(position), "dice": list(rolls)})
    return env
