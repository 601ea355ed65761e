"""Rules of games on a grid, of which Generals is made."""

from ludo_env._engine.rule import Hooks
from ludo_env._families.grid.board import Tables as Board
from ludo_env._families.grid.rules import (
    adjudicate_hopeless,
    attack_general,
    combat,
    conversion,
    die,
    garrisoning,
    interception,
    no_attackers_left,
    offensive_special,
    open_path,
    roles_by_choice,
    roles_by_lot,
    roles_fixed,
    stalemate,
    turn_limit,
    winner_takes_all,
)
from ludo_env._families.grid.state import GridState, Numbers

__all__ = [
    # What rules of your own are made of
    "Board",
    "GridState",
    "Hooks",
    "Numbers",
    # The library
    "adjudicate_hopeless",
    "attack_general",
    "combat",
    "conversion",
    "die",
    "garrisoning",
    "interception",
    "no_attackers_left",
    "offensive_special",
    "open_path",
    "roles_by_choice",
    "roles_by_lot",
    "roles_fixed",
    "stalemate",
    "turn_limit",
    "winner_takes_all",
]
