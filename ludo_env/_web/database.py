"""Databases of games: an SQLite file in WAL mode, used by one server at a time."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ludo_env._engine.errors import LudoError, cut_path
from ludo_env._web.refusal import BUSY, Refusal

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
# Data that can be computed again: a row for each judged move. `played` is a hash of all actions up
# to it, so that rows of moves that were taken back are ignored.
_ANALYSIS = """
CREATE TABLE IF NOT EXISTS analysis (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, move INTEGER NOT NULL,
    played INTEGER NOT NULL, judged TEXT NOT NULL, PRIMARY KEY (game, move)
) WITHOUT ROWID;
"""


# Events that can make a game useless for ratings. Few games have any, so the index is small. A
# change of a name or of throwing by hand does not count.
UNRATED = "kind IN ('undo', 'start', 'seat', 'time')"
_INDEX = f"CREATE INDEX IF NOT EXISTS unrated ON events (game) WHERE {UNRATED}"


class Database:
    """A database file with its tables, and transactions on it."""

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        self._lock = -1
        memory = self.path == ":memory:"
        try:
            if not memory:
                self._lock = _locked(Path(self.path))
            # All calls come from the thread of the server, which may not be this one.
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

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit everything inside together, or nothing; a nested call joins the outer one."""
        if self._base.in_transaction:
            yield
            return
        self.run("BEGIN IMMEDIATE")
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            if self._base.in_transaction:
                self._base.execute("ROLLBACK")
            raise

    def run(self, command: str, *values: Any) -> list[Any]:
        """Run a command of SQL, and return its rows."""
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
        self._base.execute(_INDEX)

    def _unlock(self) -> None:
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def _locked(path: Path) -> int:
    """Create the database file, readable only by its owner; lock it, and return the lock."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    lock = os.open(f"{path}-lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        raise LudoError(f"{cut_path(path)} is in use by another server.") from error
    return lock
