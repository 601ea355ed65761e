"""Traces of games in Parquet files: writing them in parts, and reading them.

A run writes its games in parts of many games each, and renames a part when it is complete. A
file is untrusted data: its rules must be those of this library, and a game is played through before
any of its states is returned.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from ludo_env._engine.errors import LudoError, SpecError, cut, cut_path, quoted, reason
from ludo_env._engine.spec import Spec
from ludo_env._play.json_file import game_as_data, game_of_data
from ludo_env._version import __version__
from ludo_env.arena.batch_play import Played
from ludo_env.arena.plan import Plan, rules_hash
from ludo_env.arena.trace_table import LAYOUT, schema_of, table_of

TRACES_FOLDER = "traces"
FORMAT, VERSION = "ludo-env traces", 1
_KEY = b"ludo_env"
_PART = "part-{:05}.parquet"
# Games in a part: about 10 MB in memory.
_GAMES = 10_000


def saved_traces(plan: Plan, folder: Path | None) -> TraceWriter | NoTraces:
    """Return the writer of the traces of a run; `NoTraces` if the plan does not want them."""
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
    """Writes the games of a run to a folder, in addition to those in it."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self._plan, self._folder = plan, folder / TRACES_FOLDER
        parquet()  # raises if it is missing, before a game is played
        self._schema = schema_of(plan, _head(plan))
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
        """Return whether the trace of a game was missing at the beginning."""
        return game not in self._known

    def add(self, games: Iterable[Played]) -> None:
        """Add finished games; write them when there are enough for a part."""
        self._waiting += games
        if len(self._waiting) >= _GAMES:
            self.close()

    def close(self) -> None:
        """Write the remaining games."""
        if not self._waiting:
            return
        pq = parquet()
        games = sorted(self._waiting, key=lambda game: game.game)
        table = table_of(self._plan, games, self._schema)
        target = self._folder / _PART.format(self._parts)
        part = target.with_suffix(".writing")
        try:
            pq.write_table(table, part, row_group_size=_GAMES, **LAYOUT)
            part.replace(target)
        except OSError as error:
            with suppress(OSError):
                part.unlink()
            raise LudoError(f"{cut_path(target)} cannot be written: {reason(error)}.") from error
        self._parts += 1
        self._waiting.clear()


def parquet() -> Any:
    """Import `pyarrow.parquet`, or raise a `LudoError`."""
    try:
        import pyarrow.parquet as pq
    except ImportError as error:
        raise LudoError(
            'Traces need pyarrow, which cannot be imported here; `pip install "ludo_env[data]"`.'
        ) from error
    return pq


def part_files(path: Path) -> list[Path]:
    """Return the trace files at a path: the file, or those in a folder or a run's folder."""
    if path.is_file():
        return [path]
    inside = path / TRACES_FOLDER
    return sorted((inside if inside.is_dir() else path).glob("part-*.parquet"))


def read_head(path: Path) -> Mapping[str, Any]:
    """Return the description of the run in a file; raise a `LudoError` for any other file."""
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


def _head(plan: Plan) -> bytes:
    """Return the bytes that identify the run of a file and its game."""
    head = {
        "format": FORMAT,
        "version": VERSION,
        "library": __version__,
        "game": game_as_data(plan.spec),
        "run": plan.identity,
    }
    return json.dumps(head).encode()


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
