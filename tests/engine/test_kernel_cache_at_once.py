"""The disk cache: only one of several processes or threads compiles, and no lock stays."""

import os
import signal
import subprocess
import sys
import threading
import time

from fresh_process import ROOT, start
from tiny_kernels import DOUBLE, forbid

from ludo_env._engine import process_lock as process_lock_module
from ludo_env._engine.process_lock import process_lock

SLOWLY = """
import time
from ludo_env._engine.compile import kernel_cache
at_once = kernel_cache._compile
kernel_cache._compile = lambda *what: (time.sleep(3), at_once(*what))[1]
"""


def test_of_four_processes_one_compiles(tmp_path):
    """The others wait, say so, and load what the first has written."""
    slow = SLOWLY + DOUBLE
    four = [start(slow, tmp_path) for _ in range(4)]
    outputs = [process.communicate(timeout=120) for process in four]
    assert [out for out, _ in outputs] == ["42\n"] * 4, outputs
    lines = [line for _, error in outputs for line in error.splitlines()]
    assert sum("compiling tiny (once" in line for line in lines) == 1
    waited = "ludo_env: waiting for another process that is compiling tiny ..."
    assert lines.count(waited) == len(lines) - 1
    assert len(list(tmp_path.rglob("*.lock"))) == 0


HOLD = """
import sys, time, pathlib
from ludo_env._engine.process_lock import process_lock
with process_lock(pathlib.Path(sys.argv[1]), lambda: None, 0):
    print("held", flush=True)
    time.sleep(600)
"""


def test_a_killed_process_leaves_no_lock(tmp_path):
    """The lock file of a killed process stops nobody."""
    path = tmp_path / "a.lock"
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert holder.stdout.readline() == "held\n"
    waits = []
    with process_lock(path, lambda: waits.append(1), 0.0):
        pass  # it is held, and the limit is up at once
    assert path.exists()
    with process_lock(path, lambda: (waits.append(2), holder.kill()), 60.0):
        assert waits == [2]
    holder.communicate()
    assert holder.returncode == -signal.SIGKILL if os.name != "nt" else True
    assert not path.exists()


def test_where_no_lock_can_be_made_nobody_waits(tmp_path):
    """Without a lock each process compiles for itself."""
    (tmp_path / "file").write_text("")
    for path in (tmp_path, tmp_path / "file" / "below", tmp_path / "missing" / "a.lock"):
        with process_lock(path, forbid, 60.0):
            pass


def test_where_nothing_can_be_locked_nobody_waits(tmp_path, monkeypatch):
    """Nobody waits on a disk without locks, or on one that gives a file a new number each time."""

    def refuse(file):
        raise OSError(37, "No locks available")

    monkeypatch.setattr(process_lock_module, "try_lock", refuse)
    with process_lock(tmp_path / "a.lock", forbid, 60.0):
        assert not list(tmp_path.iterdir())
    monkeypatch.undo()
    monkeypatch.setattr(process_lock_module, "_is_at", lambda *_: False)
    with process_lock(tmp_path / "a.lock", forbid, 60.0):
        pass


def test_threads_hold_a_lock_one_after_the_other(tmp_path):
    """Each holder removes the file, and the threads that waited do not share the removed one."""
    inside, most = [], []

    def enter():
        for _ in range(20):
            with process_lock(tmp_path / "a.lock", lambda: None, 60.0):
                inside.append(1)
                most.append(len(inside))
                time.sleep(0.001)
                inside.pop()

    threads = [threading.Thread(target=enter) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] * 80


def test_threads_build_a_loop_once(monkeypatch):
    """Two threads that ask for the same loop get the same one."""
    from ludo_env import Game, ludo_v0
    from ludo_env._engine.loops import Loops

    built = []

    def build(self, style):
        built.append(style)
        time.sleep(0.05)
        return object()

    monkeypatch.setattr(Loops, "_step", build)
    loops = Game(ludo_v0.spec(), "numba").loops
    got = []
    threads = [threading.Thread(target=lambda: got.append(loops.step("compact"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert built == ["compact"]
    assert len(set(map(id, got))) == 1
