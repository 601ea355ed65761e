"""Files of positions: JSON lines, or Parquet with the same columns.

A file is untrusted data: every line is checked against the rules before any is used.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ludo_env._engine.arguments import is_real, is_whole
from ludo_env._engine.effects import Decision
from ludo_env._engine.errors import LudoError, SpecError, cut_path, quoted, reason
from ludo_env._engine.game import Game, game_of
from ludo_env._engine.whole_file import write_whole
from ludo_env._play.json_file import game_as_data, game_of_data
from ludo_env._version import __version__
from ludo_env.arena.plan import rules_hash
from ludo_env.quiz.positions import Position, PositionSet

FORMAT, VERSION = "ludo-env positions", 1
COLUMNS = ("number", "position", "category", "actions", "words", "chances", "errors", "playouts")
_LISTS = COLUMNS[3:]
_KEY = b"ludo_env"
_MOST_BYTES = 200_000_000
_LARGEST = 2**53
# The set that comes with the library.
OWN = Path(__file__).parents[1] / "data" / "positions" / "ludo.jsonl"


def load_positions(path: str | Path | None = None, *, trust: bool = False) -> PositionSet:
    """Return the positions of a file, `.jsonl` or `.parquet`; without one, those of the library.

    A file that was written with other rules of its game is refused. `trust=True` lets it name rules
    of your own, which are code.
    """
    source = OWN if path is None else Path(path)
    head, rows = (_parquet_rows if source.suffix == ".parquet" else _lines)(source)
    return _checked(source, head, rows, trust=trust)


def save_positions(found: PositionSet, path: str | Path) -> None:
    """Write positions to a file: as Parquet if its name ends so, else as JSON lines."""
    target = Path(path)
    if target.suffix == ".parquet":
        _write_parquet(found, target)
        return
    lines = [json.dumps(_head(found)), *(json.dumps(_row(one)) for one in found)]
    write_whole(target, "\n".join(lines) + "\n")


def begun_set(wanted: PositionSet, path: str | Path) -> PositionSet:
    """Return the positions that a file already has; refuse a file that was made in another way."""
    target = Path(path)
    if not target.exists():
        return wanted
    found = load_positions(target)
    for name in ("by", "seed", "within"):
        if getattr(found, name) != getattr(wanted, name):
            raise LudoError(
                f"{cut_path(target)} has other positions: its {name} is "
                f"{quoted(getattr(found, name))}, not {quoted(getattr(wanted, name))}; choose "
                f"another file."
            )
    if found.spec != wanted.spec:
        raise LudoError(f"{cut_path(target)} has positions of another game; choose another file.")
    return found


def _head(found: PositionSet) -> dict[str, Any]:
    return {
        "format": FORMAT, "version": VERSION, "library": __version__,
        "game": game_as_data(found.spec), "rules": rules_hash(found.spec), "by": found.by,
        "seed": found.seed, "within": found.within, "positions": len(found),
    }  # fmt: skip


def _row(one: Position) -> dict[str, Any]:
    return {name: getattr(one, name) for name in COLUMNS}


def _lines(source: Path) -> tuple[Any, Iterator[Any]]:
    """Return the head of a file of JSON lines, and its rows."""
    try:
        if source.stat().st_size > _MOST_BYTES:
            raise LudoError(f"{cut_path(source)} is larger than {_MOST_BYTES} bytes.")
        texts = source.read_text("utf-8").splitlines()
        head, *rows = [json.loads(text) for text in texts if text.strip()] or [None]
    except OSError as error:
        raise LudoError(f"{cut_path(source)} cannot be read: {reason(error)}.") from error
    except (ValueError, RecursionError) as error:
        raise LudoError(f"{cut_path(source)} has no positions: it is not JSON lines.") from error
    return head, iter(rows)


def _parquet_rows(source: Path) -> tuple[Any, Iterator[Any]]:
    """Return the head of a Parquet file, and its rows."""
    try:
        table = _parquet().read_table(source)
        head = json.loads((table.schema.metadata or {}).get(_KEY, b"null"))
        rows = table.to_pylist()
    except (OSError, ValueError, RecursionError) as error:
        raise LudoError(f"{cut_path(source)} cannot be read: {reason(error)}.") from error
    return head, iter(rows)


def _write_parquet(found: PositionSet, target: Path) -> None:
    pq = _parquet()
    import pyarrow as pa

    kinds = (
        pa.int64(), pa.string(), pa.string(), pa.list_(pa.int32()), pa.list_(pa.string()),
        pa.list_(pa.float64()), pa.list_(pa.float64()), pa.list_(pa.int64()),
    )  # fmt: skip
    schema = pa.schema(zip(COLUMNS, kinds, strict=True), {_KEY: json.dumps(_head(found)).encode()})
    rows = [{name: _listed(value) for name, value in _row(one).items()} for one in found]
    try:
        pq.write_table(pa.Table.from_pylist(rows, schema), target, compression="zstd")
    except OSError as error:
        raise LudoError(f"{cut_path(target)} cannot be written: {reason(error)}.") from error


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _parquet() -> Any:
    try:
        import pyarrow.parquet as pq
    except ImportError as error:
        raise LudoError(
            'Parquet needs pyarrow, which cannot be imported here; `pip install "ludo_env[data]"`, '
            "or take JSON lines."
        ) from error
    return pq


def _checked(source: Path, head: Any, rows: Iterator[Any], *, trust: bool) -> PositionSet:
    """Return the positions of a file; a `LudoError` names the first row that cannot be right."""
    name = cut_path(source)
    if not isinstance(head, Mapping) or head.get("format") != FORMAT:
        raise LudoError(f"{name} has no positions of ludo-env.")
    if head.get("version") != VERSION:
        raise LudoError(f"{name} was written by another version of ludo-env.")
    try:
        spec = game_of_data(head.get("game"), trust=trust)
    except SpecError as error:
        raise LudoError(f"{name} holds an unknown game: {error}") from error
    if head.get("rules") != rules_hash(spec):
        raise LudoError(f"{name} was written with other rules of {spec.name}.")
    by, seed, within = (head.get(key) for key in ("by", "seed", "within"))
    if not isinstance(by, str) or not is_whole(seed, 0) or not is_real(within):
        raise LudoError(f"{name} does not say how its positions were made: by, seed, within.")
    game, found = game_of(spec, "python"), []
    for place, row in enumerate(rows):
        found.append(_sound(game, row, place, name))
    return PositionSet(spec, by, int(seed), float(within), tuple(found))


def _sound(game: Game, row: Any, place: int, name: str) -> Position:
    try:
        return _position(game, row, place)
    except (LudoError, ValueError, TypeError, KeyError) as error:
        raise LudoError(f"Position {place} of {name} is wrong: {reason(error)}") from error


def _position(game: Game, row: Any, place: int) -> Position:
    """Return the position of a row; raise an error on one that the game cannot have."""
    if not isinstance(row, Mapping) or not set(COLUMNS) <= set(row):
        raise ValueError(f"it is not an object with {', '.join(COLUMNS)}.")
    if row["number"] != place:
        raise ValueError(f"its number is {quoted(row['number'])}, not {place}.")
    if not all(isinstance(row[key], str) for key in ("position", "category")):
        raise ValueError("its position and its category are not texts.")
    record, _ = game.read(row["position"])
    legal = Decision(game, record).legal
    if not legal or row["actions"] != legal:
        raise ValueError(f"its actions are {quoted(row['actions'])}, and {legal} are legal.")
    for key in _LISTS:
        if not isinstance(row[key], list) or len(row[key]) != len(legal):
            raise ValueError(f"its {key} is not a list with a place for each action.")
    if not all(isinstance(word, str) for word in row["words"]):
        raise ValueError("its words are not texts.")
    if not all(is_real(chance) and 0 <= chance <= 1 for chance in row["chances"]):
        raise ValueError("its chances are not numbers from 0 to 1.")
    if not all(is_real(one) and math.isfinite(one) and one >= 0 for one in row["errors"]):
        raise ValueError("its errors are not numbers from 0.")
    if not all(is_whole(count, 0, _LARGEST) for count in row["playouts"]):
        raise ValueError("its playouts are not whole numbers from 0.")
    chances, errors = (tuple(np.array(row[key], float).tolist()) for key in ("chances", "errors"))
    return Position(
        place, row["position"], row["category"], tuple(legal), tuple(row["words"]), chances,
        errors, tuple(row["playouts"]),
    )  # fmt: skip
