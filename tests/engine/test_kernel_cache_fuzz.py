"""Hundreds of damaged cache files: each is detected, and the game played stays the same."""

import random

import pytest
from fresh_process import ROOT, run
from tiny_kernels import DOUBLE, TINY, damage, files

PLAY = """
from ludo_env import {module}
env = {module}.env(backend="numba")
env.reset(seed=11)
for agent in env.agent_iter(300):
    seen, _, over, cut, _ = env.last()
    env.step(None if over or cut else int(seen["action_mask"].argmax()))
    print(env.position)
"""

# Damages the kernels of two games again and again: none may be loaded.
READ = """
import pathlib, random, sys
sys.path.insert(0, {tests!r})
from tiny_kernels import damage
from ludo_env._engine.compile import kernel_cache
from ludo_env._engine.compile.kernel_files import DamagedFileError

chance = random.Random({seed})
paths = [pathlib.Path(path) for path in {paths!r}]
contents = [path.read_bytes() for path in paths]
refused = 0
for number in range({count}):
    path, good, other = paths[number % 2], contents[number % 2], contents[1 - number % 2]
    path.write_bytes(damage(chance, good, other))
    try:
        kernel_cache._load(path, good[18:50])
    except DamagedFileError:
        refused += 1
    path.write_bytes(good)
    if number % 50 == 0:
        assert kernel_cache._load(path, good[18:50])
print(refused)
"""

# Damages the kernel of a small function again and again, and builds it anew each time.
BUILD = (
    TINY
    + """
import random, sys
sys.path.insert(0, {tests!r})
from tiny_kernels import damage, files

chance = random.Random({seed})
tiny(3)
(other,) = files({cache!r})
tiny(2)
(path,) = set(files({cache!r})) - {{other}}
sound = 0
for _ in range({count}):
    path.write_bytes(damage(chance, path.read_bytes(), other.read_bytes()))
    numbers = [chance.randrange(10**9) for _ in range(5)]
    double = tiny(2)
    sound += [double(number) for number in numbers] == [2 * number for number in numbers]
    sound += [tiny(2)(number) for number in numbers] == [2 * number for number in numbers]
print(sound)
"""
)


@pytest.mark.long  # test_kernel_cache_damage tries a file of each kind by default
@pytest.mark.parametrize(
    ("reads", "builds", "games"),
    [(430, 60, 10)],
    ids=["five hundred"],
)
def test_damaged_files(tmp_path, reads, builds, games):
    """No file causes a signal, a traceback or changed code: each is refused and compiled again."""
    ludo = PLAY.format(module="ludo_v0")
    real, small = tmp_path / "real", tmp_path / "small"
    tests = str(ROOT / "tests" / "engine")
    played = run(ludo, real).stdout
    assert played.count("\n") > 200
    run(DOUBLE, real)
    paths = [str(path) for path in files(real)]
    code = READ.format(tests=tests, seed=1, paths=paths, count=reads)
    assert run(code, real).stdout == f"{reads}\n"
    done = run(BUILD.format(tests=tests, seed=2, count=builds, cache=str(small)), small)
    assert done.stdout == f"{2 * builds}\n"
    assert done.stderr.count("a damaged file of the cache is replaced") == builds
    assert done.stderr.count("\n") == builds + 2  # the first two kernels are compiled as usual
    chance = random.Random(3)
    path, other = files(real)
    for _ in range(games):
        path.write_bytes(damage(chance, path.read_bytes(), other.read_bytes()))
        done = run(ludo, real)
        assert done.stdout == played
        assert done.stderr.startswith("ludo_env: a damaged file of the cache is replaced")
        assert done.stderr.count("\n") == 1
    again = run(ludo, real)
    assert (again.stdout, again.stderr) == (played, "")
