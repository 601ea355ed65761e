"""The luck in games: for each throw, the expected returns after it less those before it.

A planner brings a forecast: functions of a state, written like the hooks of rules. Before a throw
all its outcomes are tried, and in each the best action by the forecast; the mean of what is
expected then is what is expected before the throw. So the luck of a throw is zero on average
whatever the forecast is worth, and a good forecast takes most of the chance out of a result.

A game follows from its chance stream and its actions. Where these end, it stops, or goes on with
the best actions by the forecast.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludo_env._engine.chance import draw
from ludo_env._engine.effects import copied
from ludo_env._engine.family import DECIDE, OVER
from ludo_env._engine.kernel import BEGIN, MARKED, PASSES, PLAY, REFUSED, ROLL, ROLLS
from ludo_env._engine.rule import Hook
from ludo_env._engine.session import STREAM_LAYOUT
from ludo_env._engine.state import Plain, Record, Unpacked, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludo_env._engine.game import Game

# Number of arrays of the loop, and where those begin that have a row for each game.
LUCK_ARRAYS = 20
# Dice of one throw that are tried together: at most so many, with so many outcomes in all.
LEVELS = 6
_OUTCOMES = 64
# What a frame holds: the next outcome to try, the weight of those tried, that of the one that is
# being tried, and the number of outcomes in all.
FRAME = 4
_NEXT, _TRIED, _WEIGHT, _IN_ALL = range(FRAME)
# What the next call of `run` is for.
_WALK, _CHILD, _TRY, _CHOOSE, _DONE = range(5)
# Games in one call, after which the caller can be interrupted.
_AT_ONCE = 64


class Forecast(NamedTuple):
    """Expected returns of states, in one guess or in several."""

    appraise: Hook  # appraise(s, work, numbers): work out what the others need, for any state
    value: Hook  # value(s, work, player) -> what the player to act maximizes, also at the end
    # foresee(s, work, guess): write guess[guess number, player], the expected return of each
    # player; never asked at the end of a game.
    foresee: Hook
    room: int  # how many numbers `work` holds
    guesses: int
    numbers: Any = None  # an array of numbers that `appraise` gets, such as weights


class Walks(NamedTuple):
    """Games that have been walked through, a row for each."""

    returns: npt.NDArray[np.float64]  # [game, player]; 0 where the game has not ended
    luck: npt.NDArray[np.float64]  # [game, guess, player]
    decisions: npt.NDArray[np.int64]
    draws: npt.NDArray[np.int64]  # of the chance stream; -1 if an action was not legal


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
                    # Every action is played on a copy of the state; their list is kept meanwhile.
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
                        # The walk itself goes on with the best action.
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
                            # The best action then: found here, and not sought again.
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
        """Begin to try the outcomes of a throw."""
        for field in range(FRAME):
            frames[depth, field] = 0
        frames[depth, _IN_ALL] = sides
        for n in range(guesses):
            for player in range(players):
                sums[depth, n, player] = 0.0

    def following(s, frames, depth):
        """Choose the next outcome of a throw; return how many are like it, 0 after the last."""
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
        """Write the returns of a game that has ended; none if it was aborted."""
        for n in range(guesses):
            for player in range(players):
                guess[n, player] = reward(s, player) if s.phase == OVER else 0.0

    return walks


def walk_through(
    game: Game,
    forecast: Forecast,
    keys: npt.NDArray[np.int64],
    played: Sequence[npt.NDArray[Any]],
    records: Record | None = None,
    *,
    measured: bool = True,
    limit: int = 0,
) -> Walks:
    """Walk through games by their stream keys, (games, 2), and the actions played in each.

    They begin anew, or at these records, which are trusted. Forced passes are no actions. After the
    last action of a game up to `limit` more are chosen by the forecast.
    """
    count, players = len(played), game.players
    starts = np.cumsum([0, *map(len, played)]).astype(np.int64)
    actions = np.concatenate([*played, np.zeros(1)]).astype(np.int64)
    found = Walks(
        np.zeros((count, players)), np.zeros((count, forecast.guesses, players)),
        np.zeros(count, np.int64), np.zeros(count, np.int64),
    )  # fmt: skip
    origins = game.layout.new().repeat(count) if records is None else records
    how = (int(records is None), int(measured), limit)
    loop = game.loops.luck(forecast)
    if game.backend == "python":
        _plainly(game, forecast, loop, (origins, keys, actions, starts, *found), count, how)
        return found
    buffers = _buffers(game, forecast)
    origins, keys = np.ascontiguousarray(origins), np.ascontiguousarray(keys)
    for start in range(0, count, _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        own = [array[part] for array in found]
        arrays = (origins[part], keys[part], *buffers, actions, starts[start:], *own)
        addresses = np.array([array.ctypes.data for array in arrays], np.int64)
        loop(addresses.ctypes.data, len(own[0]), len(actions), *how)
    return found


def _buffers(game: Game, forecast: Forecast) -> tuple[Any, ...]:
    """Return what the compiled loop works on, in the order of its arrays."""
    actions, expected = game.actions, (forecast.guesses, game.players)
    return (
        *(game.layout.new().repeat(LEVELS + 2), STREAM_LAYOUT.new()),
        *(np.zeros((2, actions), np.int8), np.zeros((2, actions), np.int16)),
        *(np.zeros((2, actions + 1), np.uint16), np.zeros((2, actions + 1), np.int64)),
        *(np.zeros((LEVELS, FRAME), np.int64), np.zeros((LEVELS, *expected))),
        *(np.zeros(expected), np.zeros(expected), np.zeros(forecast.room), numbers_of(forecast)),
    )


def numbers_of(forecast: Forecast) -> npt.NDArray[np.float64]:
    """Return the numbers of a forecast; a single zero if it has none."""
    return np.zeros(1) if forecast.numbers is None else forecast.numbers


class _Copies:
    """Plain states that are copied when they are assigned, as records in an array are."""

    def __init__(self, count: int) -> None:
        self._states: list[Any] = [None] * count

    def __getitem__(self, index: int) -> Any:
        return self._states[index]

    def __setitem__(self, index: int, state: Plain) -> None:
        self._states[index] = copied(state)


def _plainly(
    game: Game,
    forecast: Forecast,
    loop: Hook,
    arrays: tuple[Any, ...],
    count: int,
    how: tuple[int, int, int],
) -> None:
    """Run the loop in plain Python, on unpacked states."""
    origins, keys, actions, starts, *found = arrays
    states, _, masks, notes, choices, kept, frames, *floats = _buffers(game, forecast)
    loop(
        Unpacked(game.layout, origins), table(keys), _Copies(len(states)),
        [STREAM_LAYOUT.unpack(STREAM_LAYOUT.new())], masks, table(notes), table(choices),
        table(kept), table(frames), *floats, table(actions), table(starts), *found, count, *how,
    )  # fmt: skip
