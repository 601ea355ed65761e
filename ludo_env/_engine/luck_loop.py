"""The loop that walks through games and adds up their luck: a machine with a stack of throws."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.chance import draw
from ludo_env._engine.family import DECIDE, OVER
from ludo_env._engine.forecast import Forecast
from ludo_env._engine.kernel import BEGIN, MARKED, PASSES, PLAY, REFUSED, ROLL, ROLLS
from ludo_env._engine.rule import Hook

# Number of arrays of the loop.
LUCK_ARRAYS = 20
# The most dice of one throw that are tried together, and the most outcomes in all.
LEVELS = 6
_OUTCOMES = 64
# What a frame holds: the next outcome to try, the weight of those tried, the weight of the current
# one, and the number of outcomes in all.
FRAME = 4
_NEXT, _TRIED, _WEIGHT, _IN_ALL = range(FRAME)
# What the next call of `run` is for.
_WALK, _CHILD, _TRY, _CHOOSE, _DONE = range(5)


def luck_loop(run: Hook, machine: Any, forecast: Forecast, players: int, pass_action: int) -> Hook:
    """walks(arrays.., games, begins, measured, limit): walk through games, and add up their luck.

    One call of `run` serves everything, so that the rules are compiled once: the walk itself
    (states[0]), the outcomes of its throws, and the actions tried after each.
    """
    appraise, value, foresee = forecast.appraise, forecast.value, forecast.foresee
    stands, shows, reward = machine.stands, machine.shows, machine.reward
    guesses, top = forecast.guesses, LEVELS + 1

    def walks(
        origins, keys, states, streams, masks, notes, choices, kept, frames, sums, guess, chosen,
        work, numbers, played, starts, returns, luck, decisions, draws,
        games, begins, measured, limit,
    ):  # fmt: skip
        for i in range(games):
            stream = streams[0]
            stream.key0, stream.key1, stream.drawn = keys[i, 0], keys[i, 1], 0
            states[0] = origins[i]
            place, left, passes, rolls = starts[i], limit, PASSES, ROLLS
            made, outcome, depth, tries, tried, base = 0, 0, -1, 0, 0, 0
            best, seat, highest, foreseen = -1, 0, 0.0, -1
            mode, at, ops, given = _WALK, 0, BEGIN if begins else 0, 0
            status = 0
            while mode != _DONE:
                row = 0 if mode == _WALK else 1
                s, listed, noted = states[at], choices[row], notes[row]
                status = run(s, stream, masks[row], noted, listed, work, ops, given)
                phase, count = (status >> 8) & 255, status >> 16
                trying, looking, known = False, False, False
                if mode == _WALK:
                    at, action = 0, -1
                    if status == REFUSED or phase >= OVER:
                        mode = _DONE
                    elif phase == DECIDE:
                        if count == 1 and listed[0] == pass_action and passes > 0:
                            passes -= 1
                            action = pass_action
                        elif place < starts[i + 1] or left > 0:
                            passes, rolls = PASSES, ROLLS
                            made += 1
                            if place < starts[i + 1]:
                                action = played[place]
                                place += 1
                            else:
                                left -= 1
                                if count == 1:
                                    action = listed[0]
                                elif foreseen >= 0:
                                    action = foreseen
                                else:
                                    trying = True
                            foreseen = -1
                        else:
                            mode = _DONE
                        ops, given = PLAY, action
                    elif rolls == 0:
                        mode = _DONE
                    else:
                        rolls -= 1
                        outcome = draw(stream, s.sides)
                        ops, given = ROLL, outcome
                        if measured and stands(s, outcome):
                            depth = 0
                            enter(frames, sums, 0, s.sides)
                            mode = _CHOOSE
                elif mode == _TRY:
                    looking = True
                elif phase == DECIDE:
                    trying = True
                elif phase < DECIDE:
                    sides = frames[depth, _IN_ALL] * s.sides
                    same = s.seat == states[depth].seat
                    if same and depth + 1 < LEVELS and sides <= _OUTCOMES:
                        depth += 1
                        enter(frames, sums, depth, sides)
                        mode = _CHOOSE
                    else:
                        looking = True
                else:
                    looking = True
                if trying:
                    # Every action is played on a copy of the state; their list is kept until then.
                    base, tried, seat, best, tries = at, count, status & 255, -1, 0
                    for k in range(count):
                        kept[0, k] = listed[k]
                        kept[1, k] = noted[listed[k]]
                    mode = _TRY
                if looking:
                    appraise(s, work, numbers)
                    better = True
                    if mode == _TRY:
                        worth, action = value(s, work, seat), kept[0, tries]
                        better = best < 0 or worth > highest
                        better = better or (worth == highest and action < best)
                        if better:
                            best, highest = action, worth
                        tries += 1
                    if better:
                        if s.phase < OVER:
                            foresee(s, work, guess)
                        else:
                            settle(s, guess)
                    known = mode == _CHILD or tries == tried
                    if known and depth < 0:
                        # The walk itself continues with the best action.
                        known = False
                        mode, at, ops, given = _WALK, 0, PLAY, best
                if mode == _TRY and not known:
                    states[top] = states[base]
                    at, ops, given = top, PLAY | MARKED, kept[0, tries]
                    notes[1][given] = kept[1, tries]
                while known or mode == _CHOOSE:
                    if known:
                        # What is expected after an outcome of the deepest throw.
                        weight, last = frames[depth, _WEIGHT], frames[depth, _NEXT] - 1
                        frames[depth, _TRIED] += weight
                        here = depth == 0 and shows(states[0], last) == shows(states[0], outcome)
                        for n in range(guesses):
                            for player in range(players):
                                sums[depth, n, player] += weight * guess[n, player]
                                if here:
                                    chosen[n, player] = guess[n, player]
                        if here:
                            # The best action then: found here, and not searched for again.
                            foreseen = best if mode == _TRY else -1
                        known, mode = False, _CHOOSE
                    weight = following(states[depth], frames, depth)
                    if weight > 0:
                        states[depth + 1] = states[depth]
                        mode, at, ops, given = _CHILD, depth + 1, ROLL, frames[depth, _NEXT] - 1
                    else:
                        for n in range(guesses):
                            for player in range(players):
                                guess[n, player] = sums[depth, n, player] / frames[depth, _TRIED]
                        depth -= 1
                        known = depth >= 0
                        if depth < 0:
                            for n in range(guesses):
                                for player in range(players):
                                    luck[i, n, player] += chosen[n, player] - guess[n, player]
                            mode, at, ops, given = _WALK, 0, ROLL, outcome
            s = states[0]
            decisions[i] = made
            draws[i] = stream.drawn if status != REFUSED else -1
            for player in range(players):
                returns[i, player] = reward(s, player) if s.phase == OVER else 0

    def enter(frames, sums, depth, sides):
        """Start to try the outcomes of a throw."""
        for field in range(FRAME):
            frames[depth, field] = 0
        frames[depth, _IN_ALL] = sides
        for n in range(guesses):
            for player in range(players):
                sums[depth, n, player] = 0.0

    def following(s, frames, depth):
        """Choose the next outcome of a throw; return how many show the same; 0 after the last."""
        outcome = frames[depth, _NEXT]
        while outcome < s.sides:
            weight = 0
            if stands(s, outcome):
                weight = alike(s, outcome)
            outcome += 1
            if weight > 0:
                frames[depth, _NEXT] = outcome
                frames[depth, _WEIGHT] = weight
                return weight
        frames[depth, _NEXT] = outcome
        return 0

    def alike(s, outcome):
        """Count the outcomes that show the same number; 0 if this is not the first of them."""
        shown, weight = shows(s, outcome), 0
        for other in range(s.sides):
            if stands(s, other) and shows(s, other) == shown:
                if other < outcome:
                    return 0
                weight += 1
        return weight

    def settle(s, guess):
        """Write the returns of a game that has ended; zeros if it was aborted."""
        for n in range(guesses):
            for player in range(players):
                guess[n, player] = reward(s, player) if s.phase == OVER else 0.0

    return walks
