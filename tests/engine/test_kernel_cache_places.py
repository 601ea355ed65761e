"""The disk cache: games run wherever it can or cannot be written."""

import io
import os
import pathlib
import sys
import time

import pytest
from fresh_process import run
from tiny_kernels import TINY, forbid, tiny, written

from ludo_env._engine.compile import kernel_cache, kernel_files
from ludo_env._engine.compile.kernel_files import kernel_folders, sweep
from ludo_env._engine.process_lock import process_lock

OLD = time.time() - 7200


class Full(io.StringIO):
    """A stderr on a full disk."""

    def write(self, text):
        """Fail as a file on a full disk does."""
        raise OSError(28, "No space left on device")


def test_the_first_folder_that_can_be_written_is_taken(folder, monkeypatch, tmp_path, capfd):
    """A kernel in a read-only folder is still loaded."""
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
import ludo_env._engine.compile.kernel_files as kernel_files
kernel_files.__file__ = {below!r}  # a package that cannot be written
"""


def test_without_any_folder_games_run(tmp_path):
    """With a read-only package and no home all runs uncached, and one line says what to set."""
    (tmp_path / "file").write_text("")
    below = str(tmp_path / "file" / "below")
    code = NOWHERE.format(below=below + "/core/x.py") + TINY + "print(tiny(2)(21), tiny(3)(21))"
    done = run(code, below, HOME=below, XDG_CACHE_HOME=below)
    assert done.stdout.split() == ["42", "63"]
    advice, *compiles = done.stderr.splitlines()
    assert "NUMBA_CACHE_DIR" in advice
    assert compiles == ["ludo_env: compiling tiny (about 5 s) ..."] * 2  # not "once": every start


@pytest.mark.long  # small kernels try it by default
def test_a_command_runs_without_any_folder(tmp_path):
    """The command line runs, too."""
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
    """A failed write is reported once and leaves nothing behind, and the game goes on."""
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


def test_leftovers_of_an_hour_ago_are_swept(tmp_path):
    """Unfinished files and free locks go; young, held and foreign files stay."""
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


def test_what_was_moved_aside_is_swept_after_a_month(tmp_path, monkeypatch):
    """It may belong to somebody, so it stays for a while."""
    aside = tmp_path / "k.nbc.aside.0a1b"
    aside.mkdir()
    (aside / "letter").write_text("")
    os.utime(aside, (0, 0))
    sweep(tmp_path)
    assert aside.exists()
    month = time.time() + 31 * 24 * 3600
    monkeypatch.setattr(time, "time", lambda: month)
    sweep(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_compile_sweeps_its_folder(folder):
    """A process that compiles removes leftovers where it writes."""
    folder.mkdir(parents=True)
    left = folder / "compiled.step_entry-51.py311.1.nbc.tmp.0a1b"
    left.write_text("")
    os.utime(left, (OLD, OLD))
    tiny(2)
    assert not left.exists()
