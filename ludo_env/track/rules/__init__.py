"""The rules of the race family, one file each. A game is a board and a list of them."""

from ludo_env.track.rules.all_home_wins import all_home_wins
from ludo_env.track.rules.blocks import blocks
from ludo_env.track.rules.bonus_rolls import bonus_capture, bonus_finish, bonus_six
from ludo_env.track.rules.capture_all import capture_all
from ludo_env.track.rules.capture_before_home import capture_before_home
from ludo_env.track.rules.capture_lone import capture_lone
from ludo_env.track.rules.dice import dice
from ludo_env.track.rules.exact_finish import exact_finish
from ludo_env.track.rules.first_player_random import first_player_random
from ludo_env.track.rules.first_player_rolls import first_player_rolls
from ludo_env.track.rules.help_mate import help_mate
from ludo_env.track.rules.leave_yard import leave_yard
from ludo_env.track.rules.no_passing_in_lane import no_passing_in_lane
from ludo_env.track.rules.overshoot_finishes import overshoot_finishes
from ludo_env.track.rules.protected_entry import protected_entry
from ludo_env.track.rules.three_sixes import three_sixes

__all__ = [
    "all_home_wins",
    "blocks",
    "bonus_capture",
    "bonus_finish",
    "bonus_six",
    "capture_all",
    "capture_before_home",
    "capture_lone",
    "dice",
    "exact_finish",
    "first_player_random",
    "first_player_rolls",
    "help_mate",
    "leave_yard",
    "no_passing_in_lane",
    "overshoot_finishes",
    "protected_entry",
    "three_sixes",
]
