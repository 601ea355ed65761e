"""The disk cache: damaged code never runs, no disk stops a game, one process compiles for all."""

import io
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import threading
import time

import pytest
from kernel_files import ROOT, TINY, environment, files, run

from ludo_env.core import announce, kernel_cache, kernel_files
from ludo_env.core import process_lock as process_lock_module
from ludo_env.core.kernel_files import (
    DamagedFileError,
    kernel_folders,
    sweep,
    write_kernel,
)
from ludo_env.core.process_lock import process_lock

DOUBLE = TINY + "print(tiny(2)(21))"
OLD = time.time() - 7200


@pytest.fixture(name="folder")
def _folder(tmp_path, monkeypatch):
    """The only folder in which this process keeps kernels."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    announce._SAID.clear()
    return next(kernel_folders(str(tmp_path)))


class Terminal(io.StringIO):
    """A stderr that is a terminal, and keeps what is written."""

    def isatty(self):
        """Say that somebody is watching."""
        return True


class Full(io.StringIO):
    """A stderr that leads to a full disk."""

    def write(self, text):
        """Fail as such a file does."""
        raise OSError(28, "No space left on device")


def tiny(times, seal="seal"):
    """A very small kernel."""

    def entry(number):
        return number * times

    return kernel_cache.kernel_of(entry, "int64(int64)", seal, "tiny", lambda: 6000)


def written(folder):
    """The one kernel in a folder."""
    (path,) = files(folder)
    return path


def forbid(*_):
    """Stand for what must not happen."""
    raise AssertionError("this must not be called")


# What is on disk


def test_a_second_process_loads_in_silence(tmp_path):
    """What one process has compiled another loads, without a word or a file more."""
    cold, warm = run(DOUBLE, tmp_path), run(DOUBLE, tmp_path)
    assert cold.stdout == warm.stdout == "42\n"
    assert cold.stderr == "ludo_env: compiling tiny (once, about 5 s) ...\n"
    assert warm.stderr == ""
    assert len(files(tmp_path)) == 1
    assert len(list(pathlib.Path(tmp_path).rglob("*"))) == 2  # the folder, the kernel, no lock


def test_what_changes_the_code_is_another_kernel(folder, capfd):
    """The seal and the values around an entry are parts of the key."""
    assert tiny(2)(21) == 42
    assert tiny(3)(21) == 63
    assert tiny(3, "another")(21) == 63
    assert len(files(folder)) == 3
    assert capfd.readouterr().err.count("compiling") == 3
    assert tiny(3)(21) == 63
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("variable", ["NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME"])
def test_settings_of_numba_share_nothing(tmp_path, variable):
    """Checked code is never taken for unchecked code, nor the other way round."""
    value = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1", "NUMBA_CPU_NAME": "generic"}[variable]
    for more in ({}, {variable: value}):
        assert "compiling" in run(DOUBLE, tmp_path, **more).stderr
        assert run(DOUBLE, tmp_path, **more).stderr == ""
    assert len(files(tmp_path)) == 2


def test_kernels_of_two_processes_meet_in_a_third(tmp_path):
    """Two kernels that were each the first of their process keep apart where both are loaded."""
    for times in (2, 3):
        run(TINY + f"tiny({times})", tmp_path)
    both = run(TINY + "a, b = tiny(2), tiny(3); print(a(21), b(21), a(21))", tmp_path)
    assert both.stdout.split() == ["42", "63", "42"]
    assert both.stderr == ""


# Damage


def replaced(path, capfd):
    """Whether a damaged file is noticed in one line, and its place taken by a sound one."""
    capfd.readouterr()
    assert tiny(2)(21) == 42
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == 1, lines
    assert "a damaged file of the cache is replaced: compiling tiny" in lines[0]
    assert path.is_file()
    assert tiny(2)(21) == 42
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    "content",
    [b"", b"x", b"\0" * 500, pickle.dumps([1, 2, 3]), b"ludo_env kernel 1\n", b"\x7fELF" * 99],
    ids=["empty", "one byte", "zeros", "a pickle", "only a mark", "a program"],
)
def test_a_foreign_file_is_replaced(folder, capfd, content):
    """Whatever lies where the kernel was, the kernel is compiled again."""
    tiny(2)
    path = written(folder)
    path.write_bytes(content)
    replaced(path, capfd)


def test_every_byte_counts(folder, capfd):
    """One flipped bit anywhere, in the header, the checksum or the code, is noticed."""
    tiny(2)
    path = written(folder)
    good = path.read_bytes()
    for at in (*range(95), *range(95, len(good), 997), len(good) - 1):
        path.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :])
        with pytest.raises(DamagedFileError):
            kernel_cache._load(path, good[18:50])
    replaced(path, capfd)


def test_nothing_is_unpickled_before_it_is_checked(folder, capfd, tmp_path):
    """A pickle that would run a command when it is read is not read."""
    mark = tmp_path / "was run"

    class Trap:
        def __reduce__(self):
            return os.mkdir, (str(mark),)

    tiny(2)
    path = written(folder)
    good = path.read_bytes()
    trap = pickle.dumps(Trap())
    for content in (trap, good[:90] + trap, good[:90] + trap.ljust(len(good) - 90, b".")):
        path.write_bytes(content)
        replaced(path, capfd)
    assert not mark.exists()


def test_sound_bytes_that_numba_cannot_use_are_replaced(folder, capfd):
    """A file with a right checksum may still not be a kernel."""
    tiny(2)
    path = written(folder)
    write_kernel(path, path.read_bytes()[18:50], pickle.dumps(("not", "a", "kernel")))
    replaced(path, capfd)


def test_a_folder_in_the_place_of_the_file(folder, capfd):
    """It is moved aside, with what it holds."""
    tiny(2)
    path = written(folder)
    path.unlink()
    path.mkdir()
    (path / "letter").write_text("keep me")
    replaced(path, capfd)
    assert [kept.read_text() for kept in folder.rglob("letter")] == ["keep me"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_in_the_place_of_the_file(folder, capfd):
    """Nobody waits for somebody to write into it."""
    tiny(2)
    path = written(folder)
    path.unlink()
    os.mkfifo(path)
    replaced(path, capfd)


def test_a_huge_file_is_not_read(folder, capfd):
    """A file of a terabyte is refused by its length."""
    tiny(2)
    path = written(folder)
    with path.open("r+b") as file:
        file.truncate(1 << 40)
    replaced(path, capfd)


def test_the_kernel_of_another_game_is_not_run(folder, capfd):
    """A file that is sound, but another kernel's, is as bad as a damaged one."""
    tiny(3)
    other = written(folder)
    tiny(2)
    path = next(path for path in files(folder) if path != other)
    path.write_bytes(other.read_bytes())
    replaced(path, capfd)


# Where kernels are kept


def test_the_first_folder_that_can_be_written_is_taken(folder, monkeypatch, tmp_path, capfd):
    """A kernel in a folder that can only be read is loaded all the same."""
    second = tmp_path / "second"
    blocked = tmp_path / "file" / "below"
    blocked.parent.write_text("no folder can be made here")
    monkeypatch.setattr(kernel_cache, "kernel_folders", lambda _: iter((blocked, second)))
    assert tiny(2)(21) == 42
    assert written(tmp_path).parent == second
    assert "NUMBA_CACHE_DIR" not in capfd.readouterr().err
    monkeypatch.setattr(kernel_cache, "can_be_written", forbid)
    monkeypatch.setattr(kernel_cache, "kernel_folders", lambda _: iter((second, blocked)))
    assert tiny(2)(21) == 42
    assert capfd.readouterr().err == ""


def test_the_folders_are_those_of_numba(monkeypatch, tmp_path):
    """NUMBA_CACHE_DIR, then beside the package, then the user's cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    beside = pathlib.Path(kernel_files.__file__).parent / "__pycache__"
    first, second, third = kernel_folders(str(tmp_path / "chosen"))
    assert first.parent == tmp_path / "chosen"
    assert second == beside
    assert third.name == first.name
    assert next(kernel_folders("")) == beside
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    assert all(folder.is_absolute() for folder in kernel_folders(""))


NOWHERE = """
import pathlib
import ludo_env.core.kernel_files as kernel_files
kernel_files.__file__ = {below!r}  # a package that cannot be written
"""


def test_without_any_folder_games_run(tmp_path):
    """A read-only package and no home: all runs, uncached, and one line says what to set."""
    (tmp_path / "file").write_text("")
    below = str(tmp_path / "file" / "below")
    code = NOWHERE.format(below=below + "/core/x.py") + TINY + "print(tiny(2)(21), tiny(3)(21))"
    done = run(code, below, HOME=below, XDG_CACHE_HOME=below)
    assert done.stdout.split() == ["42", "63"]
    advice, *compiles = done.stderr.splitlines()
    assert "NUMBA_CACHE_DIR" in advice
    assert compiles == ["ludo_env: compiling tiny (about 5 s) ..."] * 2  # not "once": every start


def test_a_command_runs_without_any_folder(tmp_path):
    """The command line too."""
    (tmp_path / "file").write_text("")
    below = str(tmp_path / "file" / "below")
    code = NOWHERE.format(below=below + "/core/x.py") + (
        "import sys; from ludo_env import cli\n"
        "sys.argv = 'ludo-env arena --agents random,random,random,random --games 4'.split()\n"
        "sys.exit(cli.main())"
    )
    done = run(code, below, check=False, HOME=below, XDG_CACHE_HOME=below)
    assert "Traceback" not in done.stderr
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("NUMBA_CACHE_DIR") == 1


def test_a_full_disk_is_played_on(folder, monkeypatch, capfd):
    """What cannot be written is said once, leaves nothing behind, and the game goes on."""
    full = OSError(28, "No space left on device")

    def fail(self, content):
        with self.open("wb") as file:
            file.write(content[:100])
        raise full

    monkeypatch.setattr(pathlib.Path, "write_bytes", fail)
    assert tiny(2)(21) == 42
    assert tiny(3)(21) == 63
    lines = capfd.readouterr().err.splitlines()
    (said,) = (line for line in lines if "compiling" not in line)
    assert said.startswith(f"ludo_env: compiled games cannot be kept in {folder} ")
    assert said.endswith("(No space left on device); playing on without a cache.")
    assert list(folder.iterdir()) == []


def test_stderr_may_be_missing_or_full(folder, monkeypatch):
    """A line that cannot be written stops nothing."""
    monkeypatch.setattr(sys, "stderr", None)
    assert tiny(2)(21) == 42
    monkeypatch.setattr(sys, "stderr", Full())
    assert tiny(3)(21) == 63


def test_a_compiler_that_is_switched_off_is_a_sentence(folder, monkeypatch):
    """NUMBA_DISABLE_JIT leaves nothing to compile with."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    with pytest.raises(ValueError, match='NUMBA_DISABLE_JIT forbids it; "python" works'):
        tiny(2)
    monkeypatch.delenv("NUMBA_DISABLE_JIT")
    assert tiny(2)(21) == 42


# Several at once


SLOWLY = """
import time
from ludo_env.core import kernel_cache
at_once = kernel_cache._compile
kernel_cache._compile = lambda *what: (time.sleep(3), at_once(*what))[1]
"""


def test_of_four_processes_one_compiles(tmp_path):
    """The others wait for it, say so, and load what it has written."""
    slow = SLOWLY + DOUBLE
    four = [
        subprocess.Popen(
            [sys.executable, "-c", slow],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(tmp_path),
        )
        for _ in range(4)
    ]
    outputs = [process.communicate(timeout=120) for process in four]
    assert [out for out, _ in outputs] == ["42\n"] * 4, outputs
    lines = [line for _, error in outputs for line in error.splitlines()]
    assert sum("compiling tiny (once" in line for line in lines) == 1
    waited = "ludo_env: waiting for another process that is compiling tiny ..."
    assert lines.count(waited) == len(lines) - 1
    assert len(list(tmp_path.rglob("*.lock"))) == 0


HOLD = """
import sys, time, pathlib
from ludo_env.core.process_lock import process_lock
with process_lock(pathlib.Path(sys.argv[1]), lambda: None, 0):
    print("held", flush=True)
    time.sleep(600)
"""


def test_a_killed_process_leaves_no_lock(tmp_path):
    """Its file stays, and stops nobody."""
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
    """Without a lock each compiles for itself."""
    (tmp_path / "file").write_text("")
    for path in (tmp_path, tmp_path / "file" / "below", tmp_path / "missing" / "a.lock"):
        with process_lock(path, forbid, 60.0):
            pass


def test_where_nothing_can_be_locked_nobody_waits(tmp_path, monkeypatch):
    """A disk without locks, and one that gives a file another number each time, hold nobody up."""

    def refuse(file):
        raise OSError(37, "No locks available")

    monkeypatch.setattr(process_lock_module, "_try_lock", refuse)
    with process_lock(tmp_path / "a.lock", forbid, 60.0):
        assert not list(tmp_path.iterdir())
    monkeypatch.undo()
    monkeypatch.setattr(process_lock_module, "_is_at", lambda *_: False)
    with process_lock(tmp_path / "a.lock", forbid, 60.0):
        pass


def test_threads_hold_a_lock_one_after_the_other(tmp_path):
    """Each holder removes the file, and those who waited for it do not share what is gone."""
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
    from ludo_env import ludo_v0
    from ludo_env.core.game import Game
    from ludo_env.core.loops import Loops

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


# What is left behind


def test_leftovers_of_an_hour_ago_are_swept(tmp_path):
    """Unfinished files and free locks go; what is young, held, or none of ours stays."""
    old = ["compiled.step_entry-51.py311.1.nbc.tmp.0a1b", "compiled.x.nbi.tmp.77", "k.nbc.tmp.12"]
    free, held = "free.nbc.lock", "held.nbc.lock"
    stays = ["k.nbc", "notes.tmp.txt", "compiled.x.nbi", held]
    for name in (*old, *stays, free, "young.nbc.tmp.1"):
        (tmp_path / name).write_text("")
        if "young" not in name:
            os.utime(tmp_path / name, (OLD, OLD))
    (tmp_path / "folder.nbc.tmp.1").mkdir()
    os.utime(tmp_path / "folder.nbc.tmp.1", (OLD, OLD))
    with process_lock(tmp_path / held, forbid, 0):
        os.utime(tmp_path / held, (OLD, OLD))
        sweep(tmp_path)
        left = {path.name for path in tmp_path.iterdir()}
    assert left == {*stays, "young.nbc.tmp.1", "folder.nbc.tmp.1"}


def test_a_compile_sweeps_its_folder(folder):
    """A process that compiles removes leftovers where it writes."""
    folder.mkdir(parents=True)
    left = folder / "compiled.step_entry-51.py311.1.nbc.tmp.0a1b"
    left.write_text("")
    os.utime(left, (OLD, OLD))
    tiny(2)
    assert not left.exists()


# Announcements


def test_a_terminal_gets_one_line_that_is_finished(folder, monkeypatch):
    """One line for a compile, none for a load."""
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    tiny(2)
    line, rest = screen.getvalue().split("\n")
    assert rest == ""
    start, end = line.split(" ... ")
    assert start == "ludo_env: compiling tiny (once, about 5 s)"
    assert end.startswith("done in ")
    assert end.endswith(" s.")
    tiny(2)
    assert screen.getvalue() == f"{line}\n"


def test_it_is_announced_before_it_begins(folder, monkeypatch, capfd):
    """The line is out when the compiler starts, and finished when the compiler gives up."""
    screen = Terminal()

    def fail(*_, **__):
        assert screen.getvalue() == "ludo_env: compiling tiny (once, about 5 s) ..."
        raise KeyError("cannot")

    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(kernel_cache, "_compile", fail)
    with pytest.raises(KeyError):
        tiny(2)
    assert screen.getvalue().endswith("... stopped.\n")
    assert list(folder.iterdir()) == []  # no lock stays


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(1.2, "1"), (4.4, "5"), (7.4, "10"), (23, "20"), (44, "60"), (9e9, "120")],
)
def test_estimates_are_round(seconds, words):
    """An estimate is one of a few round numbers."""
    assert announce.about(seconds) == f"about {words} s"
