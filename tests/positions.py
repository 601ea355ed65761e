"""Tests are positions: `ludo` or `strict` sets one up, `play` moves, `expect` looks again.

    env = ludo("p0=10 p2=40 turn=0", rolls=[4, 1])   # the dice to come, in order
    expect(env, legal={0})
    play(env, 0)
    expect(env, p0="14", p2="", hit=0, turn=0, dice=1)

A piece is written by its progress from its own entry; pieces that are left out are in the yard.
"""

from __future__ import annotations

from functools import partial
from random import Random

from ludo_env import ludo_v0, strict_ludo_v0

PIECES, SEATS = 4, range(4)

# Games with other flags run as plain Python: compiling one takes longer than its few positions.
COMPILED = {"num_players", "mode", "dice", "observation", "auto_pass", "max_steps"}


def given(module, position="", rolls=(), seed=0, **flags):
    """A raw environment in this position; without one, at the start of a game."""
    backend = "auto" if COMPILED.issuperset(flags) else "python"
    env = module.raw_env(**{"backend": backend, **flags})
    options = {"dice": list(rolls)}
    if position:
        options["position"] = full(position)
    env.reset(seed=seed, options=options)
    return env


ludo = partial(given, ludo_v0)
strict = partial(given, strict_ludo_v0)


def full(position):
    """The position text with the pieces in the yard written out."""
    words = dict(word.split("=") for word in position.split())
    return " ".join(f"{key}={_word(key, value)}" for key, value in words.items())


def play(env, *actions):
    """Plays these actions, one after the other."""
    for action in actions:
        env.step(action)


def legal_set(env):
    """The set of legal actions of the agent to act."""
    return set(env.observe(env.agent_selection)["action_mask"].nonzero()[0].tolist())


def expect(env, legal=None, **words):
    """Checks the legal set, and the words of the position text that are given."""
    if legal is not None:
        assert legal_set(env) == legal
    wanted = {key: _word(key, str(value)) for key, value in words.items()}
    assert {key: words_of(env).get(key) for key in wanted} == wanted


def words_of(env):
    """The position as a dictionary of its words."""
    return dict(word.split("=") for word in env.position.split())


def places(words, seat):
    """The pieces of a seat as (zone, index): yard, ring, lane and finished are zones 0 to 3."""
    return [_place(word) for word in words[f"p{seat}"].split(",")]


def over(env):
    """Has the game come to its end?"""
    return all(env.terminations.values())


def random_game(env, seed=0):
    """Plays a random game to its end; after each action gives the words before it, and it."""
    choices = Random(seed)
    env.reset(seed=seed)
    while not over(env):
        before, action = words_of(env), choices.choice(sorted(legal_set(env)))
        play(env, action)
        yield before, action


def _word(key, value):
    """The word as the position text has it: pieces that are left out are in the yard."""
    if not (key[0] == "p" and key[1:].isdigit()):
        return value
    named = [word for word in value.split(",") if word]
    return ",".join(named + ["y"] * (PIECES - len(named)))


def _place(word):
    ends = {"y": (0, 0), "f": (3, 0)}
    return ends.get(word) or ((2, int(word[1:])) if word[0] == "h" else (1, int(word)))
