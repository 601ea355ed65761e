"""Databases of made-up games, for tests of what the server computes from them."""

from __future__ import annotations

import json
import sqlite3

from table_client import Client

from ludo_env.catalogue import spec_with
from ludo_env.server import Options, TableServer

ANN, BOB, CYD = ["human", "Ann"], ["human", "Bob"], ["human", "Cyd"]
NOBODY, GREEDY, RANDOM = ["human", ""], ["greedy", ""], ["random", ""]
UR, LUDO = "ur_blitz", "ludo"
TEAMS = spec_with("ludo", mode="teams").to_dict()


class Base:
    """A database of made-up games."""

    def __init__(self, path):
        self.path, self.count = path, 0
        with TableServer(Options(path, port=0, workers=0)):
            pass  # the server creates the tables

    def add(self, sitters, returns, game=UR, ended=True, events=()):
        """Add a game: the players by seat, and the result of each."""
        self.count += 1
        name = game if isinstance(game, str) else game["name"]
        identity = f"game{self.count}"
        row = (
            identity, name, json.dumps(game), "1", "[]", "", "", "", "0", self.count, self.count,
            self.count if ended else 0, 50, json.dumps(["over", returns]), json.dumps(sitters),
        )  # fmt: skip
        with sqlite3.connect(self.path) as base:
            base.execute(f"INSERT INTO games VALUES ({','.join('?' * len(row))})", row)
            for number, (kind, value) in enumerate(events, 1):
                event = (identity, number, 1.0, kind, 0, json.dumps(value), "")
                base.execute("INSERT INTO events VALUES (?,?,?,?,?,?,?)", event)
        base.close()

    def ratings(self, asked=""):
        """Return the server's answer to its owner."""
        with TableServer(Options(self.path, port=0, workers=0)) as server:
            return Client(server, server.owner).get(f"/api/ratings{asked}")
