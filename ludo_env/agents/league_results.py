"""The results of a league: who finished ahead of whom, recent win rates, and ratings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, TypeAlias

from ludo_env.agents.rating import rated, rating_model

LEARNER = -1  # the number of the learner, besides those of the members

# The changes of a `record`: tables, keys and previous values.
Undo: TypeAlias = list[tuple[dict[Any, Any], Any, Any]]


class LeagueResults:
    """Tables of results by the numbers of members; `record` adds the result of a game.

    In `recent`, the games of a member against the learner, older games count less, so that the win
    rate covers roughly the last `memory` games.
    """

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self.games: dict[int, int] = {}
        self.ahead: dict[tuple[int, int], int] = {}  # (one, other) -> how often one finished ahead
        self.recent: dict[int, tuple[float, float]] = {}  # weighted games won and lost
        self.ratings: dict[int, tuple[float, float]] = {}  # mean and deviation of the strength

    def record(self, seats: Sequence[int | None], returns: Sequence[float]) -> Undo:
        """Add a game: the number on each seat, None for others, and the return of each seat."""
        known = [(n, gained) for n, gained in zip(seats, returns, strict=True) if n is not None]
        undo: Undo = []
        for number in {number for number, _ in known}:
            _put(self.games, number, self.games.get(number, 0) + 1, undo)
        for one, gained in known:
            for other, got in known:
                if one != other and gained > got:
                    self._came_ahead(one, other, undo)
        self._rate(known, undo)
        return undo

    def win_rate(self, number: int, prior: float) -> float:
        """Return the win rate of a member, with `prior` wins and losses added."""
        won, lost = self.recent.get(number, (0.0, 0.0))
        return (won + prior) / (won + lost + 2 * prior)

    def forget(self, number: int) -> None:
        """Remove a member from all tables."""
        for table in (self.games, self.recent, self.ratings):
            table.pop(number, None)
        for pair in [pair for pair in self.ahead if number in pair]:
            del self.ahead[pair]

    def copy(self) -> LeagueResults:
        """Return a copy that shares no table."""
        twin = LeagueResults(self._memory)
        twin.games, twin.ahead = dict(self.games), dict(self.ahead)
        twin.recent, twin.ratings = dict(self.recent), dict(self.ratings)
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """Return the tables, without the model of the ratings."""
        return {name: value for name, value in self.__dict__.items() if name != "_model"}

    @cached_property
    def _model(self) -> Any:
        return rating_model()

    def _came_ahead(self, one: int, other: int, undo: Undo) -> None:
        _put(self.ahead, (one, other), self.ahead.get((one, other), 0) + 1, undo)
        if LEARNER in {one, other}:
            member = other if one == LEARNER else one
            won, lost = (kept * (1 - 1 / self._memory) for kept in self.recent.get(member, (0, 0)))
            now = (won, lost + 1) if one == LEARNER else (won + 1, lost)
            _put(self.recent, member, now, undo)

    def _rate(self, known: list[tuple[int, float]], undo: Undo) -> None:
        """Rate the players of a game, unless it does not show who is stronger."""
        gains = [gained for _, gained in known]
        if self._model is None or not any(gain > 0 for gain in gains) or min(gains) > 0:
            return
        players = [number for number, _ in known]
        before = {number: self._rating(number) for number in players}
        for number, rating in rated(self._model, before, players, gains).items():
            _put(self.ratings, number, (rating.mu, rating.sigma), undo)

    def _rating(self, number: int) -> Any:
        if number not in self.ratings:
            return self._model.rating()
        mean, deviation = self.ratings[number]
        return self._model.rating(mu=mean, sigma=deviation)


def take_back(undo: Undo) -> None:
    """Restore the values from before `record`."""
    for table, key, before in reversed(undo):
        if before is None:
            table.pop(key, None)
        else:
            table[key] = before


def _put(table: dict[Any, Any], key: Any, value: Any, undo: Undo) -> None:
    undo.append((table, key, table.get(key)))
    table[key] = value
