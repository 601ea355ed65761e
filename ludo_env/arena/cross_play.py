"""Cross-play: every agent on one side against every other agent on all other sides."""

from __future__ import annotations

import csv
import io
import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.errors import LudoError
from ludo_env._engine.plurals import counted
from ludo_env._engine.whole_file import write_whole
from ludo_env.agents import Agent
from ludo_env.agents.rating import INTERVAL
from ludo_env.arena.adjusted import Adjusted
from ludo_env.arena.plan import Plan, agents_of
from ludo_env.arena.result import Result, Share
from ludo_env.arena.run import Agents, Game, Progress, run
from ludo_env.arena.sides import sides_of
from ludo_env.arena.table_text import Sheet, text_of
from ludo_env.catalogue import load_game


@dataclass(frozen=True)
class Cell:
    """The results of an agent on one side, with another agent on all other sides."""

    share: Share
    adjusted: Adjusted | None = None  # adjusted for luck; None if luck was not measured

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval, adjusted for luck if that was measured."""
        found = self.adjusted
        if found is None or found.low is None or found.high is None:
            return self.share.interval
        return found.low, found.high

    @property
    def value(self) -> float:
        """The share of wins, adjusted for luck if that was measured."""
        return self.share.share if self.adjusted is None else self.adjusted.share


@dataclass(frozen=True)
class CrossPlay:
    """The result of cross-play: cells[a][b] is a on one side against b on all other sides."""

    game: str
    seed: int
    games: int  # of each pair
    sides: int
    agents: tuple[str, ...]
    cells: tuple[tuple[Cell | None, ...], ...]  # None on the diagonal

    def shares(self) -> npt.NDArray[np.float64]:
        """Return the table of shares, with the share of equal agents on the diagonal."""
        table = [
            [1 / self.sides if cell is None else cell.value for cell in row] for row in self.cells
        ]
        return np.array(table)

    def to_json(self, path: str | Path | None = None) -> str:
        """Return the table as JSON; write it to the path if given."""
        cells = [[None if cell is None else _plain(cell) for cell in row] for row in self.cells]
        data = {
            "game": self.game, "seed": self.seed, "games": self.games, "sides": self.sides,
            "agents": list(self.agents), "cells": cells,
        }  # fmt: skip
        return _written(json.dumps(data, indent=2), path)

    def to_csv(self, path: str | Path | None = None) -> str:
        """Return a line of CSV for each pair; write them to the path if given."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(["agent", "against", "games", "wins", "share", "low", "high"])
        for (one, name), (other, against) in itertools.product(enumerate(self.agents), repeat=2):
            cell = self.cells[one][other]
            if cell is not None:
                ends = [round(end, 6) for end in (cell.value, *cell.interval)]
                writer.writerow([name, against, cell.share.games, cell.share.wins, *ends])
        return _written(text.getvalue(), path)

    def __str__(self) -> str:
        rest = "the other" if self.sides == 2 else f"{self.sides - 1} of the others"
        title = f"{self.game}: {counted(self.games, 'game')} of each pair, one against {rest}, "
        title += f"seed {self.seed}"
        pairs = itertools.permutations(range(len(self.agents)), 2)
        lines = tuple(
            (self.agents[one], self.agents[other], *_shown(cell))
            for one, other in pairs
            for cell in [self.cells[one][other]]
            if cell is not None
        )
        head = ("agent", "against", "games", "share", INTERVAL)
        return f"{title}\n\n{text_of(Sheet('cross-play', head, lines, names=2))}"


def cross_play(
    agents: Agents,
    game: Game,
    games: int,
    seed: int = 0,
    seats: str = "balanced",
    engine: str = "inline",
    jobs: int = 1,
    out: str | Path | None = None,
    progress: Progress = False,
    *,
    max_steps: int | None = None,
    decision_limit: float | None = None,
    chunk: int | None = None,
    backend: str = "auto",
    trust: bool = False,
    traces: bool = False,
    luck: str | Agent | None = None,
) -> CrossPlay:
    """Play every agent on one side against every other on all other sides.

    `games` is the number of games of each pair; with two sides each pair is played once. `out` is a
    folder that gets a folder for each pair. All other parameters are as in `match`.
    """
    spec = load_game(game, trust=trust)
    entered, sides = agents_of(agents), sides_of(spec)
    if len(sides) < 2 or len(entered) < 2:
        raise LudoError(
            f"Cross-play takes two agents or more and a game of two sides or more, not "
            f"{len(entered)} and {len(sides)}."
        )
    names = Plan(spec, entered, games, pairing="pool").names
    cells: list[list[Cell | None]] = [[None] * len(entered) for _ in entered]
    order = itertools.combinations if len(sides) == 2 else itertools.permutations
    pairs = list(order(range(len(entered)), 2))
    for done, (one, other) in enumerate(pairs):
        seated = tuple(entered[one if seat in sides[0] else other] for seat in range(spec.players))
        plan = Plan(
            spec, seated, games, seed, seats, "match", max_steps, backend, decision_limit, luck=luck
        )
        folder = None if out is None else Path(out) / f"{one + 1}-{other + 1}"
        tell = _part(progress, done, len(pairs))
        result = run(plan, engine, jobs, folder, tell, chunk, traces=traces)
        cells[one][other] = _cell(result, sides[0][0])
        if len(sides) == 2:
            cells[other][one] = _cell(result, sides[1][0])
    return CrossPlay(spec.name, int(seed), games, len(sides), names, tuple(map(tuple, cells)))


def _part(progress: Progress, done: int, of: int) -> Progress:
    """Return a function that shows the progress of one pair as part of the whole."""
    if not callable(progress):
        return progress
    tell: Callable[[int, int], None] = progress
    return lambda now, games: tell(done * games + now, of * games)


def _cell(result: Result, seat: int) -> Cell:
    agent = result.agents[seat]
    return Cell(agent.total, agent.adjusted)


def _plain(cell: Cell) -> dict[str, Any]:
    adjusted = None if cell.adjusted is None else vars(cell.adjusted)
    return cell.share.to_dict() | {"adjusted": adjusted}


def _shown(cell: Cell) -> tuple[str, str, str]:
    low, high = cell.interval
    return str(cell.share.games), f"{cell.value:.3f}", f"{low:.3f}..{high:.3f}"


def _written(text: str, path: str | Path | None) -> str:
    if path is not None:
        write_whole(Path(path), text.rstrip("\n") + "\n")
    return text
