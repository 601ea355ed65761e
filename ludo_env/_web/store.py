"""The database of games: SQLite in WAL mode, one row for each game and one for each event.

An event is committed before any client sees it. A commit survives a crash of the process at any
time. After a loss of power the latest commits may be missing, but the file is intact.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ludo_env._play.json_file import game_as_data, game_of_data
from ludo_env._play.replay import result_of
from ludo_env._version import __version__
from ludo_env._web.database import UNRATED, Database
from ludo_env._web.event import Event, Terms
from ludo_env._web.ratings import Rated
from ludo_env._web.room import Room
from ludo_env._web.seat import Seat


class Store(Database):
    """A database of games; one server uses it at a time."""

    # ------------------------------------------------------------------ running games

    def begin(self, room: Room) -> None:
        """Store a new game."""
        terms = room.terms
        row = (
            terms.id, terms.spec.name, json.dumps(game_as_data(terms.spec)), str(terms.seed),
            _seats_text(terms.seats), terms.host, terms.watch, terms.before, __version__,
            terms.made, terms.made, 0.0, *_summary(room),
        )  # fmt: skip
        with self.transaction():
            self.run("INSERT INTO games VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", *row)

    def append(self, game: str, event: Event) -> None:
        """Commit an event of a game."""
        with self.transaction():
            self.run(
                "INSERT INTO events VALUES (?,?,?,?,?,?,?)",
                game, event.number, event.at, event.kind, event.seat, json.dumps(event.value),
                event.words,
            )  # fmt: skip

    def note(self, room: Room) -> None:
        """Store the summary of a game for lists: its length, result and sitters."""
        changed = room.since if room.number else room.terms.made
        with self.transaction():
            self.run(
                "UPDATE games SET changed=?, ended=?, moves=?, result=?, sitters=? WHERE id=?",
                changed, room.ended, *_summary(room), room.terms.id,
            )  # fmt: skip

    def load(self, game: str) -> tuple[Terms, list[Event]] | None:
        """Return the terms of a game and its events; None if it does not exist."""
        rows = self.run(
            "SELECT game, seed, seats, host, watch, before, made FROM games WHERE id=?", game
        )
        if not rows:
            return None
        spec, seed, seats, host, watch, before, made = rows[0]
        terms = Terms(
            game, game_of_data(json.loads(spec), trust=False), int(seed),
            [Seat(**seat) for seat in json.loads(seats)], host, watch, before, made,
        )  # fmt: skip
        events = self.run(
            "SELECT number, kind, seat, value, at, words FROM events WHERE game=? ORDER BY number",
            game,
        )
        return terms, [
            Event(number, kind, seat, json.loads(value), at, words)
            for number, kind, seat, value, at, words in events
        ]

    # ------------------------------------------------------------------ stored games

    def listed(self, filters: Mapping[str, Any], most: int) -> list[dict[str, Any]]:
        """Return the newest games that match; filters are name, sitter, ended, before."""
        rows = self.run(
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

    def rated(self, name: str | None, most: int) -> list[Rated]:
        """Return the newest games that count for ratings, optionally of one name.

        They have ended, began at the usual position, and had the same person or agent in each
        seat throughout, and no move was taken back.
        """
        unrated = (
            f"SELECT 1 FROM events WHERE events.game=games.id AND {UNRATED} AND (kind IN "  # noqa: S608
            "('undo', 'start') OR value LIKE '{\"agent\":%' OR value LIKE '[\"game\",%')"
        )
        rows = self.run(
            "SELECT game, result, sitters FROM games WHERE ended>0 AND ifnull(name=?1, 1) "  # noqa: S608
            f"AND NOT EXISTS ({unrated}) ORDER BY changed DESC LIMIT ?2",
            name,
            most,
        )
        return [Rated(*row) for row in rows]

    def ids(self) -> list[str]:
        """Return the ids of all games, oldest first."""
        return [row[0] for row in self.run("SELECT id FROM games ORDER BY made")]

    def count(self) -> int:
        """Return the number of games."""
        return int(self.run("SELECT count(*) FROM games")[0][0])

    def delete(self, game: str) -> bool:
        """Delete a game with all its data; return False if it does not exist."""
        with self.transaction():
            found = self.run("SELECT 1 FROM games WHERE id=?", game)
            self.run("DELETE FROM games WHERE id=?", game)
        return bool(found)

    def keep_judged(self, game: str, rows: Mapping[int, tuple[int, str]]) -> None:
        """Store judged moves: by number, a hash of the game up to the move, and a text.

        Nothing is stored for a game that was deleted meanwhile.
        """
        with self.transaction():
            if self.run("SELECT 1 FROM games WHERE id=?", game):
                for move, (played, judged) in rows.items():
                    self.run("REPLACE INTO analysis VALUES (?,?,?,?)", game, move, played, judged)

    def judged(self, game: str, first: int) -> dict[int, tuple[int, str]]:
        """Return the stored judgements of moves, from a number on."""
        rows = self.run(
            "SELECT move, played, judged FROM analysis WHERE game=? AND move>=?", game, first
        )
        return {move: (played, judged) for move, played, judged in rows}

    def setting(self, name: str, usual: str) -> str:
        """Return a setting; set it to `usual` first if it is missing."""
        with self.transaction():
            self.run("INSERT OR IGNORE INTO settings VALUES (?,?)", name, usual)
        return str(self.run("SELECT value FROM settings WHERE name=?", name)[0][0])


def _seats_text(seats: list[Seat]) -> str:
    return json.dumps([seat.as_data() for seat in seats])


def _summary(room: Room) -> tuple[int, str, str]:
    """Return the number of moves, and as JSON the result and the sitters with their names."""
    result = result_of(room.game, room.record)
    sitters = [[seat.sitter, seat.name] for seat in room.seats]
    return room.table.moves, json.dumps([result.end, list(result.returns)]), json.dumps(sitters)
