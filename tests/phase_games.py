"""Games with phases: a small race as a file, and Ludo with mechanisms that take turns."""

import sys
from dataclasses import replace

from positions import legal_set, loose_and_back, words_of

from ludo_env import ludo_v0
from ludo_env.rules import (
    cards,
    chained_die,
    dice,
    double_six_bag,
    phase,
    phase_after_turns,
    spinner,
)

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HEAD = """
name = "small"
family = "track"
[board]
kind = "cross"
seats = [0, 2]
pieces = 2
"""
RULES = ("leave_yard", "exact_finish", "capture_lone", "all_home_wins")
REST = "".join(f'[[rules]]\nrule = "{name}"\n' for name in RULES)
DIE = '[[rules]]\nrule = "dice"\n'


def data(*tables, mechanism=DIE):
    """A small race for two as plain data, with these tables of TOML after its rules."""
    return tomllib.loads(HEAD + mechanism + REST + "".join(f"[[rules]]\n{one}\n" for one in tables))


def at(text, *tables, rolls=(), mechanism=DIE):
    """The race of `data` in a position that comes back from its own text."""
    return loose_and_back(data(*tables, mechanism=mechanism), text, rolls)


def first(env, times=1):
    """Play first legal actions; return what the position says then."""
    for _ in range(times):
        env.step(min(legal_set(env)))
    return words_of(env)


def night(begins, ends="never", *, repeats=False, name="night"):
    """A phase as a table of TOML."""
    return (
        f'rule = "phase"\nname = "{name}"\nbegins = "{begins}"\nends = "{ends}"\n'
        f"repeats = {str(repeats).lower()}"
    )


def race(*mechanisms, change="after 4 turns", back="after 3 turns", more=()):
    """Ludo for two with these mechanisms, and the phase that they wait for."""
    ludo, gone = ludo_v0.spec(num_players=2), {"dice"}
    if any(one.name == "cards" for one in mechanisms):
        gone |= {"three_sixes", "bonus_six"}
    kept = [rule for rule in ludo.rules if rule.name not in gone]
    turn = phase(begins=change, ends=back)
    return replace(ludo, name="turns", rules=(*mechanisms, *kept, turn, *more))


TAKING_TURNS = {
    "dice and dice": race(dice(), dice(count=2).during("night"), change="after a capture"),
    "die and spinner": race(dice().until("night"), spinner().during("night")),
    "chain and bag": race(chained_die(), double_six_bag().during("night"), back="after a home"),
    "many dice": race(
        dice(faces=(1, 2, 3, 4, 6)).until("night"),
        dice(faces=(2, 6, 8), count=3, together=True).during("night"),
        change="after a throw of 6",
        back="after 2 throws of 8",
    ),
    "three of them": race(
        chained_die().during("night"),
        spinner(weights=(1, 2, 1, 1, 1, 3, 1, 0)).during("late"),
        dice(),
        more=(phase_after_turns(name="late", turns=15),),
    ),
    "cards for a while": race(dice(), cards().during("night"), back="after 10 turns"),
    "a bag first": race(double_six_bag().until("night"), dice(count=4).during("night")),
}
