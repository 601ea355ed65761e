"""The archive: games of the database as rows for research, and as files."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from typing import Any

from ludo_env._play.table import PERSON
from ludo_env._web.event import Event, Terms
from ludo_env._web.played import OVER, Played
from ludo_env._web.refusal import NOT_NOW, Refusal
from ludo_env._web.worker import replay_of


def row_of(terms: Terms, events: list[Event]) -> dict[str, Any] | None:
    """Return a game as one row: its replay, with player and time of each move; None while it runs.

    Moves that were taken back are left out. The agents of the replay are "human" or agents, as the
    seats had them at the end; `movers` are those who played each move.
    """
    room = Played(terms)
    movers: list[str] = []
    times: list[float] = []
    for event in events:
        if event.kind == "move":
            movers.append(room.agent or PERSON)
            times.append(round(event.at, 3))
        room.take(event)
        del movers[room.table.moves :], times[room.table.moves :]
    if room.waits_for != OVER:
        return None
    sitters = [seat.sitter for seat in room.seats]
    start = room.table.start
    replay = replay_of(terms.spec, terms.seed, list(room.table.actions), sitters, start)
    return {
        "id": terms.id,
        "name": terms.spec.name,
        "made": round(terms.made, 3),
        "ended": round(room.ended, 3),
        "names": [seat.name for seat in room.seats],
        "movers": movers,
        "times": times,
        "replay": replay,
    }


def as_lines(rows: Iterable[dict[str, Any]]) -> bytes:
    """Return rows as JSON lines; the value of `replay` is the content of a replay file."""
    head = {"format": "ludo-env replay", "version": 1}
    return b"".join(
        json.dumps({**row, "replay": {**head, **row["replay"]}}).encode() + b"\n" for row in rows
    )


def as_parquet(rows: Iterable[dict[str, Any]]) -> bytes:
    """Return rows as a Parquet file; the game and the seed are strings."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise Refusal(
            NOT_NOW, "Parquet needs pyarrow: pip install 'ludo_env[data]' on the server."
        ) from error
    flat = [
        {
            **{name: value for name, value in row.items() if name != "replay"},
            "game": json.dumps(row["replay"]["game"]),
            "seed": str(row["replay"]["seed"]),
            "dice": row["replay"]["dice"],
            "actions": row["replay"]["actions"],
            "players": row["replay"]["agents"],
            "end": row["replay"]["result"]["end"],
            "returns": row["replay"]["result"]["returns"],
            "library": row["replay"]["library"],
        }
        for row in rows
    ]
    numbers, texts = pa.list_(pa.int64()), pa.list_(pa.string())
    kinds = {
        "id": pa.string(), "name": pa.string(), "made": pa.float64(), "ended": pa.float64(),
        "names": texts, "movers": texts, "times": pa.list_(pa.float64()), "game": pa.string(),
        "seed": pa.string(), "dice": numbers, "actions": numbers, "players": texts,
        "end": pa.string(), "returns": pa.list_(pa.float64()), "library": pa.string(),
    }  # fmt: skip
    buffer = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(flat, pa.schema(kinds.items())), buffer)
    return buffer.getvalue()
