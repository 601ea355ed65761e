"""The standings of a league, as data and as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludo_env.agents.league_members import LeagueMember
from ludo_env.agents.league_results import LEARNER, LeagueResults
from ludo_env.agents.rating import INTERVAL, rating_interval

_HEAD = ("name", "games", "wins", "losses", "share", "chance")


@dataclass(frozen=True)
class LeagueStanding:
    """The results of a member against the learner, or of the learner against all members.

    A game in which neither finished ahead of the other counts as neither a win nor a loss.
    """

    name: str
    number: int  # -1 for the learner
    games: int
    wins: int
    losses: int
    chance: float  # of being drawn for the next game
    rating: float | None = None  # the mean of the strength, Plackett-Luce; None without openskill
    deviation: float | None = None  # the deviation of the strength

    @property
    def share(self) -> float:
        """Wins divided by wins plus losses; 0 if there are no such games."""
        decided = self.wins + self.losses
        return self.wins / decided if decided else 0.0

    @property
    def rating_interval(self) -> tuple[float, float]:
        """The 95 % interval of the rating; infinite without a rating."""
        return rating_interval(self.rating, self.deviation)


def standings(
    members: Sequence[LeagueMember],
    results: LeagueResults,
    chances: Mapping[str, float],
    learner: str,
) -> list[LeagueStanding]:
    """Return the standings: by rating if there are ratings, else by the share of wins."""
    ahead = results.ahead
    numbers = [member.number for member in members]
    wins = sum(ahead.get((LEARNER, number), 0) for number in numbers)
    losses = sum(ahead.get((number, LEARNER), 0) for number in numbers)
    rows = [_standing(learner, LEARNER, (wins, losses), 0.0, results)]
    for member in members:
        pair = member.number, LEARNER
        against = ahead.get(pair, 0), ahead.get(pair[::-1], 0)
        rows.append(_standing(member.name, pair[0], against, chances[member.name], results))
    rated = any(row.rating is not None for row in rows)
    return sorted(rows, key=lambda row: -((row.rating or 0.0) if rated else row.share))


def table_text(rows: Sequence[LeagueStanding]) -> str:
    """Return the standings as a table in plain text."""
    rated = any(row.rating is not None for row in rows)
    lines: list[tuple[str, ...]] = [(*_HEAD, "rating", INTERVAL) if rated else _HEAD]
    for row in rows:
        numbers = (row.games, row.wins, row.losses, f"{row.share:.3f}", f"{row.chance:.3f}")
        line: tuple[str, ...] = (row.name, *map(str, numbers))
        if rated:
            low, high = row.rating_interval
            known = row.rating is not None
            line += (f"{row.rating:.1f}", f"{low:.1f}..{high:.1f}") if known else ("-", "-")
        lines.append(line)
    widths = [max(len(line[place]) for line in lines) for place in range(len(lines[0]))]
    return "\n".join(_line(line, widths) for line in lines)


def _standing(
    name: str, number: int, against: tuple[int, int], chance: float, results: LeagueResults
) -> LeagueStanding:
    mean, deviation = results.ratings.get(number, (None, None))
    games = results.games.get(number, 0)
    return LeagueStanding(name, number, games, *against, chance, mean, deviation)


def _line(line: Sequence[str], widths: Sequence[int]) -> str:
    """Return a line, with the first column aligned left and the numbers right."""
    cells = [line[0].ljust(widths[0])]
    cells += [cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)]
    return "  ".join(cells).rstrip()
