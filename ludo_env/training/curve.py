"""The learning curve: how often a network wins against a known agent, from point to point."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from ludo_env._engine.game import Game
from ludo_env._engine.network import Network
from ludo_env._engine.whole_file import write_whole
from ludo_env.agents.evaluation import appraisal_of
from ludo_env.agents.net import LoadedNetAgent
from ludo_env.agents.net_file import Net
from ludo_env.arena.result import Share
from ludo_env.arena.run import match


@dataclass(frozen=True)
class Point:
    """One measurement: how many games the network won against an agent, after so many games."""

    games: int  # of self-play
    cpu_seconds: float
    error: float  # of the network, squared, in its last round
    opponent: str
    wins: int
    of: int

    @property
    def share(self) -> Share:
        """The games won, with their interval."""
        return Share(self.wins, self.of)

    def __str__(self) -> str:
        """Return the point in one line."""
        low, high = self.share.interval
        return (
            f"{self.games} games, {self.cpu_seconds:.0f} s: wins {100 * self.share.share:.1f} % "
            f"({100 * low:.1f} to {100 * high:.1f}) against {self.opponent}"
        )


def opponent_of(game: Game) -> str:
    """Return the agent that a network is measured against, one that decides quickly."""
    return "random" if appraisal_of(game) is None else "greedy"


def prepare_measure(game: Game, network: Network) -> None:
    """Compile what `measure` needs, so that the time of a run does not include it."""
    game.batch("compact", 1)
    game.loops.best(network.valuation)
    if (appraisal := appraisal_of(game)) is not None:
        appraisal.prepare()


def measure(game: Game, net: Net, games: int, seed: int, against: str = "") -> tuple[str, int]:
    """Return the opponent, and how many games the network wins on the seats of one side.

    The seats rotate; against a rival, the network plays the seats for which it has learned.
    """
    opponent, sides = against or opponent_of(game), game.spec.board.sides
    agents = [LoadedNetAgent(net) if side == sides[0] else opponent for side in sides]
    seats = "fixed" if against else "balanced"
    result = match(agents, game.spec, games, seed, seats, backend=game.backend)
    mates = sides.count(sides[0])
    won = sum(one.wins for one, side in zip(result.agents, sides, strict=True) if side == sides[0])
    return opponent, won // mates


def write_curve(path: Path, points: Iterable[Point]) -> None:
    """Write the points as CSV, with the interval of each."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*(one.name for one in fields(Point)), "share", "low", "high"])
    for point in points:
        share = point.share
        shown = [share.share, *share.interval]
        writer.writerow([*asdict(point).values(), *(f"{number:.4f}" for number in shown)])
    write_whole(path, text.getvalue())
