"""A small race with phases, written as a file: tables of TOML behind its rules."""

import sys

from positions import legal_set, loose_and_back, words_of

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
    """A little race for two as plain data, with these tables of TOML behind its rules."""
    return tomllib.loads(HEAD + mechanism + REST + "".join(f"[[rules]]\n{one}\n" for one in tables))


def at(text, *tables, rolls=(), mechanism=DIE):
    """That race in a position, which comes back from its own text."""
    return loose_and_back(data(*tables, mechanism=mechanism), text, rolls)


def first(env, times=1):
    """Play the first legal action; what the position says then."""
    for _ in range(times):
        env.step(min(legal_set(env)))
    return words_of(env)


def night(begins, ends="never", *, repeats=False, name="night"):
    """A phase as a table of TOML."""
    return (
        f'rule = "phase"\nname = "{name}"\nbegins = "{begins}"\nends = "{ends}"\n'
        f"repeats = {str(repeats).lower()}"
    )
