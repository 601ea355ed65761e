"""Self-play of one actor: so many more rows, from where it stopped."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludo_env._engine.chance import FAR, stream_keys
from ludo_env._engine.family import OVER
from ludo_env._engine.game import Game
from ludo_env._engine.network import Network
from ludo_env._engine.self_play import PLAY_STATES
from ludo_env._engine.session import STREAM_LAYOUT
from ludo_env._engine.state import Copies, Record, Unpacked, table
from ludo_env.training.rival import Rival

Numbers = npt.NDArray[np.float64]


class Pace(NamedTuple):
    """How to play and to learn in one round."""

    rate: float  # of learning
    trace: float  # how much of later results comes back to earlier states
    explore: float  # the share of decisions that are random
    fade: float = 0.0  # how much closer each decision brings a target to an even chance
    passes: int = 1  # how often the rows are learned from
    look: bool = True  # answer all outcomes of chance, not only the one that is thrown
    # The weight of the ordering loss between all actions of a decision; 0 plays on without them.
    press: float = 0.0


class Actor(NamedTuple):
    """Where self-play stopped: the state of its game, and the streams of dice and of actions."""

    state: Record
    streams: Record


class Rows(NamedTuple):
    """What self-play has written: the inputs of each state, the player in turn, the targets.

    Groups are consecutive rows: those of one decision, or a single row.
    """

    starts: npt.NDArray[np.int64]  # [row] -> where its inputs begin
    places: npt.NDArray[np.int32]
    amounts: Numbers
    movers: npt.NDArray[np.int64]
    groups: npt.NDArray[np.int64]  # [group] -> its first row
    deciders: npt.NDArray[np.int64]  # [group] -> the player who decides between its rows, or -1
    worths: Numbers  # [row] -> the chance of the decider's side: the mean of what follows
    targets: Numbers  # [row, player]


class Played(NamedTuple):
    """Rows, where the actor stopped, how many games ended on the way, and the CPU seconds."""

    rows: Rows
    actor: Actor
    games: int
    seconds: float


def new_actor(game: Game, seed: int, index: int) -> Actor:
    """Return an actor that begins with a new game, on stream `index` of a seed."""
    state, streams = game.layout.new(), STREAM_LAYOUT.new().repeat(2)
    state["phase"] = OVER  # the first round begins a game
    streams["key0"], streams["key1"] = stream_keys(seed, index)
    streams["drawn"] = 0, FAR
    return Actor(state, streams)


def play_rows(
    game: Game,
    network: Network,
    numbers: Numbers,
    actor: Actor,
    pace: Pace,
    rows: int,
    rival: Rival | None = None,
) -> Played:
    """Return so many rows of self-play from where an actor stopped, or of play against a rival."""
    begun = time.process_time()
    most, players, size = network.inputs.most, game.players, game.actions
    found = Rows(
        np.zeros(rows + 1, np.int64),
        np.zeros(rows * most, np.int32),
        np.zeros(rows * most),
        np.zeros(rows, np.int64),
        np.zeros(rows + 1, np.int64),
        np.zeros(rows, np.int64),
        np.zeros(rows),
        np.zeros((rows, players)),
    )
    means, nexts = np.zeros((rows, players)), np.zeros((rows, players))
    links, sums, counts = np.zeros(rows, np.int64), np.zeros(players), np.zeros(2, np.int64)
    written = *found[:6], means, nexts, links, found.worths, found.targets, sums, counts
    state, streams = actor.state.copy(), actor.streams.copy()
    kept = np.zeros((2, size + 1), np.int64)
    loop = game.loops.learning.self_play(network, rival.valuation if rival else None)
    other, others = (rival.valuation, rival.numbers) if rival else (network.valuation, numbers)
    settings = (
        *(rows, int(pace.look), int(pace.look and pace.press > 0)),
        *(round(pace.explore * 1e6), pace.trace, pace.fade),
    )
    if game.backend == "python":
        layout = game.layout
        states = Copies(Unpacked(layout, state)[0] for _ in range(PLAY_STATES))
        drawing = [STREAM_LAYOUT.unpack(streams[at : at + 1]) for at in range(2)]
        games = loop(
            states, drawing, *game.scratch(), table(kept), table(kept),
            network.valuation.scratch(), numbers, other.scratch(), others, *written, *settings,
        )  # fmt: skip
        layout.pack(states[0], state)
        for at in range(2):
            STREAM_LAYOUT.pack(drawing[at], streams[at : at + 1])
    else:
        block = state.repeat(PLAY_STATES)
        arrays = (
            *(block, streams, np.zeros(size, np.int8), np.zeros(size, np.int16)),
            *(np.zeros(size + 1, np.uint16), kept, kept.copy(), np.zeros(network.valuation.room)),
            *(numbers, np.zeros(other.room), others, *written),
        )
        games = loop(addresses(arrays).ctypes.data, *settings)
        state[:] = block[:1]
    pairs, groups = int(found.starts[-1]), int(counts[1])
    kept_rows = found._replace(
        places=found.places[:pairs],
        amounts=found.amounts[:pairs],
        groups=found.groups[: groups + 1],
        deciders=found.deciders[:groups],
    )
    return Played(kept_rows, Actor(state, streams), games, time.process_time() - begun)


def joined(parts: list[Rows]) -> Rows:
    """Return the rows of several actors as one."""
    if len(parts) == 1:
        return parts[0]
    columns = [np.concatenate(each) for each in zip(*parts, strict=True)]
    found = Rows(*columns)  # type: ignore[arg-type]
    return found._replace(
        starts=_after_each_other([part.starts for part in parts]),
        groups=_after_each_other([part.groups for part in parts]),
    )


def addresses(arrays: tuple[Any, ...]) -> npt.NDArray[np.int64]:
    """Return the addresses of arrays, for a compiled loop."""
    return np.array([array.ctypes.data for array in arrays], np.int64)


def _after_each_other(borders: list[npt.NDArray[np.int64]]) -> npt.NDArray[np.int64]:
    """Return the borders of parts that follow each other; each list begins with 0."""
    before = np.cumsum([0, *(part[-1] for part in borders)])
    starts = [part[:-1] + at for part, at in zip(borders, before[:-1], strict=True)]
    return np.append(np.concatenate(starts), before[-1])
