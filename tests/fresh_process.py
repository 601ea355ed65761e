"""Run Python in a fresh process: code with its own kernel cache, and the fuzzers."""

import json
import os
import pathlib
import subprocess
import sys
import textwrap

TESTS = pathlib.Path(__file__).parent
ROOT = TESTS.parent


def environment(cache, **more):
    """The environment variables of a process that keeps its kernels in a folder."""
    path = f"{ROOT}{os.pathsep}{TESTS}"
    return os.environ | {"NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": path} | more


def run(code, cache, *, check=True, **more):
    """Run code, or a file, with its own cache; return its output and how it ended."""
    done = subprocess.run(
        _command(code),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env=environment(cache, **more),
    )
    assert not check or done.returncode == 0, done.stderr
    return done


def start(code, cache, **more):
    """Start code, or a file, with its own cache, without waiting for it."""
    return subprocess.Popen(
        _command(code),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(cache, **more),
    )


def run_fuzzer(script, *arguments):
    """Run a fuzzer of this folder; return the counts that it printed, by kind."""
    done = subprocess.run(
        [sys.executable, str(TESTS / script), *map(str, arguments)],
        capture_output=True, text=True, check=False, cwd=TESTS,
    )  # fmt: skip
    assert done.returncode == 0, f"exit {done.returncode}:\n{done.stderr[-3000:]}"
    return json.loads(done.stdout)


def _command(code):
    if isinstance(code, str):
        return [sys.executable, "-c", textwrap.dedent(code)]
    return [sys.executable, str(code)]
