"""The rules of the grid family, one file each. A game is a board and a list of them."""

from ludo_env._families.grid.rules.adjudicate_hopeless import adjudicate_hopeless
from ludo_env._families.grid.rules.attack_general import attack_general
from ludo_env._families.grid.rules.combat import combat
from ludo_env._families.grid.rules.conversion import conversion
from ludo_env._families.grid.rules.die import die
from ludo_env._families.grid.rules.garrisoning import garrisoning
from ludo_env._families.grid.rules.interception import interception
from ludo_env._families.grid.rules.no_attackers_left import no_attackers_left
from ludo_env._families.grid.rules.offensive_special import offensive_special
from ludo_env._families.grid.rules.open_path import open_path
from ludo_env._families.grid.rules.roles import roles_by_choice, roles_by_lot, roles_fixed
from ludo_env._families.grid.rules.stalemate import stalemate
from ludo_env._families.grid.rules.turn_limit import turn_limit
from ludo_env._families.grid.rules.winner_takes_all import winner_takes_all

__all__ = [
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
