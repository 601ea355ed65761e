"""The disk cache: which kernels are kept apart, loaded and announced."""

import io
import pathlib
import sys

import pytest
from fresh_process import run
from tiny_kernels import DOUBLE, TINY, files, tiny

from ludo_env._engine.compile import kernel_cache
from ludo_env._engine.compile import notices as announce


def test_a_second_process_loads_in_silence(tmp_path):
    """A second process loads what the first has compiled, without a message or a new file."""
    cold, warm = run(DOUBLE, tmp_path), run(DOUBLE, tmp_path)
    assert cold.stdout == warm.stdout == "42\n"
    assert cold.stderr == "ludo_env: compiling tiny (once, about 5 s) ...\n"
    assert warm.stderr == ""
    assert len(files(tmp_path)) == 1
    assert len(list(pathlib.Path(tmp_path).rglob("*"))) == 2  # the folder, the kernel, no lock


ALLOCATES = """
import numpy as np
from ludo_env._engine.compile.kernel_cache import kernel_of

def entry(number):
    squares = np.zeros(number, np.int64)
    for i in range(number):
        squares[i] = i * i
    return int(np.sqrt(squares[-1]) + squares.sum())

print(kernel_of(entry, "int64(int64)", "seal", "tiny", lambda: 1)(5))
"""


def test_a_loaded_kernel_has_what_it_needs_of_the_compiler(tmp_path):
    """A process that only loads can allocate arrays and calculate, like one that compiles."""
    assert [run(ALLOCATES, tmp_path).stdout for _ in range(2)] == ["34\n", "34\n"]
    assert len(files(tmp_path)) == 1


def test_loading_does_not_prepare_a_compile(tmp_path):
    """Loading skips what numba registers before a compile, which takes longer than the load."""
    seen = "import sys; print('numba.np.npyimpl' in sys.modules)"
    made, loaded = (run(f"{DOUBLE}\n{seen}", tmp_path).stdout for _ in range(2))
    assert made == "42\nTrue\n"
    assert loaded == "42\nFalse\n"


def test_what_changes_the_code_is_another_kernel(folder, capfd):
    """The seal, the values around an entry and how it is called are parts of the key."""
    assert tiny(2)(21) == 42
    assert tiny(3)(21) == 63
    assert tiny(3, "another")(21) == 63
    assert tiny(3, short=True)(21) == 63
    assert len(files(folder)) == 4
    assert capfd.readouterr().err.count("compiling") == 4
    assert tiny(3)(21) == 63
    assert capfd.readouterr().err == ""


def test_checked_code_is_another_kernel(folder, monkeypatch):
    """A kernel that checks its indices is never used in place of one that does not."""
    kept = []
    for value in ("0", "1", "0", "1"):
        monkeypatch.setenv("NUMBA_BOUNDSCHECK", value)
        assert tiny(2)(21) == 42
        kept.append(len(files(folder)))
    assert kept == [1, 2, 2, 2]


@pytest.mark.long
@pytest.mark.parametrize("variable", ["NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME"])
def test_settings_of_numba_share_nothing(tmp_path, variable):
    """Processes with other settings of numba compile kernels of their own."""
    value = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1", "NUMBA_CPU_NAME": "generic"}[variable]
    for more in ({}, {variable: value}):
        assert "compiling" in run(DOUBLE, tmp_path, **more).stderr
        assert run(DOUBLE, tmp_path, **more).stderr == ""
    assert len(files(tmp_path)) == 2


def test_kernels_of_two_processes_meet_in_a_third(tmp_path):
    """The first kernels of two processes stay separate in a process that loads both."""
    for times in (2, 3):
        run(TINY + f"tiny({times})", tmp_path)
    both = run(TINY + "a, b = tiny(2), tiny(3); print(a(21), b(21), a(21))", tmp_path)
    assert both.stdout.split() == ["42", "63", "42"]
    assert both.stderr == ""


def test_a_function_of_a_module_that_nobody_can_import(tmp_path):
    """A rule file that was loaded by its path is cached like any other, and not called damaged."""
    code = """
import importlib.util
from ludo_env._engine.compile.kernel_cache import kernel_of
spec = importlib.util.spec_from_loader("loaded_by_path", loader=None)
module = importlib.util.module_from_spec(spec)
exec("def entry(number):\\n    return number * 2", module.__dict__)
print(kernel_of(module.entry, "int64(int64)", "seal", "tiny", lambda: 6000)(21))
"""
    cold, warm = run(code, tmp_path), run(code, tmp_path)
    assert cold.stdout == warm.stdout == "42\n"
    assert warm.stderr == ""


class Terminal(io.StringIO):
    """A stderr that is a terminal, and keeps its text."""

    def isatty(self):
        """Return that this is a terminal."""
        return True


def test_a_terminal_gets_one_line_that_is_finished(folder, monkeypatch):
    """A compile writes one line, a load none."""
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
    """The line is written when the compiler starts, and finished when the compiler gives up."""
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
