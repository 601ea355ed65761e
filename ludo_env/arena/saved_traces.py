"""Traces of games that a run has saved: `load_traces("runs/first")` yields them one by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy.typing as npt

from ludo_env._engine.errors import LudoError, cut_path, reason
from ludo_env._engine.game import game_of
from ludo_env._engine.spec import Spec
from ludo_env._engine.state import Record
from ludo_env._play.replay import Replay, result_of
from ludo_env._play.walkthrough import Recorded, Walk
from ludo_env.arena.trace_files import parquet, part_files, read_head, spec_of_head

_MOST_PASSES = 10_000  # in a row, in a game of an arena
_TOGETHER = 1_000  # games read at once
_PLAIN = ("game", "seed", "number", "agents", "winners", "returns", "length")
# Errors that reading a damaged file can raise, including those of pyarrow.
_WRONG = (OSError, ValueError, LookupError, TypeError, AttributeError, NotImplementedError)


@dataclass(frozen=True, eq=False)
class GameTrace:
    """A game of a run: the agents, their actions, and the outcomes of chance."""

    spec: Spec
    game: int  # its number in the run
    seed: int | None  # of the run; None for seeds of more than 63 bits
    number: int  # the chance stream of the seed
    agents: tuple[str, ...]  # of each seat
    winners: tuple[int, ...]  # the seats that won
    returns: tuple[int, ...]  # of each seat
    length: int  # decisions, forced passes not counted
    dice: npt.NDArray[Any]  # the outcome of each chance event, as in replays
    actions: npt.NDArray[Any]  # of all decisions

    def states(self) -> Iterator[tuple[Record, int]]:
        """Yield the state at each decision with the action taken, and the last state with -1.

        The states are computed from the rules; raise a `LudoError` if the game does not fit them.
        """
        for walk, action in self._walks():
            yield walk.record, action

    def replay(self) -> Replay:
        """Return the game as a replay, which can be shown, saved and filmed."""
        *_, (walk, _) = self._walks()
        return Replay(
            self.spec, self.seed, self.number, "", tuple(walk.dice), tuple(walk.actions),
            self.agents, result_of(walk.game, walk.record),
        )  # fmt: skip

    def _walks(self) -> Iterator[tuple[Walk, int]]:
        """Yield the walk through the game at each decision, and at the end with -1."""
        chance, walk = Recorded(self.dice.tolist()), None
        try:
            walk = Walk(game_of(self.spec, "python"), chance)
            for action in self.actions.tolist():
                _pass(walk)
                yield walk, action
                walk.play(action)
            _pass(walk)
            returns = tuple(map(int, walk.game.returns(walk.record)))
            if chance.left or returns != self.returns:
                raise LudoError("it does not end as the file says.")
        except LudoError as error:
            move = 0 if walk is None else len(walk.actions)
            raise LudoError(f"Game {self.game}, move {move}: {error}") from error
        yield walk, -1


class Traces:
    """The games of a run in the order of the file; iterate, or get one by its number."""

    def __init__(self, path: str | Path, *, trust: bool = False) -> None:
        self.path = Path(path)
        self._files = part_files(self.path)
        if not self._files:
            raise LudoError(
                f"{cut_path(self.path)} has no traces; --traces of an arena saves them."
            )
        heads = [read_head(file) for file in self._files]
        self.spec = spec_of_head(self._files[0], heads[0], trust=trust)
        if any(head.get("run") != heads[0].get("run") for head in heads):
            raise LudoError(f"{cut_path(self.path)} has traces of several runs; give one file.")

    def __len__(self) -> int:
        return sum(self._opened(file).metadata.num_rows for file in self._files)

    def __iter__(self) -> Iterator[GameTrace]:
        for file in self._files:
            for batch in self._opened(file).iter_batches(_TOGETHER):
                yield from self._games(batch, file)

    def game(self, number: int) -> GameTrace:
        """Return the game with this number in its run."""
        for file in self._files:
            try:
                found = parquet().read_table(file, filters=[("game", "==", number)])
            except _WRONG as error:
                raise _damaged(file, error) from error
            for batch in found.to_batches():
                for game in self._games(batch, file):
                    return game
        raise LudoError(f"{cut_path(self.path)} has no game {number}.")

    def _opened(self, file: Path) -> Any:
        try:
            return parquet().ParquetFile(file)
        except _WRONG as error:
            raise _damaged(file, error) from error

    def _games(self, batch: Any, file: Path) -> Iterator[GameTrace]:
        """Yield the games of some rows."""
        try:
            plain = [batch[name].to_pylist() for name in _PLAIN]
            arrays = [_arrays(batch[name]) for name in ("dice", "actions")]
            for row, values in enumerate(zip(*plain, strict=True)):
                game, seed, number, agents, winners, returns, length = values
                dice, actions = (column[row] for column in arrays)
                if length != len(actions) or len(agents) != self.spec.players:
                    raise ValueError(f"the lists of game {game} are not of its length")
                yield GameTrace(
                    self.spec, game, seed, number, tuple(agents), tuple(winners), tuple(returns),
                    length, dice, actions,
                )  # fmt: skip
        except _WRONG as error:
            raise _damaged(file, error) from error


def load_traces(path: str | Path, *, trust: bool = False) -> Traces:
    """Return the games that a run has saved, from its folder or from one Parquet file.

    A file written with other rules of its game is refused. `trust=True` allows the file to name
    your own rules, which are code.
    """
    return Traces(path, trust=trust)


def _pass(walk: Walk) -> None:
    """Play the forced passes, which do not count as decisions."""
    for _ in range(_MOST_PASSES):
        if not walk.must_pass:
            return
        walk.play(walk.game.pass_action)


def _arrays(column: Any) -> list[npt.NDArray[Any]]:
    """Return a column of lists as an array for each row."""
    ends = column.offsets.to_numpy()
    flat = column.values.to_numpy()
    return [flat[start:end] for start, end in pairwise(ends.tolist())]


def _damaged(file: Path, error: Exception) -> LudoError:
    return LudoError(f"{cut_path(file)} is damaged: {reason(error)}.")
