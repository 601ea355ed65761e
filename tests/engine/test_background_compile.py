"""Compiling by a child process during play: one child, no trace of it, and any failure."""

import signal
import subprocess
import time

import numba
import pytest
from fresh_process import run, start
from tiny_kernels import files

from ludo_env import SpecError, hooks, ludo_v0, rule
from ludo_env._engine.compile import in_background, kernel_cache
from ludo_env._engine.compile.kernel_cache import NotKeptError
from ludo_env._engine.game import Game
from ludo_env._engine.kernel import BEGIN, SETTLE
from ludo_env._engine.starting import build_loop

BEGIN_AT_ONCE = {"LUDO_ENV_WAIT": "0"}
LIMIT = 300  # seconds, for a machine that is busy with other things

PLAYED = """
import copy, os, pickle, subprocess, time, warnings
from ludo_env._engine.compile import kernel_cache

warnings.simplefilter("ignore")  # about forks beside threads
children = []
popen = subprocess.Popen

def counted(*arguments, **keywords):
    children.append(arguments)
    return popen(*arguments, **keywords)

def refused(*arguments):
    raise AssertionError("compiled in this process")

subprocess.Popen, kernel_cache._compile = counted, refused

from ludo_env import ludo_v0

def legal(env):
    return int(env.unwrapped._session.mask.argmax())

def until_compiled(env, twin):
    end = time.monotonic() + 300
    while env.backend == "python" and time.monotonic() < end:
        follow(env, twin)
        time.sleep(0.02)  # the compiler needs the processor

def follow(env, twin):
    if env._ended:
        env.reset(), twin.reset()
    env.step(legal(env)), twin.step(legal(twin))
    assert env.position == twin.position
    rows = [each.observe("player_0")["observation"].tobytes() for each in (env, twin)]
    assert rows[0] == rows[1]

env, twin = ludo_v0.env().unwrapped, ludo_v0.env(backend="python").unwrapped
env.reset(seed=1), twin.reset(seed=1)
follow(env, twin)
others = [ludo_v0.env().unwrapped for _ in range(3)]
others += [env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
others += [ludo_v0.parallel_env().inner, ludo_v0.single_env()]
for other in others:
    if not other._is_reset():
        other.reset(seed=2)
    assert other.unwrapped.backend == "python"
print(env.backend, env.game.backend)

forked = os.fork() if hasattr(os, "fork") else 0
if forked == 0 and hasattr(os, "fork"):
    status = 1
    try:
        until_compiled(env, twin)
        for _ in range(100):
            follow(env, twin)
        status = env.backend != "numba"
    finally:
        os._exit(status)

until_compiled(env, twin)
for _ in range(400):
    follow(env, twin)
for other in others:
    other.step(legal(other))
    assert other.unwrapped.backend == "numba"
print(env.backend, env.game.backend, len(children))
if forked:
    print(os.waitstatus_to_exitcode(os.waitpid(forked, 0)[1]))
else:
    print(0)
"""

LOADED = """
from ludo_env import ludo_v0
print(ludo_v0.env().unwrapped.backend)
"""


def test_a_child_compiles_what_is_being_played(tmp_path):
    """The process never compiles, all environments share a child, and a forked copy works."""
    done = run(PLAYED, tmp_path, **BEGIN_AT_ONCE)
    assert done.stdout == "python numba\nnumba numba 1\n0\n", done.stderr
    assert "compiling ludo in the background (once" in done.stderr
    assert "compiling ludo (once" not in done.stderr
    assert len(files(tmp_path)) == 1
    assert len(list(tmp_path.rglob("*"))) == 2  # the folder and the kernel
    later = run(LOADED, tmp_path, **BEGIN_AT_ONCE)
    assert (later.stdout, later.stderr) == ("numba\n", "")


LEFT = """
import os, pathlib, time
from ludo_env import ludo_v0
from ludo_env._engine.compile import in_background
env = ludo_v0.env()
# This lock appears when the child begins to compile.
while not list(pathlib.Path(os.environ["NUMBA_CACHE_DIR"]).rglob("step_entry*.lock")):
    time.sleep(0.01)
print(in_background._children._child.pid, flush=True)
"""


@pytest.mark.parametrize(
    "ending", ["exit", pytest.param("interrupt", marks=pytest.mark.long), "kill"]
)
def test_the_child_finishes_unless_its_parent_is_killed(tmp_path, ending):
    """A short program leaves the kernel for the next start; a killed one leaves nothing."""
    waiting = "" if ending == "exit" else "time.sleep(300)\n"
    process = start(LEFT + waiting, tmp_path, **BEGIN_AT_ONCE)
    child = int(process.stdout.readline())
    if ending == "interrupt":
        process.send_signal(signal.SIGINT)
    elif ending == "kill":
        process.kill()
    process.communicate(timeout=LIMIT)
    _wait_until(lambda: not _runs(child))
    left = [path.suffix for path in tmp_path.rglob("*") if path.is_file()]
    assert left == ([] if ending == "kill" else [".nbc"])


def test_processes_that_start_together_have_one_child(tmp_path):
    """The other processes play in plain Python until the kernel exists, and then load it."""
    code = """
import subprocess, time
popen, children = subprocess.Popen, []
subprocess.Popen = lambda *given, **named: children.append(1) or popen(*given, **named)
from ludo_env import ludo_v0
env = ludo_v0.env().unwrapped
while env.backend == "python":
    env.reset()
    time.sleep(0.02)
print(len(children))
"""
    processes = [start(code, tmp_path, **BEGIN_AT_ONCE) for _ in range(3)]
    assert sorted(process.communicate(timeout=LIMIT)[0] for process in processes) == [
        *("0\n", "0\n", "1\n")
    ]
    assert len(list(tmp_path.rglob("*"))) == 2  # the folder and the kernel, no lock


def _runs(process):
    """Return whether a process runs; one that has ended may still wait to be collected."""
    state = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False
    ).stdout.strip()
    return bool(state) and not state.startswith("Z")


def _wait_until(is_so):
    end = time.monotonic() + LIMIT
    while not is_so() and time.monotonic() < end:
        time.sleep(0.02)
    assert is_so()


@pytest.fixture(name="game")
def _game(tmp_path, monkeypatch):
    """A game that no other test uses, with an empty cache."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("LUDO_ENV_WAIT", "0")
    return Game(ludo_v0.spec(num_players=3, first_player="random"), "numba", waits=False)


def _failed(game):
    """Return a game in play whose child has failed."""
    session = game.session()
    (running,) = game.starting._compiles.values()
    _wait_until(lambda: running.failed)
    return session


def test_a_failed_child_is_said_and_the_process_compiles(game, monkeypatch, capfd):
    """The next call compiles in the process, as without a child."""
    monkeypatch.setattr(in_background, "_PROGRAM", "raise SystemExit('no room here')")
    session = _failed(game)
    monkeypatch.setattr(game.loops, "step", lambda style: lambda address, ops, value: 77)
    assert session.run(BEGIN | SETTLE, 0) == 77
    said = capfd.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 2
    assert "compiling ludo in the background failed (no room here); it is compiled" in said.err


def test_what_nobody_can_compile_is_played_in_python(game, monkeypatch, capfd):
    """If the process cannot compile it either, the game goes on and the reason is printed."""
    monkeypatch.setattr(in_background, "_PROGRAM", "raise SystemExit('no room here')")
    session, plain = _failed(game), Game(game.spec, "python").session()

    def refuse(*_):
        raise SpecError("The compiler is out.")

    monkeypatch.setattr(kernel_cache, "_compile", refuse)
    for each in (session, plain):
        each.reseed(3)
    for ops in (BEGIN, SETTLE, 0):
        assert session.run(ops, 0) == plain.run(ops, 0)
    assert session.backend == "python"
    assert capfd.readouterr().err.count("ludo runs in plain Python: The compiler is out.") == 1


def test_a_child_that_would_compile_something_else_compiles_nothing(game, tmp_path, capfd):
    """A process with other settings would write a file that this process could not find."""
    missing = NotKeptError(tmp_path / "another.nbc", "ludo", 0.5)
    running = in_background.BackgroundCompile(game, build_loop, ("step", "compact"), missing)
    _wait_until(lambda: running.failed)
    assert "(its kernel would be another one)" in capfd.readouterr().err
    assert files(tmp_path) == []


@rule()
def slippery(board, square=10):
    """Nobody may stop on the slippery square of the ring."""

    def may_land(s, colour, cell):
        return cell != square

    return hooks(may_land=may_land)


class CompiledHereError(Exception):
    """The process was about to compile."""


def _compile_here(*_):
    raise CompiledHereError


def test_where_no_child_can_help_the_process_compiles_at_once(game, monkeypatch):
    """Without a writable folder, with rules from outside, or frozen, there is no child."""
    monkeypatch.setattr(kernel_cache, "_compile", _compile_here)
    monkeypatch.setattr(in_background, "BackgroundCompile", None)
    assert in_background.is_possible(game.spec)
    outside = Game(game.spec.with_rules(slippery()), "numba", waits=False)
    with pytest.raises(CompiledHereError):
        outside.session()
    with monkeypatch.context() as patch:
        patch.setattr(kernel_cache, "can_be_written", lambda folder: False)
        with pytest.raises(CompiledHereError):
            game.session()
    with monkeypatch.context() as patch:
        patch.setattr("sys.frozen", True, raising=False)
        with pytest.raises(CompiledHereError):
            game.session()
    with pytest.raises(CompiledHereError):
        Game(game.spec, "numba").session()


def test_a_forbidden_compiler_is_refused_as_before(game, monkeypatch):
    """NUMBA_DISABLE_JIT is an error at once."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    with pytest.raises(SpecError, match="NUMBA_DISABLE_JIT forbids it"):
        game.session()
    monkeypatch.delenv("NUMBA_DISABLE_JIT")
    numba.core.config.reload_config()  # as numba does before it compiles
