"""`check_env` refuses environments that break a promise, also where Python drops assertions."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import ludo_env
from ludo_env import LudoError, ludo_v0
from ludo_env.testing import BrokenPromiseError, check_env

PACKAGE = Path(ludo_env.__file__).parent
FORGETFUL = """
from ludo_env import ludo_v0
from ludo_env.testing import check_env

def forgetful(**settings):
    env = ludo_v0.raw_env(2, backend="python", **settings)
    env.explain = lambda action: ""
    return env

check_env(forgetful, games=1)
"""


def silent(**settings):
    """Return an environment that never says why an action is illegal."""
    env = ludo_v0.raw_env(2, backend="python", **settings)
    env.explain = lambda action: ""
    return env


def test_a_broken_promise_is_named():
    """The error is one of the library, and pytest shows it as a failed assertion."""
    assert issubclass(BrokenPromiseError, LudoError)
    assert issubclass(BrokenPromiseError, AssertionError)
    with pytest.raises(BrokenPromiseError, match="No rule objects to"):
        check_env(silent, games=1)


def test_promises_are_checked_without_assertions():
    """`python -O` drops every assert, but the check still refuses."""
    command = [sys.executable, "-O", "-c", FORGETFUL]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 1
    assert "BrokenPromiseError: No rule objects to" in done.stderr


@pytest.mark.parametrize("path", sorted((PACKAGE / "testing").glob("*.py")), ids=lambda p: p.stem)
def test_the_kit_has_no_assert(path):
    """The kit has no assert, because `python -O` would drop it."""
    tree = ast.parse(path.read_text("utf-8"))
    assert not [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Assert)]
