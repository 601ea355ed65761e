"""Which kernels let other threads of Python run meanwhile: those that may take long."""

import sys
import threading
import time

import pytest

from ludo_env import game_of, ludo_v0


@pytest.fixture
def turns():
    """A list that another thread extends when Python's lock is given up by choice."""
    before = sys.getswitchinterval()
    found, stop = [], threading.Event()

    def run():
        while not stop.is_set():
            found.append(1)
            time.sleep(1e-3)

    thread = threading.Thread(target=run)
    thread.start()
    sys.setswitchinterval(5)
    yield found
    sys.setswitchinterval(before)
    stop.set()
    thread.join()


def test_a_step_keeps_the_lock(turns):
    """Releasing it costs more than the step, and far more if another thread is busy."""
    session = game_of(ludo_v0.spec(), "numba").session("compact", seed=1)
    time.sleep(0.02)
    before = len(turns)
    for _ in range(100_000):
        session.run(0, 0)
    assert len(turns) == before


def test_whole_games_let_others_run(turns):
    """They may take any amount of time."""
    game = game_of(ludo_v0.spec(), "numba")
    session = game.session("compact", seed=1)
    game.playout(session, 1)
    before = len(turns)
    game.playout(session, 2000)
    assert len(turns) > before
