"""Traces of games in Parquet files: the parts that a run writes, and how a game is read again.

A run writes its games in parts, many games in each, and a part takes its place when it is whole. A
file is untrusted data: its rules must be those of this library, and a game is played through before
any of its states is given away.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from ludo_env._engine.errors import LudoError, SpecError, cut, cut_path, quoted, reason
from ludo_env._engine.game import game_of
from ludo_env._engine.spec import Spec
from ludo_env._play.json_file import game_as_data, game_of_data
from ludo_env._version import __version__
from ludo_env.arena.batch_play import Played
from ludo_env.arena.plan import Plan, rules_hash
from ludo_env.arena.trace import dice_of

TRACES_FOLDER = "traces"
FORMAT, VERSION = "ludo-env traces", 1
_KEY = b"ludo_env"
_PART = "part-{:05}.parquet"
_LONG = ("dice", "actions")  # lists of hundreds of numbers
# Games of a part: some 10 MB in memory.
_GAMES = 10_000
_LARGEST_SEED = 2**63 - 1


def saved_traces(plan: Plan, folder: Path | None) -> TraceWriter | NoTraces:
    """Return what saves the traces of a run: nothing, if the plan does not ask for them."""
    return TraceWriter(plan, folder) if plan.traces and folder is not None else NoTraces()


class NoTraces:
    """Saves nothing."""

    def lacks(self, game: int) -> bool:
        """Return False: no trace is wanted."""
        return False

    def add(self, games: Iterable[Played]) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


class TraceWriter:
    """Writes the games of a run to a folder, beside those that are there."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self._plan, self._folder = plan, folder / TRACES_FOLDER
        self._schema = _schema(plan)
        self._waiting: list[Played] = []
        self._known: set[int] = set()
        self._parts = 0
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LudoError(f"{cut_path(self._folder)} cannot be written: {error}.") from error
        for path in part_files(self._folder):
            _check_run(path, read_head(path), plan)
            self._known.update(_column(path, "game"))
            self._parts = max(self._parts, int(path.stem.rpartition("-")[2]) + 1)

    def lacks(self, game: int) -> bool:
        """Return whether the trace of a game was not there at the beginning."""
        return game not in self._known

    def add(self, games: Iterable[Played]) -> None:
        """Take finished games; write them when there are enough for a part."""
        self._waiting += games
        if len(self._waiting) >= _GAMES:
            self.close()

    def close(self) -> None:
        """Write the games that wait."""
        if not self._waiting:
            return
        pq = parquet()
        target = self._folder / _PART.format(self._parts)
        part = target.with_suffix(".writing")
        try:
            pq.write_table(
                self._table(), part, compression="zstd", row_group_size=_GAMES,
                # Lists of small numbers: what is packed in a few bits needs no statistics.
                use_dictionary=True, write_statistics=["game"],
            )  # fmt: skip
            part.replace(target)
        except OSError as error:
            with suppress(OSError):
                part.unlink()
            raise LudoError(f"{cut_path(target)} cannot be written: {reason(error)}.") from error
        self._parts += 1
        self._waiting.clear()

    def _table(self) -> Any:
        """Return the games that wait as a table, in ascending order."""
        import pyarrow as pa

        plan, games = self._plan, sorted(self._waiting, key=lambda game: game.game)
        seed = plan.seed if plan.seed <= _LARGEST_SEED else None
        streams = [plan.block(game.game) for game in games]
        traces = [game.trace for game in games if game.trace is not None]
        game = game_of(plan.spec, "python")
        columns: dict[str, Any] = {
            "game": [game.game for game in games],
            "seed": [seed] * len(games),
            "number": streams,
            "agents": [[plan.names[agent] for agent in game.seating] for game in games],
            "winners": [game.winners for game in games],
            "returns": [game.returns for game in games],
            "length": [sum(game.decisions) for game in games],
            "dice": dice_of(game, plan.seed, streams, traces),
            "actions": [trace.actions for trace in traces],
        }
        arrays = [
            _list_array(columns[part.name], part.type)
            if part.name in _LONG
            else pa.array(columns[part.name], part.type)
            for part in self._schema
        ]
        return pa.Table.from_arrays(arrays, schema=self._schema)


def parquet() -> Any:
    """Import `pyarrow.parquet`, or raise an error of one sentence."""
    try:
        import pyarrow.parquet as pq
    except ImportError as error:
        raise LudoError(
            'Traces need pyarrow, which cannot be imported here; `pip install "ludo_env[data]"`.'
        ) from error
    return pq


def part_files(path: Path) -> list[Path]:
    """Return the files of traces at a path: itself, those in it, or those of a run's folder."""
    if path.is_file():
        return [path]
    inside = path / TRACES_FOLDER
    return sorted((inside if inside.is_dir() else path).glob("part-*.parquet"))


def read_head(path: Path) -> Mapping[str, Any]:
    """Return what a file says of its run; raise a `LudoError` on any other file."""
    pq = parquet()
    try:
        found = (pq.read_schema(path).metadata or {}).get(_KEY)
        head = json.loads(found) if found is not None else None
    except (OSError, ValueError, RecursionError) as error:
        raise LudoError(f"{cut_path(path)} is not a Parquet file: {reason(error)}.") from error
    if not isinstance(head, Mapping) or head.get("format") != FORMAT:
        raise LudoError(f"{cut_path(path)} has no traces of ludo-env.")
    if head.get("version") != VERSION:
        raise LudoError(f"{cut_path(path)} was written by another version of ludo-env.")
    return head


def spec_of_head(path: Path, head: Mapping[str, Any], *, trust: bool) -> Spec:
    """Return the game of a file; refuse one whose rules are not those of this library."""
    try:
        spec = game_of_data(head.get("game"), trust=trust)
    except SpecError as error:
        raise LudoError(f"{cut_path(path)} holds an unknown game: {error}") from error
    run = head.get("run")
    said = run.get("rules") if isinstance(run, Mapping) else None
    if said != rules_hash(spec):
        raise LudoError(
            f"{cut_path(path)} was written with other rules of {spec.name} (by ludo-env "
            f"{cut(str(head.get('library')))}); its games cannot be played through with these."
        )
    return spec


def _schema(plan: Plan) -> Any:
    """Return the columns of a file, and what identifies its run."""
    parquet()
    import pyarrow as pa

    actions = pa.uint8() if plan.spec.actions <= 256 else pa.uint16()
    head = {
        "format": FORMAT,
        "version": VERSION,
        "library": __version__,
        "game": game_as_data(plan.spec),
        "run": plan.identity,
    }
    return pa.schema(
        [
            ("game", pa.int64()),
            ("seed", pa.int64()),
            ("number", pa.int64()),
            ("agents", pa.list_(pa.string())),
            ("winners", pa.list_(pa.uint8())),
            ("returns", pa.list_(pa.int32())),
            ("length", pa.int32()),
            ("dice", pa.list_(pa.int32())),
            ("actions", pa.list_(actions)),
        ],
        metadata={_KEY: json.dumps(head)},
    )


def _list_array(rows: Sequence[Any], kind: Any) -> Any:
    """Return arrays of numbers as one array of lists."""
    import numpy as np
    import pyarrow as pa

    ends = np.cumsum([0, *map(len, rows)]).astype(np.int32)
    flat = np.concatenate(rows) if len(rows) else np.zeros(0)
    values = pa.array(flat.astype(kind.value_type.to_pandas_dtype()))
    return pa.ListArray.from_arrays(pa.array(ends), values)


def _column(path: Path, name: str) -> list[int]:
    found: list[int] = parquet().read_table(path, columns=[name])[name].to_pylist()
    return found


def _check_run(path: Path, head: Mapping[str, Any], plan: Plan) -> None:
    """Refuse a file of another run."""
    said = head.get("run")
    for name, value in plan.identity.items():
        found = said.get(name) if isinstance(said, Mapping) else None
        if found != value:
            raise LudoError(
                f"{cut_path(path)} is of another run: its {name} is {quoted(found)}, not "
                f"{quoted(value)}; choose another folder."
            )
