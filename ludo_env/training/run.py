"""`train`: self-play, learning, checkpoints and measurements, until the budget is used."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from ludo_env._engine.arguments import is_whole
from ludo_env._engine.errors import LudoError, cut_path, quoted
from ludo_env._engine.game import Game, game_of
from ludo_env._engine.spec import Spec
from ludo_env.agents.net_file import Net, network_for, write_net
from ludo_env.catalogue import load_game
from ludo_env.training.board import writer_of
from ludo_env.training.checkpoint import checkpoint_path, fill, read_plan, write_checkpoint
from ludo_env.training.curve import Point, measure, prepare_measure, write_curve
from ludo_env.training.engines import PlayAll, check_engine, playing_on
from ludo_env.training.learner import ROWS, Learner, first_numbers
from ludo_env.training.plan import HIDDEN, Plan, checkpoint_after
from ludo_env.training.playing import Numbers
from ludo_env.training.rival import rival_of

# Rows of a round in plain Python, which takes a thousand times as long.
_PLAIN_ROWS = 32
# Called with the part of the budget that has been used, the games so far, and a new point if any.
Watch = Callable[[float, int, Point | None], None]


def train(
    game: str | Path | Spec | Mapping[str, Any],
    out: str | Path,
    *,
    minutes: float | None = None,
    games: int | None = None,
    seed: int = 0,
    hidden: tuple[int, int] = HIDDEN,
    against: str = "",
    resume: str | Path | None = None,
    curve: str | Path | None = None,
    tensorboard: str | Path | None = None,
    measured: int = 400,
    engine: str = "inline",
    jobs: int = 1,
    backend: str = "auto",
    trust: bool = False,
    note: str = "",
    watch: Watch | None = None,
) -> list[Point]:
    """Train a network by self-play and write it to a file, for `net:file=FILE.npz`.

    A checkpoint is kept beside the file, from which `resume` goes on. With the same settings, a
    seed gives the same checkpoints up to the one where the learning rate begins to fall; if the
    budget is in `games`, all of them are the same.

    Args:
        game: a name, a file, plain data or a `Spec`.
        out: the file of the network, an `.npz`.
        minutes: the budget in minutes of CPU time, of all processes, measurements included.
        games: the budget in games of self-play.
        seed: the seed of the first weights, the dice, and the order of learning.
        hidden: the sizes of the two hidden layers.
        against: an agent that plays all sides but the first one: the network learns its best
            response, on the seats of the first side. Without it, the network plays all sides.
        resume: a checkpoint to go on from; the seed, the sizes, the rival and the jobs are those of
            the checkpoint.
        curve: a CSV file for the measurements.
        tensorboard: a folder for TensorBoard (needs torch or tensorboardX).
        measured: how many games a measurement plays; 0 for no measurements.
        engine: where games are played: "inline", "process" or "ray"; learning is done here.
        jobs: how many actors play at once; the network depends on their number.
        backend: "auto", "numba" or "python".
        trust: whether a game file may name rules of its own, which are code.
        note: a text that is kept in the file, such as the command that made it.
        watch: a function that is called after each round.

    Returns:
        The points of the learning curve.
    """
    spec, target = load_game(game, trust=trust), Path(out)
    check_engine(engine, jobs)
    plan = Plan(minutes, games, seed, hidden, jobs, against)
    about: dict[str, Any] = {}
    if resume is not None:
        about, known = read_plan(Path(resume))
        plan = replace(known, minutes=minutes, games=games)
    plan.check()
    check_engine(engine, plan.jobs)
    if target.suffix != ".npz" or not target.parent.is_dir():
        raise LudoError(f"{cut_path(target)} is not a file ending in .npz in an existing folder.")
    if not is_whole(measured, 0):
        raise LudoError(f"measured is a whole number from 0, not {quoted(measured)}.")
    played = game_of(spec, backend)
    if played.players < 2:
        raise LudoError(f"{spec.name} has one player; self-play needs at least two.")
    with writer_of(tensorboard) if tensorboard is not None else nullcontext() as board:
        kept = Path(curve) if curve else None
        run = _Run(played, plan, target, measured, kept, board, note, engine != "inline", watch)
        if resume is not None:
            run.spent, run.points = fill(run.learner, Path(resume), about)
        with playing_on(engine, plan.jobs, played, run.network, plan.against) as play:
            return run.go(play)


class _Run:
    """A training run in progress."""

    def __init__(
        self,
        game: Game,
        plan: Plan,
        out: Path,
        measured: int,
        curve: Path | None,
        board: Any,
        note: str,
        elsewhere: bool,
        watch: Watch | None,
    ) -> None:
        self.game, self.plan, self.out = game, plan, out
        self.measured, self.curve, self.board, self.watch = measured, curve, board, watch
        self.note = note
        self.network = network_for(game, plan.hidden)
        self.rival = rival_of(game, plan.against)
        numbers = self._first_numbers()
        self.learner = Learner(game, self.network, numbers, plan.seed, plan.jobs)
        self.points: list[Point] = []
        self.spent = 0.0  # seconds before this run
        self.elsewhere = elsewhere  # actors play in other processes
        self.written = -1  # games at the last checkpoint of this run

    def go(self, play: PlayAll) -> list[Point]:
        """Play and learn until the budget is used; return the curve."""
        learner, plan = self.learner, self.plan
        learner.prepare(self.rival)
        if self.measured:
            prepare_measure(self.game, self.network)
        start = time.process_time() - self.spent
        can_stall = self.game.spec.family.draws
        error = 0.0
        mark, later = checkpoint_after(learner.games, plan.part(learner.games, self.spent))
        rows = _PLAIN_ROWS if self.game.backend == "python" else ROWS
        while (part := plan.part(learner.games, self._seconds(start))) < 1:
            pace = plan.pace(part, can_stall=can_stall)
            error = learner.round(play, pace, rows)
            part = plan.part(learner.games, self._seconds(start))
            point = None
            if learner.games >= mark or part >= later:
                point = self._checkpoint(start, error)
                mark, later = checkpoint_after(learner.games, part)
            if self.watch is not None:
                self.watch(part, learner.games, point)
        if self.written != learner.games:
            last = self._checkpoint(start, error)
            if self.watch is not None:
                self.watch(1.0, learner.games, last)
        return self.points

    def _checkpoint(self, start: float, error: float) -> Point | None:
        """Measure the network, and write it, its checkpoint and its curve."""
        learner, point = self.learner, None
        self.written = learner.games
        if self.measured and not (self.points and self.points[-1].games == learner.games):
            numbers = learner.given()
            net = Net(self.network, numbers, {})
            seed, against = self.plan.seed, self.plan.against
            opponent, wins = measure(self.game, net, self.measured, seed, against)
            seconds = round(self._seconds(start), 1)
            shown = round(error, 6)
            point = Point(learner.games, seconds, shown, opponent, wins, self.measured)
            self.points.append(point)
        about = {
            "command": self.note,
            "seed": self.plan.seed,
            "against": self.plan.against,
            "games": learner.games,
            "cpu_seconds": round(self._seconds(start), 1),
            "curve": [asdict(one) for one in self.points],
        }
        write_net(self.out, self.game, self.network, learner.numbers, about)
        seconds = self._seconds(start)
        write_checkpoint(checkpoint_path(self.out), learner, self.plan, seconds, self.points)
        if point is not None and self.curve:
            write_curve(self.curve, self.points)
        if point is not None and self.board is not None:
            self.board.add_scalar("wins", point.share.share, point.games)
            self.board.add_scalar("error", point.error, point.games)
        return point

    def _first_numbers(self) -> Numbers:
        """Return the weights to begin with: small ones, or those of a rival with these layers."""
        net = self.rival.net if self.rival else None
        if net is None or net.network.shape != self.network.shape:
            return first_numbers(self.network, self.plan.seed)
        return np.array(net.numbers, np.float64)

    def _seconds(self, start: float) -> float:
        """Return the CPU seconds so far: of this process, and of actors in others."""
        elsewhere = self.learner.seconds if self.elsewhere else 0.0
        return time.process_time() - start + elsewhere
