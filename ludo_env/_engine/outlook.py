"""The best reply to each outcome of chance: what a state is worth one throw later.

Deeper search and learning use it: `net:plies=2` averages it over the outcomes, and self-play takes
it as the target of the state before. A throw of several dice is enumerated by its first die; the
others are drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.chance import stream_keys
from ludo_env._engine.family import DECIDE
from ludo_env._engine.kernel import MARKED, PLAY, ROLL, SETTLE
from ludo_env._engine.rule import Hook
from ludo_env._engine.session import STREAM_LAYOUT
from ludo_env._engine.state import Copies, Record, table
from ludo_env._engine.valuation import Valuation

if TYPE_CHECKING:
    from ludo_env._engine.game import Game

# Number of arrays of the loop, and of the states that it works on.
DEEP_ARRAYS = 13
DEEP_STATES = 5


def reply_loop(run: Hook, valuation: Valuation, note: Hook) -> Hook:
    """reply(arrays.., met, best, spare) -> action: play the best action of a decision.

    note(s, work, noted): write what the caller needs from the state after the best action, once it
    has been appraised.

    The state at `met` does not change; that after the best action is put at `best`. Among equal
    actions the lowest number is the best. Chance that follows stays pending. The actions are put
    into `kept`, with their number in its last place.
    """
    appraise, value, same = valuation.appraise, valuation.value, valuation.same

    def reply(
        states, stream, mask, notes, choices, kept, work, numbers, noted, met, best, spare
    ):  # fmt: skip
        states[spare] = states[met]
        status = run(states[spare], stream, mask, notes, choices, work, 0, 0)
        seat, actions = status & 255, status >> 16
        last = len(kept[0]) - 1
        kept[0, last] = actions
        for k in range(actions):
            kept[0, k] = choices[k]
            kept[1, k] = notes[choices[k]]
        found, highest = -1, 0.0
        for k in range(actions):
            action = kept[0, k]
            states[spare] = states[met]
            notes[action] = kept[1, k]
            s = states[spare]
            run(s, stream, mask, notes, choices, work, PLAY | MARKED, action)
            appraise(s, work, numbers)
            worth = value(s, work, seat)
            lower = action < found and worth >= highest - same
            if found < 0 or worth > highest + same or lower:
                found, highest = action, worth
                states[best] = s
                note(s, work, noted)
        return found

    return reply


def deep_loop(run: Hook, valuation: Valuation, players: int) -> Hook:
    """deep(arrays.., count, samples): the best action of each state, a throw and a reply later.

    Every action is played; then, `samples` times for each outcome of chance, every player's best
    reply. The result is -1 without an action, and the lowest number among equal actions.
    """
    appraise, value, same = valuation.appraise, valuation.value, valuation.same

    def note(s, work, noted):
        for player in range(players):
            noted[player] = value(s, work, player)

    reply = reply_loop(run, valuation, note)

    def deep(
        origins, states, streams, mask, notes, choices, kept, listed, work, numbers, noted, keys,
        found, count, samples,
    ):  # fmt: skip
        stream = streams[0]
        for i in range(count):
            found[i] = -1
            states[0] = origins[i]
            status = run(states[0], stream, mask, notes, choices, work, 0, 0)
            seat, actions = status & 255, status >> 16
            for k in range(actions):
                listed[0, k] = choices[k]
                listed[1, k] = notes[choices[k]]
            highest = 0.0
            for k in range(actions):
                action = listed[0, k]
                if actions == 1:
                    found[i] = action
                    break
                states[1] = origins[i]
                notes[action] = listed[1, k]
                run(states[1], stream, mask, notes, choices, work, PLAY | MARKED, action)
                # The same dice after every action.
                restart(stream, keys[i, 0], keys[i, 1])
                worth = expected(
                    states, stream, mask, notes, choices, kept, work, numbers, noted, seat, samples
                )
                lower = action < found[i] and worth >= highest - same
                if found[i] < 0 or worth > highest + same or lower:
                    found[i], highest = action, worth

    def expected(
        states, stream, mask, notes, choices, kept, work, numbers, noted, seat, samples
    ):  # fmt: skip
        """Return the mean value of states[1] to a seat, after chance and the best reply."""
        if states[1].phase > DECIDE:
            appraise(states[1], work, numbers)
            return value(states[1], work, seat)
        waits = states[1].phase < DECIDE
        outcomes = states[1].sides if waits else 1
        rounds = samples if waits else 1
        worth = 0.0
        for outcome in range(outcomes):
            for _ in range(rounds):
                states[2] = states[1]
                if waits:
                    run(states[2], stream, mask, notes, choices, work, ROLL | SETTLE, outcome)
                if states[2].phase == DECIDE:
                    reply(states, stream, mask, notes, choices, kept, work, numbers, noted, 2, 3, 4)
                    worth += noted[seat]
                else:
                    appraise(states[2], work, numbers)
                    worth += value(states[2], work, seat)
        return worth / (outcomes * rounds)

    def restart(stream, key0, key1):
        stream.key0 = key0
        stream.key1 = key1
        stream.drawn = 0

    return deep


def deep_actions(
    game: Game,
    valuation: Valuation,
    records: Record,
    numbers: Any,
    seeds: npt.NDArray[np.uint64],
    samples: int = 1,
) -> npt.NDArray[np.int64]:
    """Return the best action in each of many states, a throw and a reply later.

    The states are trusted. In a throw of several dice, all but the first are drawn, from a
    seed for each state, so that a state's answer does not depend on the others.
    """
    found = np.full(len(records), -1, np.int64)
    keys = np.stack(stream_keys(0, seeds), axis=1).astype(np.int64)
    loop = game.loops.learning.deep(valuation)
    kept = np.zeros((2, game.actions + 1), np.int64)
    if game.backend == "python":
        layout = game.layout
        origins = Copies([layout.unpack(records[i : i + 1]) for i in range(len(records))])
        states = Copies([layout.unpack(layout.new()) for _ in range(DEEP_STATES)])
        stream = STREAM_LAYOUT.unpack(STREAM_LAYOUT.new())
        loop(
            origins, states, [stream], *game.scratch(), table(kept), table(kept),
            valuation.scratch(), numbers, [0.0] * game.players, table(keys), found, len(records),
            samples,
        )  # fmt: skip
        return found
    block = game.layout.new().repeat(DEEP_STATES)
    for at in range(len(records)):
        arrays = (
            *(np.ascontiguousarray(records[at : at + 1]), block, STREAM_LAYOUT.new()),
            *(np.zeros(game.actions, np.int8), np.zeros(game.actions, np.int16)),
            *(np.zeros(game.actions + 1, np.uint16), kept, kept.copy()),
            *(np.zeros(valuation.room), numbers, np.zeros(game.players)),
            *(keys[at : at + 1], found[at : at + 1]),
        )
        addresses = np.array([array.ctypes.data for array in arrays], np.int64)
        loop(addresses.ctypes.data, 1, samples)
    return found
