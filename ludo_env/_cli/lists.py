"""`ludo-env games` and `ludo-env agents`: every name that other commands take."""

from __future__ import annotations

import argparse
from typing import Any

from ludo_env.agents.make import listed_agents
from ludo_env.catalogue import listed_games


def add_list_commands(commands: Any) -> None:
    """Add `games` and `agents` to the command line."""
    games = commands.add_parser("games", help="all games, with their numbers of players")
    games.set_defaults(run=_games)
    agents = commands.add_parser("agents", help="all agents, a line each")
    agents.set_defaults(run=_agents)


def _games(_: argparse.Namespace) -> int:
    for name, entry in sorted(listed_games().items()):
        least, most = entry.players[0], entry.players[-1]
        players = str(least) if least == most else f"{least}-{most}"
        print(f"{name:16} {players:>5}  {entry.summary}")
    return 0


def _agents(_: argparse.Namespace) -> int:
    for name, summary in listed_agents().items():
        print(f"{name:16} {summary}")
    return 0
