"""The environment modules of the games that have one, by the names of the games."""

from __future__ import annotations

from importlib import import_module

from ludo_env.catalogue import NAMED

GAMES = {
    entry.name: import_module(f"ludo_env.envs.{entry.module}") for entry in NAMED if entry.module
}
