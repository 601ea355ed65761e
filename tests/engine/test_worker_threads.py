"""The threads of a batch: they change only the time, and leave nothing behind."""

import gc
import itertools
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from ludo_env import ActionRangeError, make_vec
from ludo_env._engine import batch as batch_module
from ludo_env._engine import thread_choice
from ludo_env._engine.batch import Batch
from ludo_env._engine.thread_choice import ThreadChoice
from ludo_env._engine.worker_threads import slices

NAME = "ludo_env batch"


class Always:
    """A choice that shares every step."""

    shared, measuring, settled = True, False, False

    def skip(self):
        """Count nothing."""


@pytest.fixture
def sharing(monkeypatch):
    """Let every batch share every step, however small it is."""
    monkeypatch.setattr(batch_module, "ThreadChoice", Always)


def workers_of(envs):
    """Return the workers of a batch that has begun."""
    return envs.batch._workers


def workers():
    """Return the threads of all batches."""
    return [thread for thread in threading.enumerate() if thread.name == NAME]


def eventually(condition, seconds=20.0):
    """Wait until a condition holds; return whether it does."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


def played(envs, steps, naps=()):
    """Return all that a batch shows in `steps` steps; at `naps` the workers fall asleep."""
    shown = [envs.reset(seed=4)[0].copy()]
    for number in range(steps):
        if number in naps:
            time.sleep(0.02)
        step = envs.step(envs.sample_actions())
        arrays = [value for value in step[4].values() if isinstance(value, np.ndarray)]
        shown += [array.copy() for array in (*step[:4], *arrays)]
    return shown


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
@pytest.mark.parametrize("threads", [2, 3, 8])
def test_shared_steps_are_the_same_steps(threads, mode, sharing):
    """They are equal to the last bit, with threads awake and asleep."""
    shown = []
    for share in (1, threads):
        envs = make_vec("ludo_v0", 150, threads=share, autoreset_mode=mode, observation="compact")
        shown.append(played(envs, 500, naps=(3, 77)))
        envs.close()
    assert len(shown[0]) == len(shown[1])
    for one, other in zip(*shown, strict=True):
        rows = zip(one, other, strict=True) if one.dtype == object else [(one, other)]
        assert all(np.array_equal(*pair) for pair in rows)


@pytest.mark.parametrize("backend", ["python", "numba"])
def test_sampling_ahead_cannot_be_seen(backend):
    """A batch whose state is read between all calls draws the same actions."""
    plain, read = (make_vec("ludo_v0", 12, seed=2, backend=backend) for _ in range(2))
    plain.reset()
    read.reset()
    for number in range(200):
        drawn = plain.sample_actions()
        states = [read.get_state()]
        if number % 3 == 0:
            assert np.array_equal(read.sample_actions(), drawn)
            read.set_state(states[0])
        assert np.array_equal(read.sample_actions(), drawn)
        if number % 5 == 0:  # steps whose actions are not drawn
            plain.step(drawn)
            read.step(drawn)
            drawn = plain.observations()[1]["action_mask"].argmax(1)
        plain.step(drawn)
        read.step(drawn)
        one, other = plain.get_state(), read.get_state()
        for name, array in one.arrays.items():
            assert array.tobytes() == other.arrays[name].tobytes(), name


def test_actions_out_of_range_are_refused_before_any_thread_plays(sharing):
    """Nothing changes, wherever the bad number is."""
    envs = make_vec("ludo_v0", 200, seed=2, threads=2)
    envs.reset()
    for game, bad in itertools.product((0, 99, 100, 199), (-1, 5, 2**62)):
        actions = envs.sample_actions()
        before = {name: array.tobytes() for name, array in envs.get_state().arrays.items()}
        actions[game] = bad
        with pytest.raises(ActionRangeError, match=f"Game {game} was given action {bad}"):
            envs.step(actions)
        after = {name: array.tobytes() for name, array in envs.get_state().arrays.items()}
        assert before == after
    envs.step(envs.sample_actions())
    envs.close()


def test_a_batch_that_nobody_closed_leaves_no_threads(sharing):
    """The threads end when it is collected, asleep or awake."""
    for nap in (0.0, 0.05):
        envs = make_vec("ludo_v0", 64, seed=1, threads=3)
        envs.reset()
        envs.step(envs.sample_actions())
        assert len(workers()) == 2
        time.sleep(nap)
        del envs
        gc.collect()
        assert eventually(lambda: not workers())


def test_an_error_in_a_worker_is_raised(sharing, monkeypatch):
    """It is raised in the call that asked for the step, and the threads go on."""
    envs = make_vec("ludo_v0", 64, seed=1, threads=2)
    envs.reset()
    worker = workers_of(envs)._workers[0]
    assert eventually(lambda: worker.asleep)
    # As if the loop had raised: the job counts as done, and its error is kept.
    with worker.noting_errors():
        raise ZeroDivisionError("in a worker")
    with pytest.raises(ZeroDivisionError, match="in a worker"):
        envs.step(envs.sample_actions())
    envs.reset()
    envs.step(envs.sample_actions())
    envs.close()
    assert not workers()


# The beginning of a program in which every batch shares every step.
SHARING = """
from ludo_env import make_vec
from ludo_env._engine import batch as batch_module

class Always:
    shared, measuring = True, False
    def skip(self): pass

batch_module.ThreadChoice = Always
"""

INTERRUPTED = """
import os, signal, threading, time
import numpy as np
envs = make_vec("ludo_v0", 4096, threads=2, observation="compact")
twin = make_vec("ludo_v0", 4096, observation="compact")
chance = np.random.default_rng(1)
caught = 0
stop = False
def send():
    while not stop:
        time.sleep(float(chance.uniform(0.0005, 0.01)))
        os.kill(os.getpid(), signal.SIGINT)
envs.reset(seed=1)
envs.step(envs.sample_actions())
sender = threading.Thread(target=send)
quiet = signal.signal(signal.SIGINT, signal.SIG_IGN)
for trial in range(60):
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    envs.reset(seed=trial)
    twin.reset(seed=trial)
    for _ in range(3):
        seen = [board.step(board.sample_actions())[0] for board in (envs, twin)]
        assert np.array_equal(*seen), trial
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if trial == 0:
            sender.start()
        while True:
            envs.step(envs.sample_actions())
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        caught += 1
stop = True
sender.join()
print("caught", caught)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
def test_ctrl_c_in_shared_steps():
    """Whenever it comes, no thread goes on writing, and the batch can be reset."""
    done = subprocess.run(
        [sys.executable, "-c", SHARING + INTERRUPTED], capture_output=True, text=True, check=False,
        timeout=120,
    )  # fmt: skip
    assert done.stdout.split() == ["caught", "60"], done.stderr


AT_EXIT = """
import sys
envs = make_vec("ludo_v0", 4096, threads=3, observation="compact")
envs.reset(seed=1)
envs.step(envs.sample_actions())
if sys.argv[1] == "error":
    raise SystemExit(7)
"""


@pytest.mark.parametrize(("how", "status"), [("end", 0), ("error", 7)])
def test_a_process_ends_with_its_threads(how, status):
    """If the batch is still open, nothing waits or complains."""
    done = subprocess.run(
        [sys.executable, "-c", SHARING + AT_EXIT, how], capture_output=True, text=True, check=False,
        timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (status, "")


@pytest.mark.parametrize(("games", "threads"), [(1, 1), (5, 3), (64, 2), (128, 2), (1000, 7)])
def test_slices_are_all_the_games(games, threads):
    """Each game is in one slice, none is empty, and large slices begin at a cache line."""
    bounds = slices(games, threads)
    assert (bounds[0], bounds[-1], len(bounds)) == (0, games, threads + 1)
    assert all(start < stop for start, stop in itertools.pairwise(bounds))
    if games >= 64 * threads:
        assert all(bound % 64 == 0 for bound in bounds[:-1])


def chosen(alone, shared, steps):
    """Return which steps are shared, if they take this many seconds."""
    choice, found = ThreadChoice(), []
    for _ in range(steps):
        found.append(choice.shared)
        if choice.measuring:
            choice.note(shared if choice.shared else alone)
        else:
            choice.skip()
    return found


@pytest.mark.parametrize(
    ("alone", "shared", "most"),
    [(1e-3, 5e-4, True), (1e-3, 2e-3, False), (1e-3, 9.9e-4, False), (4e-6, 1e-6, False)],
)
def test_the_faster_way_is_chosen(alone, shared, most):
    """The faster way is chosen, and the other one is tried rarely."""
    found = chosen(alone, shared, 20_000)
    assert np.mean([way == most for way in found]) > 0.995


def test_short_steps_are_never_shared():
    """A step of a few microseconds starts no thread."""
    assert not any(chosen(4e-6, 1e-6, 5000))


def test_a_small_batch_measures_no_more(monkeypatch):
    """It plays as if it had one thread."""
    monkeypatch.setattr(thread_choice, "_SHORT", 60.0)  # on a busy machine too
    envs = make_vec("ludo_v0", 2, seed=1, threads=2, observation="compact")
    envs.reset()
    for _ in range(20):
        envs.step(envs.sample_actions())
    assert envs.batch._choice is None
    assert envs.batch._workers is None


def test_a_choice_follows_the_machine():
    """The choice is made again when other programs come and go."""
    choice, found = ThreadChoice(), []
    for step in range(40_000):
        busy = 10_000 <= step < 20_000
        found.append(choice.shared)
        taken = 1e-3 if not choice.shared else 3e-3 if busy else 5e-4
        if choice.measuring:
            choice.note(taken)
        else:
            choice.skip()
    assert np.mean(found[5000:10_000]) > 0.95
    assert np.mean(found[15_000:20_000]) < 0.05
    assert np.mean(found[30_000:]) > 0.95


def test_one_thread_is_one_thread():
    """A batch without the keyword starts no thread, and measures nothing."""
    envs = make_vec("ludo_v0", 64, seed=1)
    envs.reset()
    assert isinstance(envs.batch, Batch)
    assert envs.batch._choice is None
    assert not workers()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_batch_shares_steps_with_threads_of_its_own(sharing):
    """The child plays the same as the parent, and ends."""
    envs = make_vec("ludo_v0", 200, seed=1, threads=2, observation="compact")
    envs.reset()
    for _ in range(5):
        envs.step(envs.sample_actions())
    child = os.fork()
    if child == 0:
        status = 1
        try:
            for _ in range(50):
                seen = envs.step(envs.sample_actions())[0]
            status = int(seen.sum()) % 251
        finally:
            os._exit(status)
    for _ in range(50):
        seen = envs.step(envs.sample_actions())[0]
    deadline = time.monotonic() + 60
    ended, status = 0, 0
    while not ended and time.monotonic() < deadline:
        ended, status = os.waitpid(child, os.WNOHANG)
        time.sleep(0.01)
    if not ended:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    assert ended, "the child hangs"
    assert os.waitstatus_to_exitcode(status) == int(seen.sum()) % 251
    envs.close()
