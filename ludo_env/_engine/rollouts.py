"""Rollouts: the mean result of an action if all players continue at random.

Sample number j throws the same dice whatever the action is, and whatever is chosen later: dice and
choices are drawn from places of one stream that are far apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.arguments import is_whole, number_of
from ludo_env._engine.chance import FAR, draw, stream_keys
from ludo_env._engine.errors import IllegalActionError, LudoError, cut, quoted
from ludo_env._engine.family import OVER
from ludo_env._engine.kernel import MARKED, PLAY, SETTLE
from ludo_env._engine.notation import listed
from ludo_env._engine.rule import Hook
from ludo_env._engine.session import STREAM_LAYOUT
from ludo_env._engine.state import Record, Unpacked, table
from ludo_env._engine.state_check import checked

if TYPE_CHECKING:
    from ludo_env._engine.game import Game

# A playout that is not over after this many decisions counts 0 for all players.
LIMIT = 20_000
# Number of arrays of the loop; one of them has the keys of the samples.
ROLLOUT_ARRAYS = 9
_KEYS_AT = 3
MOST_SAMPLES, MOST_DECISIONS = 10**7, 2**62
# Number of playouts in one call.
_PLAYOUTS = 2000


def rollout_loop(run: Hook, reward: Hook, players: int) -> Hook:
    """rollouts(arrays.., actions, samples, limit): add up the returns of each player, by action."""
    listed = PLAY | MARKED | SETTLE

    def rollouts(
        origin, states, streams, keys, mask, notes, choices, row, wanted, sums,
        actions, samples, limit,
    ):  # fmt: skip
        for place in range(actions):
            for sample in range(samples):
                states[0] = origin[0]
                s, dice, will = states[0], streams[0], streams[1]
                start(dice, keys[sample, 0], keys[sample, 1], 0)
                start(will, keys[sample, 0], keys[sample, 1], FAR)
                run(s, dice, mask, notes, choices, row, 0, 0)
                status = run(s, dice, mask, notes, choices, row, PLAY | SETTLE, wanted[place])
                left = limit
                while status >> 16 > 0 and left > 0:
                    left -= 1
                    action = choices[draw(will, status >> 16)]
                    status = run(s, dice, mask, notes, choices, row, listed, action)
                if (status >> 8) & 255 == OVER:
                    for player in range(players):
                        sums[place, player] += reward(s, player)

    def start(stream, key0, key1, drawn):
        stream.key0 = key0
        stream.key1 = key1
        stream.drawn = drawn

    return rollouts


def mean_returns(
    game: Game, record: Record, actions: list[int], samples: int, seed: int, limit: int = LIMIT
) -> npt.NDArray[np.float64]:
    """Return [action, player] -> the mean return after the action, over many random playouts.

    The state is trusted; what comes from outside goes through `Game.rollouts`.
    """
    keys = np.stack(stream_keys(seed, np.arange(samples, dtype=np.uint64)), axis=1).astype(np.int64)
    sums = np.zeros((len(actions), game.players))
    loop = game.loops.rollout()
    if game.backend == "python":
        _plainly(game, loop, record, keys, actions, sums, samples, limit)
        return sums / samples
    states, streams = game.layout.new(), STREAM_LAYOUT.new().repeat(2)
    wanted = np.array(actions, np.int64)
    arrays = (
        *(record.copy(), states, streams, keys),
        *(np.zeros(game.actions, np.int8), np.zeros(game.actions, np.int16)),
        *(np.zeros(game.actions + 1, np.uint16), wanted, sums),
    )
    addresses = np.array([array.ctypes.data for array in arrays], np.int64)
    # One part after the other, so that Ctrl-C does not have to wait for all of them.
    part = max(1, _PLAYOUTS // max(1, len(actions)))
    for done in range(0, samples, part):
        addresses[_KEYS_AT] = keys[done:].ctypes.data
        loop(addresses.ctypes.data, len(actions), min(part, samples - done), limit)
    return sums / samples


def check_request(game: Game, record: Record, actions: Any, samples: Any, limit: Any) -> None:
    """Refuse a state that the game cannot have, actions not legal there, and numbers below 1."""
    checked(game, record, chance=False)
    if not is_whole(samples, 1, MOST_SAMPLES) or not is_whole(limit, 1, MOST_DECISIONS):
        raise LudoError(
            f"rollouts takes 1 to {MOST_SAMPLES} samples of 1 to {MOST_DECISIONS} decisions, "
            f"not {quoted(samples)} of {quoted(limit)}."
        )
    if not isinstance(actions, (list, tuple, range, np.ndarray)):
        raise LudoError(f"rollouts takes a list of actions, not {quoted(actions)}.")
    mask, notes, choices = game.scratch()
    game.plain.machine.find(game.layout.unpack(record), mask, notes, choices)
    for action in actions:
        if not mask[number_of("rollouts", action, game.actions)]:
            raise IllegalActionError(
                f"{quoted(action)} is not a legal action here; legal are "
                f"{cut(listed(np.flatnonzero(mask)))}; position: {game.position(record)}"
            )


def _plainly(game: Game, loop: Hook, record: Record, keys: Any, *rest: Any) -> None:
    """Do the same in plain Python: a freshly unpacked state replaces a copy."""
    actions, sums, samples, limit = rest
    mask, notes, choices = game.scratch()
    streams = [STREAM_LAYOUT.unpack(STREAM_LAYOUT.new()) for _ in range(2)]
    origin = Unpacked(game.layout, record)
    row = np.zeros(1, np.float32)
    loop(
        origin, [None], streams, table(keys), mask, notes, choices, row,
        table(actions), sums, len(actions), samples, limit,
    )  # fmt: skip
