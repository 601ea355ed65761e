"""Compiled kernels are kept on disk, and a stale one is never run."""

import os

import pytest
from fresh_process import run, start

RULE = '''
from ludo_env import hooks, rule
from ludo_env.rules import placing

@rule()
def runaway(board, extra=0):
    """A piece runs on by so many squares after landing."""
    place = placing(board)
    BODY

    def react(s, hits, colour, piece, cell):
        place(s, colour, piece, add(s.progress[piece]))
        return hits

    return hooks(react=react)
'''
EDITED = [
    "add = lambda place: place",
    "add = lambda place: min(place + 3, board.gate)",
    "add = lambda place: min(place + extra, board.gate)",
]
PLAY = """
import sys
sys.path.insert(0, {folder!r})
import {module}
from ludo_env import env_of, ludo_v0
spec = ludo_v0.spec({spec}).with_rules({module}.runaway({parameters}))
env = env_of(spec, backend="numba", observation="compact")
env.reset(options={{"position": "p0=2,y,y,y hit=0 turn=0 dice=3"}})
env.step(0)
print(env.position.split()[0])
"""


def play(folder, cache, parameters="", spec=""):
    """The place that a piece on 2 reaches with a 3, in a fresh process."""
    code = PLAY.format(folder=str(folder), module="own_rule", parameters=parameters, spec=spec)
    return run(code, cache).stdout.strip()


def kernels(cache):
    """The number of kernels on disk."""
    return len(list(cache.rglob("*.nbc")))


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    """A cache for this module alone."""
    return tmp_path_factory.mktemp("cache")


@pytest.mark.long  # test_seal and test_seal_changes try a share of this by default
def test_edits_parameters_and_tables_take_effect(tmp_path, cache):
    """An edited rule, a changed parameter and a changed table each play anew at the next start."""
    file = tmp_path / "own_rule.py"
    stamp = 1_600_000_000
    results = []
    for body in EDITED:
        file.write_text(RULE.replace("BODY", body))
        os.utime(file, (stamp, stamp))  # so that not even the time of the file shows the edit
        for leftover in tmp_path.glob("__pycache__/*"):
            leftover.unlink()
        results.append(play(tmp_path, cache))
    assert results == ["p0=5,y,y,y", "p0=8,y,y,y", "p0=5,y,y,y"]
    assert play(tmp_path, cache, "extra=2") == "p0=7,y,y,y"
    assert play(tmp_path, cache, "extra=1") == "p0=6,y,y,y"
    before = kernels(cache)
    assert play(tmp_path, cache, "extra=1", "safe_squares=(8,)") == "p0=6,y,y,y"
    assert kernels(cache) == before + 1  # another table is another kernel


@pytest.mark.long  # test_seal tries it by default
def test_a_changed_table_changes_play(cache):
    """A square that is no longer safe lets a capture through."""
    code = """
    from ludo_env import ludo_v0
    for safe in ((0, 8, 13), (0, 13)):
        env = ludo_v0.env(safe_squares=safe, backend="numba")
        env.reset(options={"position": "p0=5,y,y,y p1=47,y,y,y turn=0 dice=3"})
        env.step(0)
        print(env.position.split()[1])
    """
    assert run(code, cache).stdout.split() == ["p1=47,y,y,y", "p1=y,y,y,y"]


START = """
import sys
from ludo_env import ludo_v0
env = ludo_v0.env(backend="numba")
env.reset(seed=11)
for agent in env.agent_iter(200):
    seen, _, over, cut, _ = env.last()
    env.step(None if over or cut else int(seen["action_mask"].argmax()))
print(env.position)
"""


@pytest.mark.long  # test_kernel_cache tries it by default, with a kernel that is compiled soon
def test_the_second_start_compiles_nothing(tmp_path):
    """A warm start is silent, plays the same, and leaves the cache as it is."""
    cold, warm, again = (run(START, tmp_path) for _ in range(3))
    assert cold.stdout == warm.stdout == again.stdout
    assert cold.stderr == "ludo_env: compiling ludo (once, about 5 s) ...\n"
    assert warm.stderr == again.stderr == ""
    assert kernels(tmp_path) == 1


@pytest.mark.long  # test_kernel_cache_at_once tries it by default
def test_two_processes_start_at_once(tmp_path):
    """Of two processes with an empty cache one compiles; both work, and leave a sound cache."""
    both = [start(START, tmp_path) for _ in range(2)]
    outputs = [process.communicate() for process in both]
    assert [process.returncode for process in both] == [0, 0], outputs
    assert outputs[0][0] == outputs[1][0] != ""
    assert sum("compiling ludo (once" in complaints for _, complaints in outputs) == 1
    assert run(START, tmp_path).stderr == ""


def test_without_numba_plain_python_serves(tmp_path):
    """Where numba cannot be imported the games still run, and one message says so."""
    code = """
    import sys
    sys.modules["numba"] = None
    from ludo_env import french_ludo_v0, generals_v0, ludo_v0, strict_ludo_v0
    for module in (ludo_v0, strict_ludo_v0, french_ludo_v0, generals_v0):
        env = module.env()
        env.reset(seed=1)
        env.step(int(env.last()[0]["action_mask"].argmax()))
    print(env.game.backend)
    try:
        ludo_v0.env(backend="numba")
    except ValueError as error:
        print(error)
    """
    done = run(code, tmp_path)
    assert done.stdout.startswith("python\n")
    assert 'backend="numba" needs numba' in done.stdout
    assert done.stderr.count("numba cannot be imported") == 1


def test_importing_is_light(tmp_path):
    """Importing the library loads neither numba nor pygame."""
    code = "import ludo_env, sys; print('numba' in sys.modules, 'pygame' in sys.modules)"
    assert run(code, tmp_path).stdout.split() == ["False", "False"]


def test_playing_touches_no_pygame(tmp_path):
    """Without a picture nothing of pygame is loaded."""
    code = """
    import sys
    from ludo_env import ludo_v0
    env = ludo_v0.env(backend="python", render_mode="ansi")
    env.reset(seed=1)
    env.render()
    print("pygame" in sys.modules)
    """
    assert run(code, tmp_path).stdout.strip() == "False"


@pytest.mark.long  # a share of each batch is checked by default, in test_vector_bounds
@pytest.mark.parametrize(
    ("module", "other"),
    [
        ("ludo_v0", {"num_players": 2}),
        ("strict_ludo_v0", {"num_players": 2}),
        ("french_ludo_v0", {"num_players": 2}),
        ("generals_v0", {"diagonal": True}),
    ],
)
def test_bounds_are_kept(tmp_path, module, other):
    """With bounds checks compiled in, thousands of games touch nothing outside their arrays."""
    code = f"""
    import os
    os.environ["NUMBA_BOUNDSCHECK"] = "1"
    from ludo_env import {module}
    for keywords in ({{}}, {other}):
        env = {module}.env(backend="numba", **keywords)
        session = env.game.session("features", seed=1)
        print(env.game.playout(session, 2000) > 100_000)
    """
    assert run(code, tmp_path).stdout.split() == ["True", "True"]


def test_a_state_is_small():
    """The state of Ludo with four players takes at most 200 bytes."""
    from ludo_env import ludo_v0

    assert ludo_v0.spec().layout.dtype.itemsize <= 200
