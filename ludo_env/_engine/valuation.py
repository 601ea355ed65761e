"""The best action by a value of the states that follow it, one move ahead, in one compiled loop.

A planner supplies the value as functions of a state, written like the hooks of rules; so they run
plain and compiled, and give the same numbers on both backends. Weights that change are not part of
the code: they are `numbers`, an array that is passed with each call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludo_env._engine.kernel import MARKED, PLAY
from ludo_env._engine.rule import Hook
from ludo_env._engine.session import STREAM_LAYOUT
from ludo_env._engine.state import Record, Unpacked, table

if TYPE_CHECKING:
    from ludo_env._engine.game import Game

# Number of arrays of each loop.
BEST_ARRAYS = 10
VALUE_ARRAYS = 4
# States in one call, after which the caller can be interrupted.
_AT_ONCE = 10_000
# The `numbers` of a valuation without weights.
NO_NUMBERS = np.zeros(1)


class Valuation(NamedTuple):
    """The value of states: what is computed once for a state, then the value to each player."""

    appraise: Hook  # appraise(s, work, numbers): write what `value` needs
    value: Hook  # value(s, work, player) -> the value of the state to a player
    room: int  # how many numbers `work` holds
    weights: int = 1  # how many `numbers` it is given: an array, or a list in plain Python
    same: float = 0.0  # a smaller difference counts as equal: it is rounding
    slices: bool = False  # `work` is written by slices, which lists of plain Python do not allow

    def scratch(self) -> Any:
        """Return `work` for plain Python."""
        return np.zeros(self.room) if self.slices else [0.0] * self.room


def best_loop(run: Hook, valuation: Valuation) -> Hook:
    """best(arrays.., count): the best action of the seat to act in each state; -1 without one.

    Among equal actions it is the lowest number. Chance that follows an action stays pending.
    """
    appraise, value, same = valuation.appraise, valuation.value, valuation.same

    def best(origins, states, streams, mask, notes, choices, kept, work, numbers, found, count):
        for i in range(count):
            found[i] = -1
            highest = 0.0
            actions, seat = 1, 0
            # The first round lists the actions; each of the others plays one of them.
            at = -1
            while at < actions:
                states[0] = origins[i]
                s, ops, action = states[0], 0, 0
                if at >= 0:
                    ops, action = PLAY | MARKED, kept[0, at]
                    notes[action] = kept[1, at]
                status = run(s, streams[0], mask, notes, choices, work, ops, action)
                if at < 0:
                    seat, actions = status & 255, status >> 16
                    for k in range(actions):
                        kept[0, k] = choices[k]
                        kept[1, k] = notes[choices[k]]
                    if actions == 1:
                        found[i] = choices[0]
                        break
                else:
                    appraise(s, work, numbers)
                    worth = value(s, work, seat)
                    lower = action < found[i] and worth >= highest - same
                    if found[i] < 0 or worth > highest + same or lower:
                        found[i] = action
                        highest = worth
                at += 1

    return best


def value_loop(valuation: Valuation, players: int) -> Hook:
    """values(arrays.., count): the value of each state to each player."""
    appraise, value = valuation.appraise, valuation.value

    def values(states, work, numbers, found, count):
        for i in range(count):
            s = states[i]
            appraise(s, work, numbers)
            for player in range(players):
                found[i, player] = value(s, work, player)

    return values


def best_actions(
    game: Game, valuation: Valuation, records: Record, numbers: Any = NO_NUMBERS
) -> npt.NDArray[np.int64]:
    """Return the best action in each of many states, which are trusted; -1 without an action."""
    found = np.full(len(records), -1, np.int64)
    loop = game.loops.best(valuation)
    if game.backend == "python":
        _best_plainly(game, loop, valuation, records, numbers, found)
        return found
    records = np.ascontiguousarray(records)
    buffers = (
        *(game.layout.new(), STREAM_LAYOUT.new(), np.zeros(game.actions, np.int8)),
        *(np.zeros(game.actions, np.int16), np.zeros(game.actions + 1, np.uint16)),
        *(np.zeros((2, game.actions + 1), np.int64), np.zeros(valuation.room), numbers),
    )
    _in_parts(loop, records, found, buffers)
    return found


def values_of(
    game: Game, valuation: Valuation, records: Record, numbers: Any = NO_NUMBERS
) -> npt.NDArray[np.float64]:
    """Return [state, player] -> the value of each state to each player; the states are trusted."""
    found = np.zeros((len(records), game.players))
    loop = game.loops.values(valuation)
    if game.backend == "python":
        states = Unpacked(game.layout, records)
        loop(states, valuation.scratch(), numbers, found, len(records))
        return found
    _in_parts(loop, np.ascontiguousarray(records), found, (np.zeros(valuation.room), numbers))
    return found


def _best_plainly(
    game: Game,
    loop: Hook,
    valuation: Valuation,
    records: Record,
    numbers: Any,
    found: npt.NDArray[np.int64],
) -> None:
    """Run the loop in plain Python, on unpacked states."""
    states, stream = Unpacked(game.layout, records), STREAM_LAYOUT.unpack(STREAM_LAYOUT.new())
    kept, work = table(np.zeros((2, game.actions + 1), np.int64)), valuation.scratch()
    scratch = game.scratch()
    loop(states, [None], [stream], *scratch, kept, work, numbers, found, len(records))


def _in_parts(
    loop: Hook, records: Record, found: npt.NDArray[Any], buffers: tuple[Any, ...]
) -> None:
    """Call a loop on some of the states at a time: an interrupt waits for one part only."""
    for start in range(0, len(records), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        arrays = (records[part], *buffers, found[part])
        addresses = np.array([array.ctypes.data for array in arrays], np.int64)
        loop(addresses.ctypes.data, len(records[part]))
