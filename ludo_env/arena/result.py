"""The result of a run: a value that compares, prints, and converts to JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.arguments import is_real
from ludo_env._engine.errors import LudoError, quoted, reason
from ludo_env._engine.whole_file import write_whole
from ludo_env.agents.rating import rating_interval
from ludo_env.arena.adjusted import Adjusted
from ludo_env.arena.plackett_luce import Strength
from ludo_env.arena.plot import draw
from ludo_env.arena.table_text import csv_rows, plain

_Z = NormalDist().inv_cdf(0.975)


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return the Wilson 95 % interval of a share; 0 to 1 without games."""
    if not games:
        return 0.0, 1.0
    share, spread = wins / games, _Z * _Z / games
    middle = (share + spread / 2) / (1 + spread)
    half = _Z * math.sqrt((share * (1 - share) + spread / 4) / games) / (1 + spread)
    # For shares of 0 and 1 the interval must reach that end, which rounding would miss.
    low = 0.0 if wins == 0 else max(0.0, middle - half)
    return low, 1.0 if wins == games else min(1.0, middle + half)


@dataclass(frozen=True)
class Share:
    """A number of wins in a number of games."""

    wins: int
    games: int

    @property
    def share(self) -> float:
        """Wins divided by games; 0 without games."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson 95 % interval of the share."""
        return wilson(self.wins, self.games)

    def to_dict(self) -> dict[str, Any]:
        """Return the share as plain data, with the derived values."""
        low, high = self.interval
        rounded = {"share": self.share, "low": low, "high": high}
        return asdict(self) | {name: round(value, 6) for name, value in rounded.items()}


@dataclass(frozen=True)
class Standing:
    """The results of one agent."""

    name: str
    games: int
    wins: int
    draws: int
    seats: tuple[Share, ...]  # the same by seat
    decisions: int
    rating: float | None = None  # the mean of its strength, Plackett-Luce; None without openskill
    deviation: float | None = None  # the deviation of the strength
    seconds: float = field(default=0.0, compare=False)  # thinking time in all games together
    strength: Strength | None = None  # from all games at once; None without opponents
    adjusted: Adjusted | None = None  # adjusted for luck; None if luck was not measured

    @property
    def total(self) -> Share:
        """The wins of the agent in all its games."""
        return Share(self.wins, self.games)

    @property
    def rating_interval(self) -> tuple[float, float]:
        """The 95 % interval of the rating; infinite without a rating."""
        return rating_interval(self.rating, self.deviation)


@dataclass(frozen=True)
class Result:
    """The result of a run; comparisons ignore times, which do not affect who won."""

    game: str
    seed: int
    seats_rule: str  # "balanced" or "fixed"
    pairing: str
    games: int
    draws: int
    decisions: int
    agents: tuple[Standing, ...]
    seats: tuple[Share, ...]  # how often each seat won, whichever agent played it
    beats: tuple[tuple[int, ...], ...]  # beats[a][b]: games in which a did better than b
    played: int = field(default=0, compare=False)  # games of this call, not from a file
    elapsed: float = field(default=0.0, compare=False)  # seconds, for the games of this call
    decisions_per_second: float = field(default=0.0, compare=False)
    luck: str = ""  # the agent whose forecast measured luck; empty without one

    @property
    def mean_length(self) -> float:
        """The mean number of decisions of a game, without forced passes."""
        return self.decisions / self.games if self.games else 0.0

    @property
    def order(self) -> list[int]:
        """The numbers of the agents, from the one with the largest share."""
        return sorted(range(len(self.agents)), key=lambda at: -self.agents[at].total.share)

    def met(self, one: int, other: int) -> Share:
        """Return the share of their decided games in which one agent did better than another."""
        won = self.beats[one][other]
        return Share(won, 0 if one == other else won + self.beats[other][one])

    def beat_share(self, one: int, other: int) -> float | None:
        """Return the share in which one agent did better than another; None without such games."""
        met = self.met(one, other)
        return met.share if met.games else None

    def payoff(self, undecided: float | None = None) -> npt.NDArray[np.float64]:
        """Return the payoff table of the agents, as a symmetric game of two: for alpha-rank.

        Only games in which a or b did better than the other count. Entry [a, b] is the share of
        these that a won minus the share that b won: from -1 to 1, and 0 for a against itself.
        `undecided` is the value for pairs without such a game; if it is None, they are an error.
        """
        if undecided is not None and not (is_real(undecided) and -1 <= undecided <= 1):
            raise LudoError(
                "payoff() takes a number from -1 to 1 for pairs without a decided game, "
                f"not {quoted(undecided)}."
            )
        wins = np.array(self.beats, np.float64)
        decided = wins + wins.T
        empty = (decided == 0) & ~np.eye(len(wins), dtype=bool)
        if undecided is None and empty.any():
            one, other = (self.agents[at].name for at in np.argwhere(empty)[0])
            raise LudoError(
                f"payoff() has no decided game between {quoted(one)} and {quoted(other)}; play "
                "more games, or give such pairs a value, as payoff(undecided=0) does."
            )
        table = (wins - wins.T) / np.maximum(decided, 1)
        return np.where(empty, 0.0 if undecided is None else float(undecided), table)

    def save(self, path: str | Path) -> None:
        """Write the result to a JSON file for `load`."""
        self.to_json(path)

    @classmethod
    def load(cls, path: str | Path) -> Result:
        """Return the result in a file from `save`, or from a run with `out`."""
        return cls.from_json(_path(path))

    def to_json(self, path: str | Path | None = None) -> str:
        """Return the result as JSON, with shares and intervals; write it to the path if given."""
        data = asdict(self) | {"mean_length": round(self.mean_length, 3)}
        data["seats"] = [share.to_dict() for share in self.seats]
        data["agents"] = [
            asdict(agent) | agent.total.to_dict() | {"seats": [s.to_dict() for s in agent.seats]}
            for agent in self.agents
        ]
        return _written(json.dumps(data, indent=2), path)

    @classmethod
    def from_json(cls, text: str | Path) -> Result:
        """Return the result in a JSON text, or in the file at a path."""
        try:
            data = json.loads(text.read_text("utf-8") if isinstance(text, Path) else text)
            agents = tuple(
                Standing(**_known(Standing, agent) | _parts(agent)) for agent in data["agents"]
            )
            beats = tuple(tuple(row) for row in data["beats"])
            parts = {"agents": agents, "seats": _shares(data["seats"]), "beats": beats}
            return cls(**_known(cls, data) | parts)
        except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
            raise LudoError(f"This is not the JSON of a result: {reason(error)}.") from error

    def to_csv(self, path: str | Path | None = None) -> str:
        """Return a line of CSV for each agent; write them to the path if given."""
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(csv_rows(self))
        return _written(text.getvalue(), path)

    def plot(self, path: str | Path) -> None:
        """Draw shares, strengths, pairs and seats with their intervals; needs matplotlib."""
        draw(self, Path(path))

    def __str__(self) -> str:
        return plain(self)


def _path(path: Any) -> Path:
    try:
        return Path(path)
    except TypeError as error:
        raise LudoError(f"A result is kept in a file, by its path, not {quoted(path)}.") from error


def _written(text: str, path: str | Path | None) -> str:
    """Return a text, after writing it to a file if there is a path."""
    if path is not None:
        write_whole(_path(path), text.rstrip("\n") + "\n")
    return text


def _known(kind: Any, data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: data[name] for name in kind.__dataclass_fields__ if name in data}


def _parts(agent: Mapping[str, Any]) -> dict[str, Any]:
    adjusted = agent.get("adjusted")
    found = None if adjusted is None else Adjusted(**_known(Adjusted, adjusted))
    strength = agent.get("strength")
    level = None if strength is None else Strength(**_known(Strength, strength))
    return {"seats": _shares(agent["seats"]), "adjusted": found, "strength": level}


def _shares(data: list[Mapping[str, Any]]) -> tuple[Share, ...]:
    return tuple(Share(**_known(Share, share)) for share in data)
