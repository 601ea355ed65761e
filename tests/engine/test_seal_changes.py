"""The content of a kernel changes within a process: no backend goes on with the old content."""

import pytest
from batches import marked_long
from fresh_process import run

NOTEBOOK = """
import linecache
import types
import numba
import numpy as np
import tiny_family
from ludo_env import hooks, rule
from ludo_env import game_of
from ludo_env._engine.kernel import BEGIN, PLAY, SETTLE

def cell(text):
    "Run a cell of a notebook."
    name = f"<ipython-input-{len(linecache.cache)}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    exec(compile(text, name, "exec"), globals())

def points(backend):
    "The points after some steps with the rule as it is now."
    session = game_of(tiny_family.tiny(mine(), goal=900), backend).session("compact", seed=1)
    session.run(BEGIN | SETTLE, 0)
    for action in (0, 1, 0):
        session.run(PLAY | SETTLE, action)
    return sum(session.record["points"][0].tolist())

def play():
    "Play on both backends, and print both results."
    print(points("python"), points("numba"))

RULE = '''
@rule()
def mine(board):
    "What an action is worth."
    def worth(s, points, action):
        return points + bonus()
    return hooks(worth=worth)
'''
"""

# Code that compiles an author's helper before the game does.
EARLY = "@numba.njit\ndef early#(): return bonus#()\nearly#()\nN# = 1"
# Helpers that add 1 (# is the number of each), and the change that makes them add 4.
CHANGES = {
    "global": ("N# = 1\ndef bonus#(): return N#", "N# = 4"),
    "global of a helper's helper": (
        "N# = 1\ndef inner#(): return N#\ndef bonus#(): return inner#()",
        "N# = 4",
    ),
    "helper of a helper": (
        "def inner#(): return 1\ndef bonus#(): return inner#()",
        "def inner#(): return 4",
    ),
    "array": ("t# = np.array([1, 7])\ndef bonus#(): return t#[0]", "t#[0] = 4"),
    "attribute of a module": (
        "m# = types.ModuleType('m#')\nm#.size = 1\ndef bonus#(): return m#.size",
        "m#.size = 4",
    ),
    "default": ("def bonus#(more=1): return more", "bonus#.__defaults__ = (4,)"),
    "code": ("def bonus#(): return 1", "bonus#.__code__ = (lambda: 4).__code__"),
    "helper that numba knows already": (
        "N# = 7\n@numba.extending.register_jitable\ndef bonus#():\n    return N#\n" + EARLY,
        "N# = 4",
    ),
}


def numbered(text, number):
    """A cell with the names of one of the helpers."""
    return text.replace("#", str(number))


def cells(code, cache):
    """Run cells of a notebook in a fresh process; return the printed lines."""
    return run(NOTEBOOK + code, cache).stdout.splitlines()


def kernels(cache):
    """The files of compiled code that lie in a cache."""
    return {path: path.stat().st_mtime_ns for path in cache.rglob("step_entry*.nbc")}


@pytest.mark.long  # test_seal tries edits of helpers, rules and families by default
@pytest.mark.parametrize(
    "again",
    ["cell(RULE)", ""],
    ids=["rule run again", "rule as it was"],
)
def test_a_change_is_played_at_once(tmp_path, again):
    """Both backends play each change, and so does the next process; taken back, it is gone."""
    helpers = [numbered(text, number) for number, (text, _) in enumerate(CHANGES.values())]
    changes = [numbered(text, number) for number, (_, text) in enumerate(CHANGES.values())]
    bonuses = " + ".join(f"bonus{number}()" for number in range(len(CHANGES)))
    start = f"cells = {helpers!r}\nfor text in cells:\n    cell(text)\n"
    start += f"RULE = RULE.replace('bonus()', '{bonuses}')\ncell(RULE)\n"
    steps = f"for text in {changes!r}:\n    cell(text)\n    {again or 'pass'}\n    play()\n"
    played = cells(f"{start}play()\n{steps}", tmp_path)
    python, compiled = zip(*(line.split() for line in played), strict=True)
    first = int(python[0])
    assert [int(found) - first for found in python] == [9 * n for n in range(len(CHANGES) + 1)]
    assert compiled == python
    kept = kernels(tmp_path)
    assert len(kept) == len(CHANGES) + 1
    assert cells(f"{start}play()", tmp_path) == played[:1]
    changed = f"for text in {changes!r}:\n    cell(text)\n"
    assert cells(f"{start}{changed}cell(RULE)\nplay()", tmp_path) == played[-1:]
    assert kernels(tmp_path) == kept  # both were loaded


AUTHORS = {
    "compiled before": ("@numba.njit\ndef bonus(): return BONUS\nbonus()\nBONUS = 4", False),
    "compiled when it was defined": ("@numba.njit('int64()')\ndef bonus(): return BONUS", False),
    "with a cache of numba's own": ("@numba.njit(cache=True)\ndef bonus(): return BONUS", False),
    "compiled by nobody": ("@numba.njit\ndef bonus(): return BONUS", True),
    "compiled before, and reads nothing": ("@numba.njit\ndef bonus(): return 1\nbonus()", True),
}


@pytest.mark.parametrize("what", marked_long(AUTHORS, ["compiled before"]))
def test_a_kernel_with_a_function_that_numba_compiled_before(tmp_path, what):
    """It is unknown what such a function had read when it was compiled."""
    text, kept = AUTHORS[what]
    code = f"BONUS = 1\n{text}\nexec(RULE)\nprint(points('numba'))\n"
    (tmp_path / "main.py").write_text(NOTEBOOK + code)  # numba's cache wants a file
    for _ in range(2):
        run(tmp_path / "main.py", tmp_path / "cache")
        assert len(kernels(tmp_path / "cache")) == kept


@pytest.mark.long
def test_a_changed_function_of_numbas_decorator_is_not_kept(tmp_path):
    """Such a function keeps what it read; the kernel is not written."""
    code = """
BONUS = 1
@numba.njit
def bonus(): return BONUS
cell(RULE)
points("numba")
BONUS = 4
cell(RULE)
points("numba")
"""
    cells(code, tmp_path)
    assert len(kernels(tmp_path)) == 1
