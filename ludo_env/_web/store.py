"""The database of games: SQLite in WAL mode, one row for each game and one for each event.

An event is committed before anybody sees it. A commit survives the end of the process at any
moment; after a loss of power the last moments may be missing, but the file is whole.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ludo_env._engine.errors import LudoError, cut_path
from ludo_env._play.json_file import game_as_data, game_of_data
from ludo_env._play.replay import result_of
from ludo_env._version import __version__
from ludo_env._web.event import Event, Terms
from ludo_env._web.refusal import BUSY, Refusal
from ludo_env._web.room import Room
from ludo_env._web.seat import Seat

VERSION = 1  # of the tables
_TABLES = """
CREATE TABLE games (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, game TEXT NOT NULL, seed TEXT NOT NULL,
    seats TEXT NOT NULL, host TEXT NOT NULL, watch TEXT NOT NULL, before TEXT NOT NULL,
    library TEXT NOT NULL, made REAL NOT NULL, changed REAL NOT NULL, ended REAL NOT NULL,
    moves INTEGER NOT NULL, result TEXT NOT NULL, sitters TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX by_time ON games (changed);
CREATE TABLE events (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, number INTEGER NOT NULL,
    at REAL NOT NULL, kind TEXT NOT NULL, seat INTEGER NOT NULL, value TEXT NOT NULL,
    words TEXT NOT NULL, PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""
# What can be computed again: a row for each move that was judged; `played` is a hash of all actions
# up to it, so that one that was taken back does not count.
_ANALYSIS = """
CREATE TABLE IF NOT EXISTS analysis (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, move INTEGER NOT NULL,
    played INTEGER NOT NULL, judged TEXT NOT NULL, PRIMARY KEY (game, move)
) WITHOUT ROWID;
"""


class Store:
    """A database of games; one server uses it at a time."""

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        self._lock = -1
        memory = self.path == ":memory:"
        try:
            if not memory:
                self._lock = _locked(Path(self.path))
            # All calls come from the thread of the server, which need not be this one.
            self._base = sqlite3.connect(
                self.path, timeout=5, isolation_level=None, check_same_thread=False
            )
            self._open()
        except (sqlite3.Error, OSError) as error:
            self._unlock()
            raise LudoError(f"{cut_path(path)} cannot be used as a database: {error}.") from error
        except LudoError:
            self._unlock()
            raise

    def close(self) -> None:
        """Close the database."""
        self._base.close()
        self._unlock()

    # ------------------------------------------------------------------ games that are played

    def begin(self, room: Room) -> None:
        """Keep a new game."""
        terms = room.terms
        row = (
            terms.id, terms.spec.name, json.dumps(game_as_data(terms.spec)), str(terms.seed),
            _seats_text(terms.seats), terms.host, terms.watch, terms.before, __version__,
            terms.made, terms.made, 0.0, *_summary(room),
        )  # fmt: skip
        with self.transaction():
            self._run("INSERT INTO games VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", *row)

    def append(self, game: str, event: Event) -> None:
        """Commit an event of a game."""
        with self.transaction():
            self._run(
                "INSERT INTO events VALUES (?,?,?,?,?,?,?)",
                game, event.number, event.at, event.kind, event.seat, json.dumps(event.value),
                event.words,
            )  # fmt: skip

    def note(self, room: Room) -> None:
        """Keep what lists show of a game: its length, its sitters, its result."""
        changed = room.since if room.number else room.terms.made
        with self.transaction():
            self._run(
                "UPDATE games SET changed=?, ended=?, moves=?, result=?, sitters=? WHERE id=?",
                changed, room.ended, *_summary(room), room.terms.id,
            )  # fmt: skip

    def load(self, game: str) -> tuple[Terms, list[Event]] | None:
        """Return the terms of a game and its events; None if it is not here."""
        rows = self._run(
            "SELECT game, seed, seats, host, watch, before, made FROM games WHERE id=?", game
        )
        if not rows:
            return None
        spec, seed, seats, host, watch, before, made = rows[0]
        terms = Terms(
            game, game_of_data(json.loads(spec), trust=False), int(seed),
            [Seat(**seat) for seat in json.loads(seats)], host, watch, before, made,
        )  # fmt: skip
        events = self._run(
            "SELECT number, kind, seat, value, at, words FROM events WHERE game=? ORDER BY number",
            game,
        )
        return terms, [
            Event(number, kind, seat, json.loads(value), at, words)
            for number, kind, seat, value, at, words in events
        ]

    # ------------------------------------------------------------------ games that are kept

    def listed(self, filters: Mapping[str, Any], most: int) -> list[dict[str, Any]]:
        """Return the newest games that match; filters are name, sitter, ended, before."""
        rows = self._run(
            "SELECT id, name, made, changed, ended, moves, result, sitters FROM games "
            "WHERE ifnull(name=?1, 1) AND ifnull(instr(lower(sitters), lower(?2)), 1) "
            "AND ifnull((ended>0)=?3, 1) AND ifnull(changed<?4, 1) "
            "ORDER BY changed DESC LIMIT ?5",
            filters.get("name"), filters.get("sitter"), filters.get("ended"),
            filters.get("before"), most,
        )  # fmt: skip
        names = ("id", "game", "made", "changed", "ended", "moves", "result", "sitters")
        return [
            dict(zip(names, (*row[:-2], *map(json.loads, row[-2:])), strict=True)) for row in rows
        ]

    def ids(self) -> list[str]:
        """Return all games, oldest first."""
        return [row[0] for row in self._run("SELECT id FROM games ORDER BY made")]

    def delete(self, game: str) -> bool:
        """Delete a game with everything about it; return False if it is not here."""
        with self.transaction():
            found = self._run("SELECT 1 FROM games WHERE id=?", game)
            self._run("DELETE FROM games WHERE id=?", game)
        return bool(found)

    def keep_judged(self, game: str, rows: Mapping[int, tuple[int, str]]) -> None:
        """Keep what was found about moves: by number, a hash of the game up to there, and a text.

        A game that was deleted meanwhile has no moves.
        """
        with self.transaction():
            if self._run("SELECT 1 FROM games WHERE id=?", game):
                for move, (played, judged) in rows.items():
                    self._run("REPLACE INTO analysis VALUES (?,?,?,?)", game, move, played, judged)

    def judged(self, game: str, first: int) -> dict[int, tuple[int, str]]:
        """Return what is kept about moves, from a number on."""
        rows = self._run(
            "SELECT move, played, judged FROM analysis WHERE game=? AND move>=?", game, first
        )
        return {move: (played, judged) for move, played, judged in rows}

    def setting(self, name: str, usual: str) -> str:
        """Return a setting; keep the usual value if there is no other."""
        with self.transaction():
            self._run("INSERT OR IGNORE INTO settings VALUES (?,?)", name, usual)
        return str(self._run("SELECT value FROM settings WHERE name=?", name)[0][0])

    # ------------------------------------------------------------------ the database

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit everything inside at once, or nothing; calls inside one belong to it."""
        if self._base.in_transaction:
            yield
            return
        self._run("BEGIN IMMEDIATE")
        try:
            yield
            self._run("COMMIT")
        except BaseException:
            if self._base.in_transaction:
                self._base.execute("ROLLBACK")
            raise

    def _run(self, command: str, *values: Any) -> list[Any]:
        try:
            return self._base.execute(command, values).fetchall()
        except sqlite3.Error as error:
            raise Refusal(
                BUSY, f"The database cannot be used now: {error}; nothing was changed."
            ) from error

    def _open(self) -> None:
        for setting in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"):
            self._base.execute(f"PRAGMA {setting}")
        version = self._base.execute("PRAGMA user_version").fetchone()[0]
        tables = self._base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if version not in {0, VERSION} or (version == 0 and tables):
            name = cut_path(self.path)
            raise LudoError(f"{name} is not a database of games, or of another version.")
        if version == 0:
            script = f"BEGIN;{_TABLES}PRAGMA user_version={VERSION};COMMIT;"
            self._base.executescript(script)
        self._base.executescript(_ANALYSIS)

    def _unlock(self) -> None:
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def _locked(path: Path) -> int:
    """Make the database readable by its owner only; lock it as long as the process lives."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    lock = os.open(f"{path}-lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        raise LudoError(f"{cut_path(path)} is in use by another server.") from error
    return lock


def _seats_text(seats: list[Seat]) -> str:
    return json.dumps([seat.as_data() for seat in seats])


def _summary(room: Room) -> tuple[int, str, str]:
    """Return the number of moves, the result, and who sits there with a name."""
    result = result_of(room.game, room.record)
    sitters = [[seat.sitter, seat.name] for seat in room.seats]
    return room.table.moves, json.dumps([result.end, list(result.returns)]), json.dumps(sitters)
