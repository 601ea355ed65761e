"""The table: plays a batch of games side by side and asks each agent in turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ludo_env._engine.batch import Batch
from ludo_env._engine.batch_loops import ACT, DISABLED, RENEW, REST, TERMINATE
from ludo_env._engine.chance import stream_keys
from ludo_env._engine.errors import LudoError
from ludo_env._engine.game import game_of
from ludo_env._engine.luck import walk_through
from ludo_env.agents.decisions import RandomOf, batch_hook
from ludo_env.arena.agent_calls import Asking
from ludo_env.arena.plan import Plan
from ludo_env.arena.trace import Recorder, Trace
from ludo_env.arena.worker_note import Note

_STYLE = "compact"
_NO_LIMIT = -1
# Number of games side by side: many if agents decide for all games in one call; few if they decide
# game by game, so that an interruption loses little.
_SIDE_BY_SIDE, _ONE_BY_ONE = 512, 4


@dataclass(frozen=True)
class Played:
    """A finished game; the tuples have a place for each seat."""

    game: int
    seating: tuple[int, ...]  # the number of the agent on each seat
    returns: tuple[int, ...]  # 1 for winners, -1 for losers, 0 if the game was aborted
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]  # of thinking time
    trace: Trace | None = field(default=None, compare=False, repr=False)
    luck: tuple[tuple[float, ...], ...] = field(default=(), compare=False, repr=False)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won: none after a draw, both seats of a team of two."""
        return tuple(seat for seat, gained in enumerate(self.returns) if gained > 0)


class Table:
    """A plan with its agents, ready to play any of its games."""

    def __init__(self, plan: Plan, note: Note | None = None) -> None:
        self.plan = plan
        self.agents = plan.make_agents()
        self.hooks = [batch_hook(agent) for agent in self.agents]
        self.game = game_of(plan.spec, plan.backend)
        self._asking = Asking(plan, self.game, self.agents, self.hooks, note)
        self._prepared = False
        self._forecast = None if plan.luck is None else plan.forecast(self.game)
        recorded = plan.traces or self._forecast is not None
        self._recorder = Recorder(self.game, plan.seed) if recorded else None

    @property
    def chunk(self) -> int:
        """The number of games played side by side."""
        return _SIDE_BY_SIDE if all(self.hooks) else _ONE_BY_ONE

    def build(self) -> None:
        """Compile the loops that play the games."""
        self.game.batch(_STYLE, 1)
        if self._forecast is not None:
            self.game.loops.luck(self._forecast)

    def prepare(self) -> None:
        """Compile the loops and all that agents need, so that it does not count as their time."""
        if not self._prepared:
            self.build()
            self._asking.prepare()
            self._prepared = True

    def play(self, indices: Sequence[int]) -> list[Played]:
        """Play these games to their ends."""
        self.prepare()
        games, plan = len(indices), self.plan
        batch = self._begun(np.asarray(indices, np.int64))
        random_of = _generators(plan.seed, indices)
        seating = np.array([plan.seating(index) for index in indices])
        decisions = np.zeros((games, self.game.players), np.int64)
        seconds = np.zeros((games, self.game.players))
        limit = plan.max_steps or _NO_LIMIT
        if self._recorder is not None:
            self._recorder.begin(games)
        while True:
            # A finished game rests, so that its rewards and its chance stream remain unchanged.
            ended = batch.terminated | batch.truncated
            batch.orders[ended] = REST
            rows = np.flatnonzero(~ended)
            if not len(rows):
                break
            # Each game draws once per decision, independently of the games beside it.
            batch.sample()
            seats = batch.to_act[rows]
            deciding = seating[rows, seats]
            decisions[rows, seats] += 1
            for number in np.unique(deciding).tolist():
                asked = rows[deciding == number]
                at = (asked, batch.to_act[asked])
                seconds[at] += self._asking.ask(number, batch, asked, indices, random_of)
            if self._recorder is not None:
                self._recorder.add(batch.actions)
            batch.advance(DISABLED, TERMINATE, limit)
        traces = self._traces(batch, indices, decisions)
        luck = self._luck(batch, decisions)
        return [
            Played(
                int(index),
                tuple(seating[row].tolist()),
                tuple(batch.rewards_all[row].astype(int).tolist()),
                tuple(decisions[row].tolist()),
                tuple(round(spent, 6) for spent in seconds[row].tolist()),
                traces[row],
                luck[row],
            )
            for row, index in enumerate(indices)
        ]

    def _begun(self, indices: npt.NDArray[np.int64]) -> Batch:
        """Return the games at their first decisions: dice by block, sampled actions by game."""
        batch = self.game.batch(_STYLE, len(indices))
        batch.reseed(self.plan.seed, np.arange(len(indices)), indices)
        keys = stream_keys(self.plan.seed, (indices // self.plan.rotations).astype(np.uint64))
        batch.streams["key0"], batch.streams["key1"] = keys
        batch.orders[:] = RENEW
        batch.advance(DISABLED, TERMINATE, _NO_LIMIT)
        batch.orders[:] = ACT
        return batch

    def _traces(
        self, batch: Batch, indices: Sequence[int], decisions: npt.NDArray[np.int64]
    ) -> Sequence[Trace | None]:
        """Return the traces of finished games, if the plan asks for them."""
        if self._recorder is None or not self.plan.traces:
            return [None] * len(indices)
        streams = [self.plan.block(index) for index in indices]
        draws, lengths = batch.streams["drawn"].tolist(), decisions.sum(axis=1).tolist()
        return self._recorder.traces(streams, draws, lengths)

    def _luck(
        self, batch: Batch, decisions: npt.NDArray[np.int64]
    ) -> Sequence[tuple[tuple[float, ...], ...]]:
        """Return the luck of each seat in finished games, if the plan asks for it."""
        if self._recorder is None or self._forecast is None:
            return [()] * len(decisions)
        played = self._recorder.played(decisions.sum(axis=1).tolist())
        keys = np.stack([batch.streams["key0"], batch.streams["key1"]], axis=1).astype(np.int64)
        found = walk_through(self.game, self._forecast, keys, played)
        if not np.array_equal(found.draws, batch.streams["drawn"]):
            raise LudoError(
                f"The games of {self.game.spec.name} cannot be walked through to measure luck: "
                "its rules keep something beside the state."
            )
        seats = np.round(found.luck, 6).swapaxes(1, 2).tolist()
        return [tuple(map(tuple, game)) for game in seats]


def _generators(seed: int, indices: Sequence[int]) -> RandomOf:
    """Return the random generator of each agent in each game, made on first use."""
    made: dict[tuple[int, int], np.random.Generator] = {}

    def random_of(row: int, seat: int) -> np.random.Generator:
        if (row, seat) not in made:
            made[row, seat] = np.random.default_rng([int(seed), int(indices[row]), seat])
        return made[row, seat]

    return random_of


def play_parcel(parcel: bytes, indices: Sequence[int], note: Note | None = None) -> list[Played]:
    """Play these games of a packed plan: the task of a worker."""
    return _table_of(parcel, note).play(indices)


@lru_cache(maxsize=1)
def _table_of(parcel: bytes, note: Note | None) -> Table:
    return Table(Plan.unpacked(parcel), note)
