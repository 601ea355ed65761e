"""Random games with every index of the compiled code checked, in a process of their own."""

import os
import subprocess
import sys

import pytest
from batches import GAMES, LENGTHS

# Play this many random steps, with illegal actions and partial resets among them.
CHECKED = """
import sys
import numba
import numpy as np
import ludo_env

assert numba.config.BOUNDSCHECK == 1
module, own, steps = sys.argv[1], eval(sys.argv[2]), int(sys.argv[3])
env = ludo_env.make_vec(module, 200, threads=2, **own)
env.reset(seed=1)
env.action_space.seed(1)
ends = 0
for turn in range(steps // 200):
    actions = env.sample_actions()
    if turn % 100 == 99:
        actions[:3] = env.action_space.sample()[:3]
    seen, _, terminated, truncated, _ = env.step(actions)
    ends += int((terminated | truncated).sum())
    if turn % 100 == 50:
        env.reset(options={"reset_mask": np.arange(200) % 50 == 7})
assert seen in env.observation_space
print("ended", ends)
"""


def play_checked(name, steps, cache):
    """Return how many games ended in this many steps; any index out of bounds is an error."""
    module, own = GAMES[name]
    checked = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(cache)}
    played = subprocess.run(
        [sys.executable, "-c", CHECKED, module, repr(own), str(steps)],
        env=os.environ | checked, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert played.returncode == 0, played.stderr
    return int(played.stdout.split()[-1])


@pytest.mark.long  # checked code is a kernel of its own
def test_no_index_out_of_bounds(tmp_path):
    """A hundred thousand steps of Ludo stay in bounds."""
    assert play_checked("ludo", 100_000, tmp_path) >= 100


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_no_index_out_of_bounds_in_long_runs(name, tmp_path):
    """Ten million steps of every game stay in bounds."""
    assert play_checked(name, 10**7, tmp_path) > 10_000 // LENGTHS.get(name, 1)


OUT_OF_BOUNDS = """
from ludo_env import hooks, rule

@rule()
def reads_too_far(board):
    \"\"\"Reads behind the last player's counter.\"\"\"
    players = board.players

    def again(s, steps, hits, arrived):
        return s.sixes[s.seat + players] > 100

    return hooks(again=again)
"""
FIRES = """
import sys
sys.path.insert(0, sys.argv[1])
import numpy as np
from reads_too_far import reads_too_far
from ludo_env import env_of, ludo_v0
env = env_of(ludo_v0.spec().with_rules(reads_too_far()), backend="numba", observation="compact")
env.reset(options={"position": "p0=2,y,y,y turn=0 dice=3"})
try:
    env.step(0)
except IndexError:
    print("fires")
else:
    print("silent")
"""


@pytest.mark.long
@pytest.mark.parametrize("checked", ["1", "0"])
def test_the_check_of_bounds_would_fire(checked, tmp_path):
    """A rule that reads past the end of an array is noticed only with NUMBA_BOUNDSCHECK=1."""
    (tmp_path / "reads_too_far.py").write_text(OUT_OF_BOUNDS)
    played = subprocess.run(
        [sys.executable, "-c", FIRES, str(tmp_path)],
        env=os.environ | {"NUMBA_BOUNDSCHECK": checked, "NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert played.stdout.split() == ["fires" if checked == "1" else "silent"], played.stderr
