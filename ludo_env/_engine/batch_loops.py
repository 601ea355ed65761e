"""The loops over the games of a batch, which are compiled: play a turn in each, sample actions."""

from __future__ import annotations

from collections.abc import Sequence

from ludo_env._engine.chance import draw
from ludo_env._engine.family import OVER
from ludo_env._engine.kernel import AUTO_PASS, BEGIN, OBSERVE, PLAY, SETTLE
from ludo_env._engine.rule import Hook

# What to do with a game in one call.
ACT, RENEW, SHOW, REST = range(4)
# When a finished game restarts: at the next call, in the same call, or only on request.
NEXT_STEP, SAME_STEP, DISABLED = range(3)
# Whether the loop samples actions: not at all, after it has played, or without playing.
NO_DRAWS, DRAWS_AFTER, DRAWS_ONLY = range(3)
# An illegal action either ends the game or is replaced by the lowest legal action.
TERMINATE, SUBSTITUTE = range(2)


def batch_loop(
    run: Hook, reward: Hook, row_of: Hook, actions: int, players: int, auto_pass: bool
) -> Hook:
    """play(arrays.., mode, illegal, limit, draws, start, stop) -> ended: advance games start..stop.

    `ended` counts the games that have ended in this call. `draws` says whether the loop samples
    actions: never, after playing (for the next step, while the data is in the cache), or without
    playing anything.
    """
    sample = sample_loop(actions)
    showing = SETTLE | OBSERVE | (AUTO_PASS if auto_pass else 0)
    acting = showing | PLAY

    def play(
        states, streams, masks, notes, rows, finals, wanted, orders, to_act, acted,
        rewards, rewards_all, terminated, truncated, steps, choices, samplers, sampled,
        mode, illegal, limit, draws, start, stop,
    ):  # fmt: skip
        count = 0
        for i in range(start, start if draws == DRAWS_ONLY else stop):
            s, mask, order = states[i], masks[i], orders[i]
            # With SAME_STEP the finished game has already restarted.
            ended = mode != SAME_STEP and (terminated[i] or truncated[i])
            if order == REST:
                continue
            seat, value = s.seat, wanted[i]
            over, stopped, status = False, False, -1
            if order != SHOW:
                rewards[i] = 0
                for player in range(players):
                    rewards_all[i, player] = 0
                if order == ACT and ended and mode == DISABLED:
                    continue
                acted[i] = seat
            if order == ACT and not ended:
                if value < 0 or value >= actions or mask[value] == 0:
                    value = lowest(mask)
                    over = illegal == TERMINATE
                if over:
                    rewards[i] = -1
                    rewards_all[i, seat] = -1
                else:
                    # The hot call: its operations are compile-time constants.
                    status = run(
                        s, streams[i], mask, notes[i], choices[i], row_of(rows, i), acting, value
                    )
                    steps[i] += 1
                    phase = (status >> 8) & 255
                    if phase >= OVER:
                        over = phase == OVER
                        stopped = not over
                        if over:
                            for player in range(players):
                                rewards_all[i, player] = reward(s, player)
                            rewards[i] = rewards_all[i, seat]
                    elif 0 < limit <= steps[i]:
                        stopped = True
            anew = order == RENEW or (order == ACT and ended)
            if order != SHOW:
                terminated[i] = over
                truncated[i] = stopped
            if mode == SAME_STEP and (over or stopped):
                keep(row_of(rows, i), row_of(finals, i))
                anew = True
            if anew or order == SHOW:
                steps[i] = 0 if anew else steps[i]
                ops = showing | BEGIN if anew else showing
                status = run(s, streams[i], mask, notes[i], choices[i], row_of(rows, i), ops, 0)
                if anew and (status >> 8) & 255 >= OVER:
                    truncated[i] = True  # chance never reached a decision
            if status >= 0:
                to_act[i] = status & 255
            if terminated[i] or truncated[i]:
                count += 1
                if mode != SAME_STEP:
                    mask[:] = 0
                    choices[i, actions] = 0
        if draws != NO_DRAWS:
            sample(choices, samplers, sampled, start, stop)
        return count

    def lowest(mask):
        for action in range(actions):
            if mask[action]:
                return action
        return 0

    def keep(row, final):
        # Assigning a row would compile a check of its length, with a message: that takes a second.
        for at in range(len(row)):
            final[at] = row[at]

    return play


def sample_loop(actions: int) -> Hook:
    """sample(choices, samplers, out, start, stop): sample a uniform legal action per game.

    Every game draws once per call, even where there is no choice.
    """

    def sample(choices, samplers, out, start, stop):
        for i in range(start, stop):
            count = choices[i, actions]
            place = draw(samplers[i], max(count, 1))
            out[i] = choices[i, place] if count > 0 else 0

    return sample


def all_in_range(wanted: Sequence[int], actions: int) -> bool:
    """Return whether every number is that of an action."""
    bad = 0
    for i in range(len(wanted)):
        bad |= (wanted[i] < 0) | (wanted[i] >= actions)
    return bad == 0


def observe_loop(observe: Hook) -> Hook:
    """look(states, viewers, masks, rows, start, stop): write what a player sees of each state."""

    def look(states, viewers, masks, rows, start, stop):
        for i in range(start, stop):
            observe(states[i], viewers[i], masks[i], rows[i])

    return look


def game_rows(rows, i):
    """The record of a game where each game has a row."""
    return rows[i]


def game_columns(rows, i):
    """The record of a game where each game has a column."""
    return rows[:, i]
