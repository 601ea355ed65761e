"""The options that commands share: each is defined here, once."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from ludo_env._engine.backends import BACKENDS
from ludo_env._engine.spec import Spec
from ludo_env.catalogue import games, spec_with

GAME = "a name (ludo-env games lists them) or a game's file"


def add_game(parser: Any, default: str | None = "ludo", *, positional: bool = False) -> None:
    """Add the options for the game: `--game`, `--players`, `--mode`, `--trust`."""
    if positional:
        parser.add_argument("game", metavar="NAME|FILE", help=GAME)
    else:
        usual = "" if default else " (default: ludo)"
        shown = f"{GAME}{usual}"
        parser.add_argument("--game", metavar="NAME|FILE", default=default, help=shown)
    parser.add_argument("--players", type=int, metavar="N", help="number of players of the game")
    modes = sorted({mode for entry in games().values() for mode in entry.modes})
    parser.add_argument("--mode", choices=modes, help="everybody alone, or teams of two (ludo)")
    add_trust(parser)


def add_old_teams(parser: Any) -> None:
    """Add `--teams`, the name of `--mode teams` in earlier releases."""
    parser.add_argument("--teams", action="store_true", help=argparse.SUPPRESS)


def add_trust(parser: Any) -> None:
    """Add `--trust`."""
    parser.add_argument(
        "--trust",
        action="store_true",
        help="allow a file to name rules of your own, which are code",
    )


def add_seed(parser: Any, default: int | None = None) -> None:
    """Add `--seed`; without a default a new seed is drawn."""
    usual = "default: a new one, printed" if default is None else f"default: {default}"
    shown = f"seed of the dice and the agents ({usual})"
    parser.add_argument("--seed", type=int, metavar="N", default=default, help=shown)


def add_backend(parser: Any, default: str | None = "auto") -> None:
    """Add `--backend`; None compiles only if an agent searches."""
    usual = default or "auto with agents that search, else python"
    shown = f"compiled or plain Python, the same games (default: {usual})"
    parser.add_argument("--backend", choices=tuple(BACKENDS), default=default, help=shown)


def spec_of(chosen: argparse.Namespace) -> Spec:
    """Return the game that the options describe."""
    mode = chosen.mode
    if getattr(chosen, "teams", False):
        print(
            "ludo-env: --teams is now --mode teams, and the next release will not know --teams.",
            file=sys.stderr,
        )
        mode = "teams"
    return spec_with(chosen.game or "ludo", chosen.players, mode, trust=chosen.trust)
