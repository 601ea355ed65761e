"""An environment without computation, to measure the cost of the Python around a kernel."""

from __future__ import annotations

from functools import partial

import numba
import numpy as np

from ludo_env._engine.compile.address import pointer
from ludo_env._envs.aec import BoardEnv
from ludo_env.rules import DECIDE

# The legal actions of every seat; two, so that sampling has a choice.
_LEGAL = (0, 1)


def hollow(env: BoardEnv) -> BoardEnv:
    """Return the environment with steps that only pass the turn on, in an endless game."""
    session = env._session
    seat = np.zeros(1, np.int64)
    session.run = partial(_passing(env.game.players), seat.ctypes.data)
    session.mask[:] = 0
    session.mask[list(_LEGAL)] = 1
    env._bind()
    env.seat = seat  # the compiled function knows only its address
    return env


def _passing(players: int):
    """entry(address, ops, value) -> status: called as the kernels are, and does next to nothing."""
    status = (DECIDE << 8) + (len(_LEGAL) << 16)

    def entry(address, ops, value):
        seat = numba.carray(pointer(address), (1,), numba.int64)
        seat[0] = (seat[0] + 1) % players
        return seat[0] + status

    dispatcher = numba.njit("int64(int64, int64, int64)")(entry)
    # Called without the dispatcher, like the library's own entries.
    return dispatcher.overloads[dispatcher.signatures[0]].entry_point
