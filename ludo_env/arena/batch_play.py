"""The table at which games are played: a batch of them side by side, each agent asked in turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ludo_env._engine.batch import ACT, RENEW, REST, SAME_STEP, TERMINATE, Batch
from ludo_env._engine.chance import stream_keys
from ludo_env._engine.game import game_of
from ludo_env.arena.agent_calls import Asking
from ludo_env.arena.batch_view import RandomOf, batch_hook
from ludo_env.arena.plan import Plan
from ludo_env.arena.worker_note import Note

_STYLE = "compact"
_NO_LIMIT = -1
# So many games are played side by side: where a call of the core serves all of them, many; where
# agents think about each, few, so that little is lost when a run is interrupted.
_SIDE_BY_SIDE, _ONE_BY_ONE = 512, 4


@dataclass(frozen=True)
class Played:
    """A game that has been played; the tuples have a place for each seat."""

    game: int
    seating: tuple[int, ...]  # the number of the agent on each seat
    returns: tuple[int, ...]  # 1 to whoever won, -1 to whoever lost, 0 if it was broken off
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]  # spent thinking

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won: none after a draw, two where two are a team."""
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

    @property
    def chunk(self) -> int:
        """How many games it plays side by side."""
        return _SIDE_BY_SIDE if all(self.hooks) else _ONE_BY_ONE

    def build(self) -> None:
        """Builds the loops that play the games."""
        self.game.batch(_STYLE, 1)

    def prepare(self) -> None:
        """Builds the loops, and all that agents need: compiling is no part of their time."""
        if not self._prepared:
            self.build()
            self._asking.prepare()
            self._prepared = True

    def play(self, indices: Sequence[int]) -> list[Played]:
        """Plays these games to their ends."""
        self.prepare()
        games, plan = len(indices), self.plan
        batch = self._begun(np.asarray(indices, np.int64))
        random_of = _generators(plan.seed, indices)
        seating = np.array([plan.seating(index) for index in indices])
        decisions = np.zeros((games, self.game.players), np.int64)
        seconds = np.zeros((games, self.game.players))
        limit = plan.max_steps or _NO_LIMIT
        while True:
            # Whoever has ended rests, so that its rewards stay; the next game in its place, which
            # has begun already, is never played.
            ended = batch.terminated | batch.truncated
            batch.orders[ended] = REST
            rows = np.flatnonzero(~ended)
            if not len(rows):
                break
            # Each game draws once for each of its decisions, whatever is played beside it.
            batch.sample()
            seats = batch.to_act[rows]
            deciding = seating[rows, seats]
            decisions[rows, seats] += 1
            for number in np.unique(deciding).tolist():
                asked = rows[deciding == number]
                at = (asked, batch.to_act[asked])
                seconds[at] += self._asking.ask(number, batch, asked, indices, random_of)
            batch.advance(SAME_STEP, TERMINATE, limit)
        return [
            Played(
                int(index),
                tuple(seating[row].tolist()),
                tuple(batch.rewards_all[row].astype(int).tolist()),
                tuple(decisions[row].tolist()),
                tuple(round(spent, 6) for spent in seconds[row].tolist()),
            )
            for row, index in enumerate(indices)
        ]

    def _begun(self, indices: npt.NDArray[np.int64]) -> Batch:
        """The games at their first decisions: dice by the block, drawn actions by the game."""
        batch = self.game.batch(_STYLE, len(indices))
        batch.reseed(self.plan.seed, np.arange(len(indices)), indices)
        keys = stream_keys(self.plan.seed, (indices // self.plan.rotations).astype(np.uint64))
        batch.streams["key0"], batch.streams["key1"] = keys
        batch.orders[:] = RENEW
        batch.advance(SAME_STEP, TERMINATE, _NO_LIMIT)
        batch.orders[:] = ACT
        return batch


def _generators(seed: int, indices: Sequence[int]) -> RandomOf:
    """The chance of each agent in each game, made when it is first asked for."""
    made: dict[tuple[int, int], np.random.Generator] = {}

    def random_of(row: int, seat: int) -> np.random.Generator:
        if (row, seat) not in made:
            made[row, seat] = np.random.default_rng([int(seed), int(indices[row]), seat])
        return made[row, seat]

    return random_of


def play_parcel(parcel: bytes, indices: Sequence[int], note: Note | None = None) -> list[Played]:
    """Plays these games of a packed plan: what a worker does."""
    return _table_of(parcel, note).play(indices)


@lru_cache(maxsize=1)
def _table_of(parcel: bytes, note: Note | None) -> Table:
    return Table(Plan.unpacked(parcel), note)
