"""Self-play of one player of games: from where it stopped, so many rows more."""

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

Numbers = npt.NDArray[np.float64]


class Pace(NamedTuple):
    """How to play and to learn in one round."""

    rate: float  # of learning
    trace: float  # how much of later results comes back to earlier states
    explore: float  # the part of decisions that are drawn
    fade: float = 0.0  # how much closer each decision brings a target to an even chance
    passes: int = 1  # how often the rows are learned from
    look: bool = True  # answer all outcomes of chance, not only the one that is thrown


class Actor(NamedTuple):
    """Where self-play stopped: the state of its game, and the streams of dice and of actions."""

    state: Record
    streams: Record


class Rows(NamedTuple):
    """What self-play has written: the inputs of each state, the player in turn, the targets."""

    starts: npt.NDArray[np.int64]  # [row] -> where its inputs begin
    places: npt.NDArray[np.int32]
    amounts: Numbers
    movers: npt.NDArray[np.int64]
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
    game: Game, network: Network, numbers: Numbers, actor: Actor, pace: Pace, rows: int
) -> Played:
    """Return so many rows of self-play from where an actor stopped."""
    begun = time.process_time()
    most, players, size = network.inputs.most, game.players, game.actions
    empty = Rows(
        np.zeros(rows + 1, np.int64),
        np.zeros(rows * most, np.int32),
        np.zeros(rows * most),
        np.zeros(rows, np.int64),
        np.zeros((rows, players)),
    )
    means, nexts = np.zeros((rows, players)), np.zeros((rows, players))
    written = (*empty[:4], means, nexts, np.zeros(rows, np.int64), empty.targets)
    state, streams = actor.state.copy(), actor.streams.copy()
    kept, sums = np.zeros((2, size + 1), np.int64), np.zeros(players)
    loop = game.loops.learning.self_play(network)
    settings = rows, int(pace.look), round(pace.explore * 1e6), pace.trace, pace.fade
    if game.backend == "python":
        layout = game.layout
        states = Copies(Unpacked(layout, state)[0] for _ in range(PLAY_STATES))
        drawing = [STREAM_LAYOUT.unpack(streams[at : at + 1]) for at in range(2)]
        games = loop(
            states, drawing, *game.scratch(), table(kept), network.valuation.scratch(),
            numbers, *written, sums, *settings,
        )  # fmt: skip
        layout.pack(states[0], state)
        for at in range(2):
            STREAM_LAYOUT.pack(drawing[at], streams[at : at + 1])
    else:
        block = state.repeat(PLAY_STATES)
        arrays = (
            *(block, streams, np.zeros(size, np.int8), np.zeros(size, np.int16)),
            *(np.zeros(size + 1, np.uint16), kept, np.zeros(network.valuation.room)),
            *(numbers, *written, sums),
        )
        games = loop(addresses(arrays).ctypes.data, *settings)
        state[:] = block[:1]
    used = int(empty.starts[-1])
    found = empty._replace(places=empty.places[:used], amounts=empty.amounts[:used])
    return Played(found, Actor(state, streams), games, time.process_time() - begun)


def joined(parts: list[Rows]) -> Rows:
    """Return the rows of several actors as one."""
    if len(parts) == 1:
        return parts[0]
    before = np.cumsum([0, *(part.starts[-1] for part in parts)])
    starts = [part.starts[:-1] + at for part, at in zip(parts, before[:-1], strict=True)]
    columns = zip(*(part[1:] for part in parts), strict=True)
    return Rows(np.append(np.concatenate(starts), before[-1]), *map(np.concatenate, columns))  # type: ignore[arg-type]


def addresses(arrays: tuple[Any, ...]) -> npt.NDArray[np.int64]:
    """Return the addresses of arrays, for a compiled loop."""
    return np.array([array.ctypes.data for array in arrays], np.int64)
