"""Games with their traces as a Parquet table: the columns, and the values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludo_env._engine.game import game_of
from ludo_env.arena.batch_play import Played
from ludo_env.arena.plan import Plan
from ludo_env.arena.trace import dice_of

_LARGEST_SEED = 2**63 - 1
_LONG = ("dice", "actions")  # lists of hundreds of small numbers
# The encoding of a table. Differences of small numbers take a few bits each, and are encoded twice
# as fast as with a dictionary; only names, which repeat, have a dictionary.
LAYOUT: dict[str, Any] = {
    "compression": "zstd",
    "use_compliant_nested_type": True,
    "use_dictionary": ["agents.list.element"],
    "column_encoding": {f"{name}.list.element": "DELTA_BINARY_PACKED" for name in _LONG},
    "write_statistics": ["game"],
}


def schema_of(plan: Plan, head: bytes) -> Any:
    """Return the columns of a table; `head` identifies the run."""
    import pyarrow as pa

    actions = pa.uint8() if plan.spec.actions <= 256 else pa.uint16()
    columns = [
        ("game", pa.int64()),
        ("seed", pa.int64()),
        ("number", pa.int64()),
        ("agents", pa.list_(pa.string())),
        ("winners", pa.list_(pa.uint8())),
        ("returns", pa.list_(pa.int32())),
        ("length", pa.int32()),
        ("dice", pa.list_(pa.int32())),
        ("actions", pa.list_(actions)),
    ]
    return pa.schema(columns, metadata={b"ludo_env": head})


def table_of(plan: Plan, games: Sequence[Played], schema: Any) -> Any:
    """Return games with traces as a table."""
    import pyarrow as pa

    seed = plan.seed if plan.seed <= _LARGEST_SEED else None
    streams = [plan.block(game.game) for game in games]
    traces = [game.trace for game in games if game.trace is not None]
    seating = np.array([game.seating for game in games])
    agents = pa.array(plan.names).take(pa.array(seating.ravel()))
    lists = {
        "agents": (agents, [plan.spec.players] * len(games)),
        "winners": _joined([np.array(game.winners, np.uint8) for game in games]),
        "returns": _joined([np.array(game.returns, np.int32) for game in games]),
        "dice": _joined(dice_of(game_of(plan.spec, "python"), plan.seed, streams, traces)),
        "actions": _joined([trace.actions for trace in traces]),
    }
    values = {
        "game": [game.game for game in games],
        "seed": [seed] * len(games),
        "number": streams,
        "length": [sum(game.decisions) for game in games],
    }
    arrays = [
        _lists(*lists[column.name], column.type.value_type)
        if column.name in lists
        else pa.array(values[column.name], column.type)
        for column in schema
    ]
    return pa.Table.from_arrays(arrays, schema=schema)


def _joined(rows: Sequence[Any]) -> tuple[Any, list[int]]:
    """Return all numbers in some rows, and the lengths of the rows."""
    return np.concatenate(rows), list(map(len, rows))


def _lists(flat: Any, lengths: Sequence[int], kind: Any) -> Any:
    """Return values as an array of lists of these lengths."""
    import pyarrow as pa

    ends = np.cumsum([0, *lengths], dtype=np.int32)
    return pa.ListArray.from_arrays(pa.array(ends), pa.array(flat).cast(kind))
