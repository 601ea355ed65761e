"""A solution: the value of every state before a throw, from which all other values follow."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ludo_env._engine.arguments import is_whole, number_of
from ludo_env._engine.errors import IllegalActionError, LudoError, StateError, cut, quoted
from ludo_env._engine.family import DECIDE
from ludo_env._engine.notation import listed
from ludo_env._engine.solving.known_values import KnownValues
from ludo_env._engine.state import Record
from ludo_env._engine.state_check import checked
from ludo_env.solver.solution_file import NUMBERS, write

_MOST_GAMES = 10**9


class Simulation(NamedTuple):
    """Games of the optimal policy, and how many of them the first player won."""

    games: int
    wins: float  # a draw is half a win
    error: float  # the standard error of the share of wins, calculated from `Solution.start`

    @property
    def share(self) -> float:
        """The share of games that the first player won."""
        return self.wins / self.games


class Solution:
    """The win probability of every state of a game that play can reach.

    states: how many there are before a throw, and finished games. States that certainly have the
        same value (pieces in another order, players exchanged) count once.
    finished: how many of them are finished games, which differ in result or pieces. Their
        values are not kept.
    start: the win probability of the first player, before anything is thrown.
    residual: every value is within this of the exact one. It is half the largest gap between a
        lower and an upper bound, both of which hold in spite of rounding.
    """

    def __init__(self, known: KnownValues, **numbers: float) -> None:
        self.game, self.spec = known.game, known.game.spec
        self.start, self.residual = numbers["start"], numbers["residual"]
        self.tolerance, self.finished = numbers["tolerance"], int(numbers["finished"])
        self._known = known

    def __repr__(self) -> str:
        return (
            f"<Solution of {self.spec.name!r}: {self.states:,} states, the first player wins "
            f"{100 * self.start:.10f} %>"
        )

    @property
    def states(self) -> int:
        """The number of states before a throw, and of finished games."""
        return len(self._known.values) + self.finished

    def value(self, record: Record) -> float:
        """Return the win probability of the player to act, with the dice of the record."""
        value = float(self.values(checked(self.game, record))[0])
        if math.isnan(value):
            raise self._unreachable(record)
        return value

    def action_values(self, record: Record) -> dict[int, float]:
        """Return the win probability of the player to act after each legal action."""
        checked(self.game, record, chance=False)
        if int(record["phase"][0]) != DECIDE:
            raise StateError("In this state nobody is to act: the game is over.")
        row = self.all_action_values(record)[0]
        actions = self._legal(record)
        if np.isnan(row[actions]).any():
            raise self._unreachable(record)
        return {action: float(row[action]) for action in actions}

    def regret(self, record: Record, action: int) -> float:
        """Return how much win probability an action gives away, against the best one."""
        values = self.action_values(record)
        chosen = number_of("regret()", action, self.game.actions)
        if chosen not in values:
            raise IllegalActionError(
                f"{chosen} is not a legal action here; legal are {cut(listed(values))}; position: "
                f"{self.game.position(record)}"
            )
        return max(values.values()) - values[chosen]

    def values(self, records: Record) -> npt.NDArray[np.float64]:
        """Return the values of many states, [n]: like `value`, but not checked; nan if unknown."""
        found, _ = self._known.of(self._records(records))
        found[found < 0] = np.nan
        return np.where(records["seat"] == 0, found, 1.0 - found)

    def all_action_values(self, records: Record) -> npt.NDArray[np.float64]:
        """Return the values after each action of many states, [n, actions]: like `action_values`.

        The states are not checked. The value is nan for an action that is not legal, or that leads
        to a state that play from the start cannot reach.
        """
        whole, found = self._known.of(self._records(records))
        found[whole < 0] = np.nan
        return np.where(records["seat"][:, None] == 0, found, 1.0 - found)

    def regrets(self, records: Record, actions: Sequence[int]) -> npt.NDArray[np.float64]:
        """Return how much each of many actions gives away, [n]; nan where that is not known."""
        values, numbers = self.all_action_values(records), np.asarray(actions)
        whole = numbers.dtype.kind in "iu" and numbers.shape == (len(values),)
        if not whole or ((numbers < 0) | (numbers >= self.game.actions)).any():
            raise LudoError(
                f"regrets takes an action from 0 to {self.game.actions - 1} for each of the "
                f"{len(values)} states, not {quoted(actions)}."
            )
        chosen = values[np.arange(len(values)), numbers]
        known = ~np.isnan(chosen)
        best = np.full(len(values), np.nan)
        best[known] = np.nanmax(values[known], axis=1)
        regrets: npt.NDArray[np.float64] = best - chosen
        return regrets

    def simulate(self, games: int, seed: int = 0) -> Simulation:
        """Play games in which both players choose best, to compare their result with `start`."""
        if not is_whole(games, 1, _MOST_GAMES) or not is_whole(seed, 0, (1 << 64) - 1):
            raise LudoError(
                f"simulate takes 1 to {_MOST_GAMES} games and a seed from 0, not {quoted(games)} "
                f"and {quoted(seed)}."
            )
        wins, lost = self._known.played(games, seed)
        if lost:
            raise LudoError(f"{lost} of {games} games came to a state that the solution has not.")
        return Simulation(games, wins, math.sqrt(self.start * (1 - self.start) / games))

    def save(self, path: str | Path) -> None:
        """Write the solution to one file, which `ludo_env.solver.load` reads."""
        numbers = {name: getattr(self, name) for name in NUMBERS}
        write(Path(path), self.spec, self._known, numbers)

    def _records(self, records: Record) -> Record:
        """Return the records; refuse anything that is not an array of states of this game."""
        if getattr(records, "dtype", None) != self.game.layout.dtype or records.ndim != 1:
            raise StateError(f"A solution of {self.spec.name!r} takes an array of its states.")
        return records

    def _legal(self, record: Record) -> list[int]:
        session = self.game.session()
        session.load(record)
        actions: list[int] = np.flatnonzero(session.mask).tolist()
        return actions

    def _unreachable(self, record: Record) -> LudoError:
        return LudoError(
            f"The solution has no value of this state, which play from the start cannot reach; "
            f"position: {self.game.position(record)}"
        )
