"""The loop over games in which one seat learns, which is compiled: play until it must act again.

Seats of uniform opponents are played inside. A game stops when its learner, or a seat that is
played from outside, is to act, and when it is over. The row is then that of the seat to act, or of
the learner.
"""

from __future__ import annotations

from ludo_env._engine.chance import draw
from ludo_env._engine.family import DECIDE, OVER
from ludo_env._engine.kernel import AUTO_PASS, BEGIN, LOOK, MARKED, PLAY, SETTLE
from ludo_env._engine.rule import Hook

# What to do with a game in one call: nothing, play an action, begin, or show it as it is.
WAIT, ACT, BEGIN_ANEW, SHOW = range(4)
# The arrays of the loop.
SEAT_ARRAYS = 15
# Decisions of uniform opponents in one call, after which the caller can be interrupted.
_AT_ONCE = 10_000


def seat_loop(run: Hook, reward: Hook, actions: int, auto_pass: bool) -> Hook:
    """play(arrays.., start, stop): carry out the orders of the games start..stop."""
    going = SETTLE | (AUTO_PASS if auto_pass else 0)
    acting = going | PLAY
    drawing = acting | MARKED

    def play(
        states, streams, samplers, masks, notes, choices, rows, wanted, orders, learners, uniform,
        to_act, rewards, over, stopped, start, stop,
    ):  # fmt: skip
        for i in range(start, stop):
            order = orders[i]
            if order == WAIT:
                continue
            s, stream, mask, row = states[i], streams[i], masks[i], rows[i]
            learner = learners[i]
            if order == ACT:
                status = run(s, stream, mask, notes[i], choices[i], row, acting, wanted[i])
            else:
                ops = going | BEGIN if order == BEGIN_ANEW else going
                status = run(s, stream, mask, notes[i], choices[i], row, ops, 0)
            seat = status & 255
            phase = (status >> 8) & 255
            left = _AT_ONCE
            while (
                phase == DECIDE
                and seat != learner
                and left > 0
                and uniform[seat - int(seat > learner)]
            ):
                left -= 1
                value = choices[i, draw(samplers[i], status >> 16)]
                status = run(s, stream, mask, notes[i], choices[i], row, drawing, value)
                seat = status & 255
                phase = (status >> 8) & 255
            over[i] = phase == OVER
            stopped[i] = phase > OVER
            rewards[i] = reward(s, learner) if phase == OVER else 0
            to_act[i] = seat
            viewer = learner if phase >= OVER else seat
            run(s, stream, mask, notes[i], choices[i], row, LOOK, viewer)
            if phase >= OVER:
                mask[:] = 0
                choices[i, actions] = 0

    return play
