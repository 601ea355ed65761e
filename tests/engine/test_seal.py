"""The seal of a kernel changes with the content of the kernel, and with nothing else."""

import importlib
import linecache
import os
import sys
import textwrap

import pytest
from fresh_process import TESTS, run
from tiny_family import tiny

from ludo_env import Game, french_ludo_v0, game_of, generals_v0, ludo_v0, strict_ludo_v0
from ludo_env._engine.any_order import any_order
from ludo_env._engine.compile import numba_backend as compiled
from ludo_env._engine.compile.cache_key import FleetingSeal, seal_of

RULE = '''
"""A rule of a module of its own."""
from typing import NamedTuple
import enum
import numpy as np
from ludo_env import field, hooks, rule
HEAD

@rule()
def mine(board):
    """What an action is worth."""
    SETUP

    def worth(s, points, action):
        """The points, and more."""
        return points + MORE

    return hooks(worth=worth)
'''


def source(more, setup="pass", head=""):
    """The module of a rule: what its hook adds, the code in the rule, and the code above it."""
    setup = textwrap.indent(textwrap.dedent(setup), "    ").strip()
    return RULE.replace("HEAD", head).replace("SETUP", setup).replace("MORE", more)


@pytest.fixture
def sealed(tmp_path, monkeypatch):
    """A function of files: the seal of the tiny game with own_rule.py's rule, imported afresh."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def seal(files):
        if isinstance(files, str):
            files = {"own_rule.py": files}
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(text)
        forget(tmp_path)
        importlib.invalidate_caches()
        return seal_of_game(tiny(importlib.import_module("own_rule").mine()))

    yield seal
    forget(tmp_path)


def forget(folder):
    """Remove the modules of a folder from the process."""
    for name, module in list(sys.modules.items()):
        if str(folder) in str(getattr(module, "__file__", "")):
            del sys.modules[name]


def seal_of_game(spec, style="compact"):
    """The seal of the loop of one game."""
    game = Game(spec, "numba")
    block = vars(game.block(style))
    return compiled.entry_seal(compiled.step_entry, game.loops.turns(style), block)


HELPED = source("bonus(points)", head="from helpers import bonus")
BY_MODULE = source("helpers.bonus(points)", head="import helpers")
EDITS = {
    "helper module": (
        {"own_rule.py": HELPED, "helpers.py": "def bonus(points): return 1"},
        {"helpers.py": "def bonus(points): return 2"},
    ),
    "helper by the name of its module": (
        {"own_rule.py": BY_MODULE, "helpers.py": "def bonus(points): return 1"},
        {"helpers.py": "def bonus(points): return 2"},
    ),
    "helper in a package": (
        {
            "own_rule.py": source("parts.helpers.bonus(points)", head="import parts.helpers"),
            "parts/__init__.py": "",
            "parts/helpers.py": "def bonus(points): return 1",
        },
        {"parts/helpers.py": "def bonus(points): return 2"},
    ),
    "helper's helper": (
        {
            "own_rule.py": HELPED,
            "helpers.py": "import deeper\ndef bonus(points): return deeper.more(points)",
            "deeper.py": "def more(points): return points // 2",
        },
        {"deeper.py": "def more(points): return points // 3"},
    ),
    "global constant of a helper": (
        {"own_rule.py": HELPED, "helpers.py": "MORE = 1\ndef bonus(points): return MORE"},
        {"helpers.py": "MORE = 2\ndef bonus(points): return MORE"},
    ),
    "global constant": (source("BONUS", head="BONUS = 1"), source("BONUS", head="BONUS = 2")),
    "a number of another type": (
        source("BONUS", head="BONUS = 1"),
        source("BONUS", head="BONUS = True"),
    ),
    "closure": (source("extra", "extra = 1"), source("extra", "extra = 2")),
    "closure of a closure": (
        source("add(points)", "extra = 1\ndef add(points): return extra"),
        source("add(points)", "extra = 2\ndef add(points): return extra"),
    ),
    "module attribute": (
        {"own_rule.py": source("helpers.MORE", head="import helpers"), "helpers.py": "MORE = 1"},
        {"helpers.py": "MORE = 2"},
    ),
    "module in the closure": (
        {"own_rule.py": source("m.MORE", "m = helpers", "import helpers"), "helpers.py": "MORE=1"},
        {"helpers.py": "MORE = 2"},
    ),
    "class attribute": (
        source("Settings.size", head="class Settings: size = 1"),
        source("Settings.size", head="class Settings: size = 2"),
    ),
    "class attribute in the closure": (
        source("size", "size = Settings.size", "class Settings: size = 1"),
        source("size", "size = Settings.size", "class Settings: size = 2"),
    ),
    "class of the closure": (
        source("settings.size", "settings = Settings", "class Settings: size = 1"),
        source("settings.size", "settings = Settings", "class Settings: size = 2"),
    ),
    "member of an enumeration": (
        source("Kind.HIGH.value", head="class Kind(enum.Enum): HIGH = 1"),
        source("Kind.HIGH.value", head="class Kind(enum.Enum): HIGH = 2"),
    ),
    "default": (
        source("add(points)", "def add(points, more=1): return more"),
        source("add(points)", "def add(points, more=2): return more"),
    ),
    "default by keyword": (
        source("add(points)", "def add(points, *, more=1): return more"),
        source("add(points)", "def add(points, *, more=2): return more"),
    ),
    "function that is a default": (
        source("add(points)", head="def f(): return 1\ndef add(points, more=f): return more()"),
        source("add(points)", head="def f(): return 2\ndef add(points, more=f): return more()"),
    ),
    "constant": (source("1"), source("2")),
    "negative zero": (source("int(0.0)"), source("int(-0.0)")),
    "text that is no docstring": (source("len('ab')"), source("len('abc')")),
    "text that is a docstring too": (
        source("len(f())", head="def f():\n    'ab'\n    return 'ab'"),
        source("len(f())", head="def f():\n    'abc'\n    return 'abc'"),
    ),
    "function inside": (
        source("(lambda n: n + 1)(points)"),
        source("(lambda n: n + 2)(points)"),
    ),
    "table": (source("t[action]", "t = np.arange(9)"), source("t[action]", "t = np.arange(9) + 1")),
    "type of a table": (
        source("t[action]", "t = np.zeros(9, np.int8)"),
        source("t[action]", "t = np.zeros(9, np.uint8)"),
    ),
    "shape of a table": (
        source("t.size", "t = np.zeros((2, 3))"),
        source("t.size", "t = np.zeros((3, 2))"),
    ),
    "order of a table": (
        source("t[1, 0]", "t = np.zeros((2, 2), order='C')"),
        source("t[1, 0]", "t = np.zeros((2, 2), order='F')"),
    ),
    "table in a named tuple": (
        source("t.at[0]", "t = T(np.array([1]))", "class T(NamedTuple):\n    at: object"),
        source("t.at[0]", "t = T(np.array([2]))", "class T(NamedTuple):\n    at: object"),
    ),
    "function in a tuple": (
        source("t[0](points)", "def f(n): return 1\nt = (f,)"),
        source("t[0](points)", "def f(n): return 2\nt = (f,)"),
    ),
    "function by a decorator of numba": (
        source("f(points)", head="import numba\n@numba.njit\ndef f(n): return 1"),
        source("f(points)", head="import numba\n@numba.njit\ndef f(n): return 2"),
    ),
    "option of a decorator of numba": (
        source("f(points)", head="import numba\n@numba.njit\ndef f(n): return 1"),
        source("f(points)", head="import numba\n@numba.njit(fastmath=True)\ndef f(n): return 1"),
    ),
    "functions that call each other": (
        source("f(points)", head="def f(n): return g(n)\ndef g(n): return n and f(n - 1)"),
        source("f(points)", head="def f(n): return g(n)\ndef g(n): return n and f(n - 2)"),
    ),
    "another function of the library": (
        source("math.ceil(points)", head="import math"),
        source("math.floor(points)", head="import math"),
    ),
    "field of the state": (
        source("0"),
        source("0").replace("@rule()", "@rule(fields=(field('more'),))"),
    ),
}


@pytest.mark.parametrize("what", EDITS)
def test_an_edit_breaks_the_seal(sealed, what):
    """An edit of anything that a kernel contains gives another seal; taken back, the old one."""
    before, after = EDITS[what]
    seals = [sealed(before), sealed(after), sealed(before)]
    assert not any(isinstance(seal, FleetingSeal) for seal in seals)
    assert seals[0] == seals[2]
    assert seals[0] != seals[1]


EDITED_PROSE = {
    "docstring of the module": ('"""A rule of a module of its own."""', '"""Another word."""'),
    "docstring of the rule": ('"""What an action is worth."""', '"""So much it is worth."""'),
    "docstring of the hook": ('"""The points, and more."""', '"""More."""'),
    "docstring taken away": ('        """The points, and more."""\n', ""),
    "comment": ("    return hooks", "    # A remark.\n\n    return hooks"),
    "lines moved": ("@rule()", "# A remark.\n\n\n@rule()"),
    "layout of the source": ("return points + 1", "return (\n            points + 1\n        )"),
    "hook that only speaks": ("worth=worth", "noted=lambda s, points: None, worth=worth"),
}


@pytest.mark.parametrize("what", [name for name in EDITED_PROSE if name != "hook that only speaks"])
def test_an_edited_sentence_keeps_the_seal(sealed, what):
    """Prose, comments and the layout of the source are no part of the kernel."""
    old, new = EDITED_PROSE[what]
    assert old in source("1")
    assert sealed(source("1")) == sealed(source("1").replace(old, new))


def test_the_prose_of_helpers_keeps_the_seal(sealed):
    """The same for a helper: its docstring, its comments, and functions that are never called."""
    helper = "def bonus(points):\n    'One.'\n    return 1\n"
    other = "# One more.\n'Helpers.'\ndef unused(): return 7\ndef bonus(points):\n    'Just one.'\n"
    before = sealed({"own_rule.py": HELPED, "helpers.py": helper})
    assert before == sealed({"helpers.py": other + "    return 1\n"})


def test_words_and_notation_keep_the_seal(sealed):
    """What is answered in plain Python only, and the name of a game, are no part of the kernel."""
    from dataclasses import replace

    from ludo_env import hooks, rule

    def said(words):
        @rule()
        def speaking(board):
            """It has something to say."""
            return hooks(say_extra=lambda extra: words, overlay=lambda s, marks: (*marks, words))

        return speaking()

    spec = ludo_v0.spec()
    seals = {seal_of_game(spec), seal_of_game(replace(spec, name="another"))}
    seals |= {seal_of_game(spec.with_rules(said(words))) for words in ("this", "that")}
    assert len(seals) == 1


def test_the_order_of_a_dict_or_set_keeps_the_seal(sealed):
    """Order does not count where it has no meaning, and counts where it has one."""
    text = source("len(names) + len(things)", "names, things = {NAMES}, {THINGS}")
    seals = [
        sealed(text.replace("{NAMES}", names).replace("{THINGS}", things))
        for names, things in (
            ("{'a': 1, 'b': 2}", "{'x', 'y'}"),
            ("{'b': 2, 'a': 1}", "{'y', 'x'}"),
            ("{'a': 2, 'b': 1}", "{'x', 'y'}"),
            ("{'a': 1, 'b': 2}", "{'x', 'z'}"),
            ("['a', 'b']", "{'x', 'y'}"),
            ("['b', 'a']", "{'x', 'y'}"),
        )
    ]
    assert seals[0] == seals[1]
    assert len(set(seals)) == 5


def test_a_class_of_code_without_a_module_is_read():
    """A class that says it is Python's own is believed only where Python has it."""
    seals = []
    for high in (1, 2, 1):
        scope = {}
        head = f"import enum\nclass Kind(enum.IntEnum):\n    HIGH = {high}"
        exec(source("Kind.HIGH", head=head), scope)
        seals.append(seal_of_game(tiny(scope["mine"]())))
    assert not any(isinstance(seal, FleetingSeal) for seal in seals)
    assert seals[0] == seals[2] != seals[1]


UNKNOWN = {
    "function of arrays by a decorator of numba": (
        source("f(points)", head="import numba\n@numba.vectorize\ndef f(n): return n + 1"),
        "f",
    ),
    "object that raises when it is read": (
        source(
            "t.size",
            head="import dataclasses\n@dataclasses.dataclass\nclass A:\n    size: int\n"
            "t = A(1)\ndel t.size",
        ),
        "t",
    ),
    "module handed about": (source("h.bonus()", "pass", "import helpers"), "helpers"),
    "attribute by its name": (
        source("getattr(helpers, 'bonus')()", head="import helpers"),
        "helpers",
    ),
    "object": (source("thing.size", head="class A: size = 1\nthing = A()"), "thing"),
    "array of objects": (source("t[0]", "t = np.array([1], dtype=object)"), "t"),
    "function behind another": (
        source("f()", head="import functools\nf = functools.partial(int, 3)"),
        "f",
    ),
    "bound method": (source("f()", head="class A:\n    def m(self): return 1\nf = A().m"), "f"),
    "a dict of objects": (source("len(t)", "t = {object(): 1}"), "t"),
}


@pytest.mark.parametrize("what", UNKNOWN)
def test_what_is_not_known_is_never_taken_for_known(sealed, what):
    """A kernel with unknown content has a new seal each time."""
    text, name = UNKNOWN[what]
    if "h.bonus()" in text:
        text = text.replace("        return", "        h = helpers\n        return")
    files = {"own_rule.py": text, "helpers.py": "def bonus(): return 1"}
    one, other = sealed(files), sealed(files)
    assert isinstance(one, FleetingSeal)
    assert name in one.unknown
    assert one != other


def test_a_users_file_with_the_name_of_a_standard_module_is_read(sealed):
    """A module is known by its name only where it lies with Python's own."""
    head = "from this import bonus"
    one, other = (
        sealed({"own_rule.py": source("bonus()", head=head), "this.py": f"def bonus(): return {n}"})
        for n in (1, 2)
    )
    assert one != other


@pytest.mark.parametrize("module", [ludo_v0, strict_ludo_v0, french_ludo_v0, generals_v0])
def test_the_games_have_lasting_seals(module):
    """Everything that the games of the library contain is known, in every style."""
    spec = module.spec()
    styles = list(Game(spec, "python").styles)
    seals = [seal_of_game(spec, style) for style in styles]
    assert not any(isinstance(seal, FleetingSeal) for seal in seals)
    assert len(set(seals)) == len(styles)
    assert seals == [seal_of_game(spec, style) for style in styles]


def test_every_loop_and_option_has_a_seal_of_its_own(monkeypatch):
    """The layout of the arrays and the options of a batch count, and so does the kind of loop."""
    seals = []
    seal_of_entry = compiled.entry_seal

    def entry_seal(make, loop, layout):
        seals.append(seal_of_entry(make, loop, layout))
        return seals[-1]

    monkeypatch.setattr(compiled, "entry_seal", entry_seal)
    monkeypatch.setattr(compiled, "compiled", lambda entry, *_, **__: entry)
    for goal in (30, 31):
        game = Game(tiny(goal=goal), "numba")
        for style in ("features", "compact"):
            game.loops.step(style)
            game.loops.playout(style)
        game.loops.rollout()
        for columns in (False, True):
            for auto_pass in (False, True):
                game.loops.batch("features", columns, auto_pass)
    # The two styles of the tiny game are one, and rolling out has no style.
    assert len(set(seals)) == 2 * (1 + 1 + 1 + 4)


SEALS = """
import sys
sys.path.insert(0, {tests!r})
from test_seal import seal_of_game
from tiny_family import tiny
from ludo_env import french_ludo_v0, generals_v0, hooks, ludo_v0, rule
@rule()
def mine(board):
    "Sets of texts come in another order in every process."
    names, things = {{"one", "two", "three"}}, {{"a": 1, "b": 2}}
    def worth(s, points, action):
        return points + (1 if action in {{1, 2, 3}} else len(names) + len(things))
    return hooks(worth=worth)
for spec in (tiny(mine()), ludo_v0.spec(), french_ludo_v0.spec(), generals_v0.spec()):
    print(seal_of_game(spec))
"""


def test_two_processes_have_equal_seals(tmp_path):
    """Equal sources have equal seals, in whatever order a process keeps its sets."""
    code = SEALS.format(tests=str(TESTS / "engine"))
    first, second = (run(code, tmp_path, PYTHONHASHSEED=seed).stdout for seed in "12")
    assert first == second
    assert len(set(first.split())) == 4


def test_compiling_keeps_the_seal():
    """Making functions known to the compiler changes nothing of their seal."""
    spec = tiny(goal=33)
    before = seal_of_game(spec)
    game = game_of(spec, "numba")
    game.loops.step("compact")
    loop, block = game.loops.turns("compact"), vars(game.block("compact"))
    assert compiled.entry_seal(compiled.step_entry, loop, block) == before


PLAY = """
def points(rule, family):
    "The points after some steps of a game on both backends, which must agree."
    from ludo_env import game_of
    from ludo_env._engine.kernel import BEGIN, PLAY, SETTLE
    found = []
    for backend in ("python", "numba"):
        session = game_of(family.tiny(rule), backend).session("compact", seed=1)
        session.run(BEGIN | SETTLE, 0)
        for action in (0, 1, 0):
            session.run(PLAY | SETTLE, action)
        found.append(session.record["points"][0].tolist())
    assert found[0] == found[1], found
    return sum(found[0])
"""
START = "import own_rule, tiny_family\nprint(points(own_rule.mine(), tiny_family))\n"


def play(folder, cache, code, files):
    """The output of a fresh process that plays with its own files."""
    for name, text in files.items():
        (folder / name).write_text(text)
    for leftover in folder.glob("__pycache__/*"):
        leftover.unlink()
    main = folder / "main.py"
    main.write_text(PLAY + code)
    for file in folder.glob("*.py"):
        os.utime(file, (1_600_000_000, 1_600_000_000))  # an edit does not even show in the time
    return int(run(main, cache).stdout)


def kernels(cache):
    """The files of compiled code that lie in a cache."""
    return {path: path.stat().st_mtime_ns for path in cache.rglob("*") if path.is_file()}


@pytest.mark.long
def test_edited_helpers_are_played(tmp_path):
    """An edited helper's helper, and an edited constant of a module, are played at once."""
    folder, cache = tmp_path / "code", tmp_path / "cache"
    folder.mkdir()
    files = {
        "own_rule.py": source("bonus(points) + helpers.MORE", head="import helpers\nfrom helpers "
                              "import bonus"),
        "helpers.py": "import deeper\nMORE = 0\ndef bonus(points): return deeper.bonus()",
        "deeper.py": "def bonus(): return 10",
    }  # fmt: skip
    first = play(folder, cache, START, files)
    assert play(folder, cache, START, {"deeper.py": "def bonus(): return 20"}) == first + 30
    more = {"helpers.py": files["helpers.py"].replace("MORE = 0", "MORE = 5")}
    assert play(folder, cache, START, more) == first + 45
    # An edited sentence compiles nothing: no file of the cache changes.
    kept = kernels(cache)
    assert kept
    prose = {"deeper.py": "# Twenty.\ndef bonus():\n    'Twenty.'\n    return 20"}
    assert play(folder, cache, START, prose) == first + 45
    assert kernels(cache) == kept


@pytest.mark.long
def test_a_kernel_of_unknown_content_is_not_kept(tmp_path):
    """A kernel that has a new seal each time is played, and not written to disk."""
    folder, cache = tmp_path / "code", tmp_path / "cache"
    folder.mkdir()
    text = source("MORE", head="import helpers")
    text = text.replace(
        "        return points + MORE", "        h = helpers\n        return h.MORE"
    )
    assert play(folder, cache, START, {"own_rule.py": text, "helpers.py": "MORE = 1"}) == 3
    assert play(folder, cache, START, {"helpers.py": "MORE = 2"}) == 6
    assert not list(cache.rglob("*.nbc"))


@pytest.mark.long
def test_an_edited_family_is_played(tmp_path):
    """A family of games from outside the library is sealed as well."""
    folder, cache = tmp_path / "code", tmp_path / "cache"
    folder.mkdir()
    text = (TESTS / "tiny_family.py").read_text()
    edited = text.replace("s.points[s.seat] += points", "s.points[s.seat] += points + 10")
    assert edited != text
    files = {"own_rule.py": source("0"), "own_family.py": text}
    start = START.replace("tiny_family", "own_family")
    first = play(folder, cache, start, files)
    assert play(folder, cache, start, {"own_family.py": edited}) == first + 30


CELL = """
import linecache
CELL = {cell!r}
name = "<ipython-input-1-0123456789ab>"
linecache.cache[name] = (len(CELL), None, CELL.splitlines(True), name)
exec(compile(CELL, name, "exec"), globals())
"""


@pytest.mark.long
@pytest.mark.parametrize("where", ["main", "cell"])
def test_an_edited_rule_in_main_is_played(tmp_path, where):
    """A rule in a script, or in a cell of a notebook, is sealed by what it does."""
    end = "\nimport tiny_family\nprint(points(mine(), tiny_family))\n"
    found = []
    for more in ("bonus()", "bonus()", "bonus() + 10"):
        text = source(more, head="def bonus(): return 1")
        code = (CELL.format(cell=text) if where == "cell" else text.replace('"""A', '#"""A')) + end
        found.append(play(tmp_path, tmp_path / "cache", code, {}))
    assert found[1] == found[0]
    assert found[2] == found[0] + 30


def test_a_cell_run_again_is_another_rule():
    """In one process a cell that is edited and run again gives another seal; unedited, the same."""
    seals = []
    for number, more in enumerate(("1", "1", "2")):
        name = f"<ipython-input-{number}-0123456789ab>"
        text = source(more)
        linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
        scope = {"__name__": "__main__"}
        exec(compile(text, name, "exec"), scope)
        seals.append(seal_of_game(tiny(scope["mine"]())))
    assert seals[0] == seals[1] != seals[2]


def test_sums_in_any_order_break_the_seal():
    """The compiler may add them up differently, so the machine code differs."""

    def total():
        def add(numbers):
            found = 0.0
            for number in numbers:
                found += number
            return found

        return add

    assert seal_of(total(), ()) == seal_of(total(), ())
    assert seal_of(any_order(total()), ()) != seal_of(total(), ())
    assert any_order(total())([1.0, 2.0]) == 3.0
