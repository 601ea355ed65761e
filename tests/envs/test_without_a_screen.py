"""Machines without a screen: checkers and `render_mode="human"` work, with one warning."""

import os
import subprocess
import sys

CHECK = """
import sys, warnings
import gymnasium
from gymnasium.utils.env_checker import check_env
from ludo_env import ludo_v0
from ludo_env.catalogue import ENVIRONMENTS

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    for _ in range(2):
        env = ludo_v0.env(render_mode="human", backend="python")
        env.reset(seed=1)
        env.step(int(env.last()[0]["action_mask"].argmax()))
        env.render()
        env.close()
said = [str(warning.message) for warning in caught if "display" in str(warning.message)]
assert len(said) == 1, said
warnings.simplefilter("ignore")
for entry in ENVIRONMENTS:
    game = {"spec": "mensch"} if entry.name == "loose" else {}
    check_env(gymnasium.make(entry.gymnasium_id, backend="python", **game).unwrapped)
try:
    from pettingzoo.test import render_test
except ImportError:
    from pettingzoo.test.render_test import render_test
render_test(ludo_v0.env)
print("all is well")
"""
PLAY = """
from ludo_env.__main__ import main
raise SystemExit(main(["play", "--game", "ludo"]))
"""


def run(code):
    """Run code with no display and no setting for one."""
    hidden = ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY")
    bare = {name: value for name, value in os.environ.items() if name not in hidden}
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, text=True, check=False, env=bare, timeout=300,
    )  # fmt: skip


def test_checkers_and_human_mode():
    """Everything is drawn off screen, with one warning per process."""
    done = run(CHECK)
    assert done.stdout.endswith("all is well\n"), done.stdout + done.stderr


def test_a_person_needs_a_screen():
    """`ludo-env play` says that it cannot open a window, and which commands need none."""
    done = run(PLAY)
    assert done.returncode == 2, done.stdout + done.stderr
    assert "No display is available for a window" in done.stderr
    assert "--terminal" in done.stderr
    assert "Traceback" not in done.stderr
