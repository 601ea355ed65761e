"""`ludo-env games` and `ludo-env agents`: every name that other commands take."""

from __future__ import annotations

import argparse
from typing import Any

from ludo_env._cli.columns import print_columns
from ludo_env._cli.parser import add_command
from ludo_env.agents.make import listed_agents
from ludo_env.catalogue import listed_games


def add_list_commands(commands: Any) -> None:
    """Add `games` and `agents` to the command line."""
    add_command(
        commands, "games", "all games, with their numbers of players", _games,
        "List the names that --game takes, with the numbers of players.",
        ("ludo-env games", "ludo-env games | grep dice"),
    )  # fmt: skip
    add_command(
        commands, "agents", "all agents, a line each", _agents,
        "List the names that --agents and --seats take. Parameters follow a colon.",
        ("ludo-env agents", "ludo-env watch --players 2 --seats heuristic:capture=60000,random"),
    )  # fmt: skip


def _games(_: argparse.Namespace) -> int:
    for name, entry in sorted(listed_games().items()):
        least, most = entry.players[0], entry.players[-1]
        players = str(least) if least == most else f"{least}-{most}"
        print_columns(f"{name:16} {players:>5}  ", entry.summary)
    return 0


def _agents(_: argparse.Namespace) -> int:
    for name, summary in listed_agents().items():
        print_columns(f"{name:16} ", summary)
    return 0
