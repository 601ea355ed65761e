"""A solution: the value of every state before a throw, and of all others by what follows."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.arguments import check_flag, number_of
from ludo_env._engine.errors import IllegalActionError, LudoError, StateError, cut, cut_path
from ludo_env._engine.family import DECIDE, OVER
from ludo_env._engine.game import Game, game_of
from ludo_env._engine.game_data import from_dict
from ludo_env._engine.kernel import PLAY, ROLL
from ludo_env._engine.notation import listed
from ludo_env._engine.solving.codec import Codec
from ludo_env._engine.state import Record
from ludo_env._engine.state_check import checked
from ludo_env._engine.whole_file import reason_of
from ludo_env._version import __version__

_FORMAT = 1
_NUMBERS = ("start", "residual", "tolerance", "finished")
# Throws and decisions that can follow each other before a state that is kept.
_DEEPEST = 12
# States of a file whose values are compared with those of the states that follow, and how exactly.
_COMPARED, _SAME = 50, 1e-9


class Solution:
    """The win probability of every state of a game that play can reach.

    states: how many there are before a throw, and finished games. States that have the same value
        for certain (pieces in another order, players exchanged) count once.
    finished: how many of them are finished games, which differ in result or pieces. Their
        values are not kept.
    start: the win probability of the first player, before anything is thrown.
    residual: every value is within this of the exact one. It is half the largest gap between a
        lower and an upper bound, both of which hold in spite of rounding.
    """

    def __init__(
        self,
        game: Game,
        codec: Codec,
        keys: npt.NDArray[np.int64],
        values: npt.NDArray[np.float64],
        **numbers: float,
    ) -> None:
        self.game, self.spec = game, game.spec
        self.start, self.residual = numbers["start"], numbers["residual"]
        self.tolerance, self.finished = numbers["tolerance"], int(numbers["finished"])
        self._codec, self._keys, self._values = codec, keys, values
        self._pack = codec.packing()
        self._pack_turned = codec.packing(turned=codec.turns)

    def __repr__(self) -> str:
        return (
            f"<Solution of {self.spec.name!r}: {self.states:,} states, the first player wins "
            f"{100 * self.start:.10f} %>"
        )

    @property
    def states(self) -> int:
        """The number of states before a throw, and of finished games."""
        return len(self._values) + self.finished

    def value(self, record: Record) -> float:
        """Return the win probability of the player to act, with the dice as the record has them."""
        return self._for_actor(checked(self.game, record), self._value(record, 0))

    def action_values(self, record: Record) -> dict[int, float]:
        """Return the win probability of the player to act after each legal action."""
        checked(self.game, record, chance=False)
        session = self.game.session()
        session.load(record)
        actions: list[int] = np.flatnonzero(session.mask).tolist()
        if not actions:
            raise StateError("In this state nobody is to act: the game is over.")
        return {
            action: self._for_actor(record, self._after(record, PLAY, action, 0))
            for action in actions
        }

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

    def save(self, path: str | Path) -> None:
        """Write the solution to one file, which `load` reads."""
        codec, target = self._codec, Path(path)
        said = {
            "format": _FORMAT, "version": __version__, "spec": self.spec.to_dict(),
            "ranges": codec.ranges, "sorts": codec.sorts, "turns": codec.turns,
            "start": self.start, "residual": self.residual, "tolerance": self.tolerance,
            "finished": self.finished,
        }  # fmt: skip
        part = target.with_name(f".{target.name}.part")
        try:
            with part.open("wb") as file:
                np.savez(
                    file, about=np.array(json.dumps(said)), keys=self._keys, values=self._values
                )
            part.replace(target)
        except OSError as error:
            raise LudoError(f"{cut_path(target)} cannot be written: {reason_of(error)}.") from error

    @classmethod
    def load(cls, path: str | Path, *, trust: bool = False, backend: str = "auto") -> Solution:
        """Return the solution of a file; see `ludo_env.solver.load`."""
        return load(path, trust=trust, backend=backend)

    def _value(self, record: Record, depth: int) -> float:
        """Return the win probability of player 0."""
        phase = int(record["phase"][0])
        if phase >= OVER:
            first, second = self.game.returns(record)
            return 0.5 * (1 + (first > 0) - (second > 0))
        kept = self._kept(record)
        if kept is not None:
            return kept
        if depth == _DEEPEST:
            raise self._unreachable(record)
        if phase < DECIDE:
            outcomes = self.game.outcomes(record)
            return sum(
                share * self._after(record, ROLL, outcome, depth + 1) for outcome, share in outcomes
            )
        session = self.game.session()
        session.load(record)
        actions = np.flatnonzero(session.mask).tolist()
        best = max if int(record["seat"][0]) == 0 else min
        return best(self._after(record, PLAY, action, depth + 1) for action in actions)

    def _after(self, record: Record, what: int, number: int, depth: int) -> float:
        """Return the win probability of player 0 after an action or an outcome."""
        session = self.game.session()
        session.load(record)
        session.run(what, number)
        after = session.record.copy()
        if what == PLAY and int(after["phase"][0]) < DECIDE:
            kept = self._kept(after)
            if kept is None:
                raise self._unreachable(record)
            return kept
        return self._value(after, depth)

    def _kept(self, record: Record) -> float | None:
        """Return the value of a state that is kept; None of others."""
        codec = self._codec
        turned = codec.turns and int(record["seat"][0]) == 1
        pack = self._pack_turned if turned else self._pack
        key = np.zeros((1, codec.words), np.int64)
        if pack(self.game.layout.unpack(record), key, 0, [0] * codec.room):
            return None
        first, end = 0, len(self._values)
        for word in range(codec.words):
            column = self._keys[first:end, word]
            end = first + int(np.searchsorted(column, key[0, word], "right"))
            first += int(np.searchsorted(column, key[0, word], "left"))
        if first == end:
            return None
        value = float(self._values[first])
        return 1.0 - value if turned else value

    def _for_actor(self, record: Record, value: float) -> float:
        return value if int(record["seat"][0]) == 0 else 1.0 - value

    def _unreachable(self, record: Record) -> LudoError:
        return LudoError(
            f"The solution has no value of this state, which play from the start cannot reach; "
            f"position: {self.game.position(record)}"
        )


def load(path: str | Path, *, trust: bool = False, backend: str = "auto") -> Solution:
    """Return the solution of a file that `Solution.save` has written.

    `trust=True` lets the game in the file name rules of your own, which are code. Values of some
    states are compared with those of the states that follow: a solution by other rules is refused.
    """
    check_flag("trust", trust)
    source = Path(path)
    try:
        with np.load(source, allow_pickle=False) as file:
            said: dict[str, Any] = json.loads(str(file["about"]))
            keys, values = file["keys"], file["values"]
    except OSError as error:
        raise LudoError(f"{cut_path(source)} cannot be read: {reason_of(error)}.") from error
    except (ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
        raise _not_one(source) from error
    if said.get("format") != _FORMAT or keys.ndim != 2 or values.shape != keys.shape[:1]:
        raise _not_one(source)
    game = game_of(from_dict(said["spec"], trust=trust), backend)
    ranges = {name: tuple(map(tuple, rows)) for name, rows in said["ranges"].items()}
    if ranges.keys() != game.layout.fields.keys():
        raise _outdated(source)
    derive = game.plain.machine.derive
    codec = Codec(game.layout, ranges, derive, said["sorts"], said["turns"])
    if codec.words != keys.shape[1]:
        raise _outdated(source)
    numbers = {name: float(said[name]) for name in _NUMBERS}
    solution = Solution(game, codec, keys, values, **numbers)
    _compare(solution, source)
    return solution


def _compare(solution: Solution, source: Path) -> None:
    """Compare the values of some states with those of the states that follow."""
    game, codec, keys = solution.game, solution._codec, solution._keys
    unpack, state = codec.unpacking(), game.layout.unpack(game.layout.new())
    for at in np.linspace(0, len(keys) - 1, min(_COMPARED, len(keys)), dtype=np.int64):
        words = [[int(word) for word in keys[at]]]
        try:
            unpack(state, _Rows(words), 0, [0] * codec.room, 0)
            record = game.layout.new()
            game.layout.pack(state, record)
            outcomes = game.outcomes(record)
            mean = sum(share * solution._after(record, ROLL, one, 0) for one, share in outcomes)
        except (LudoError, LookupError, ArithmeticError) as error:
            raise _outdated(source) from error
        if outcomes and abs(mean - float(solution._values[at])) > _SAME + 4 * solution.residual:
            raise _outdated(source)


class _Rows:
    """Rows of words, read as the loops read them."""

    def __init__(self, rows: list[list[int]]) -> None:
        self._rows = rows

    def __getitem__(self, at: tuple[int, int]) -> int:
        return self._rows[at[0]][at[1]]


def _not_one(source: Path) -> LudoError:
    return LudoError(f"{cut_path(source)} is not a file of a solution.")


def _outdated(source: Path) -> LudoError:
    return LudoError(
        f"{cut_path(source)} was solved by other rules than those of this release; solve it again."
    )
