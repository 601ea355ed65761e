"""Loading a solution: read from its file, and compared with the rules of this release."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from ludo_env._engine.arguments import check_flag
from ludo_env._engine.errors import LudoError, cut_path
from ludo_env._engine.game import Game, game_of
from ludo_env._engine.game_data import from_dict
from ludo_env._engine.kernel import ROLL
from ludo_env._engine.solving.codec import Codec
from ludo_env._engine.solving.known_values import KnownValues
from ludo_env._engine.state import Record
from ludo_env.solver.solution import Solution
from ludo_env.solver.solution_file import NUMBERS, read

# How many states are compared with the states that follow, and how exactly.
_COMPARED, _SAME = 50, 1e-9


def load(path: str | Path, *, trust: bool = False, backend: str = "auto") -> Solution:
    """Return the solution of a file that `Solution.save` has written.

    `trust=True` lets the game in the file name rules of your own, which are code. The values of
    some states are compared with those of the states that follow, and a solution that was made with
    other rules is refused.
    """
    check_flag("trust", trust)
    source = Path(path)
    said, keys, values = read(source)
    game = game_of(from_dict(said["spec"], trust=trust), backend)
    ranges = {name: tuple(map(tuple, rows)) for name, rows in said["ranges"].items()}
    if ranges.keys() != game.layout.fields.keys():
        raise _outdated(source)
    codec = Codec(game.layout, ranges, game.plain.machine.derive, said["sorts"], said["turns"])
    if codec.words != keys.shape[1]:
        raise _outdated(source)
    numbers = {name: float(said[name]) for name in NUMBERS}
    known = KnownValues(game, codec, keys, values)
    try:
        error = _largest_difference(known)
    except (LudoError, LookupError, ArithmeticError) as wrong:
        raise _outdated(source) from wrong
    if not error <= _SAME + 4 * numbers["residual"]:
        raise _outdated(source)
    return Solution(known, **numbers)


def _largest_difference(known: KnownValues) -> float:
    """Return the largest difference between values and those of the states that follow."""
    places = np.linspace(0, len(known.keys) - 1, min(_COMPARED, len(known.keys)), dtype=np.int64)
    thrown = [list(_throws(known.game, record)) for record in _records(known, places)]
    following = np.concatenate([record for throws in thrown for record, _ in throws])
    values, _ = known.of(following)
    if (values < 0).any():
        return float("inf")
    shares = np.array([share for throws in thrown for _, share in throws])
    owners = np.repeat(np.arange(len(places)), [len(throws) for throws in thrown])
    means = np.bincount(owners, weights=shares * values)
    return float(np.abs(means - known.values[places]).max())


def _records(
    known: KnownValues, places: np.ndarray[tuple[int], np.dtype[np.int64]]
) -> list[Record]:
    """Return packed states as records."""
    codec, layout, found = known.codec, known.game.layout, []
    unpack, state = codec.unpacking(), layout.unpack(layout.new())
    for place in places:
        words = _Rows([[int(word) for word in known.keys[place]]])
        unpack(state, words, 0, [0] * codec.room, 0)
        record = layout.new()
        layout.pack(state, record)
        found.append(record)
    return found


def _throws(game: Game, record: Record) -> Iterator[tuple[Record, float]]:
    """Yield each state after a throw, with its probability."""
    session = game.session()
    for outcome, share in game.outcomes(record):
        session.load(record)
        session.run(ROLL, outcome)
        yield session.record.copy(), share


class _Rows:
    """Rows of words, read as the loops read them."""

    def __init__(self, rows: list[list[int]]) -> None:
        self._rows = rows

    def __getitem__(self, at: tuple[int, int]) -> int:
        return self._rows[at[0]][at[1]]


def _outdated(source: Path) -> LudoError:
    return LudoError(
        f"{cut_path(source)} was solved by other rules than those of this release; solve it again."
    )
