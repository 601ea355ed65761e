"""The rules of the race family, one file each. A game is a board and a list of them."""

from ludo_env.track.rules.all_home_wins import all_home_wins
from ludo_env.track.rules.automatic_combined_exit import automatic_combined_exit
from ludo_env.track.rules.blocks import blocks
from ludo_env.track.rules.bonus_rolls import bonus_capture, bonus_finish, bonus_six
from ludo_env.track.rules.capture_all import capture_all
from ludo_env.track.rules.capture_before_home import capture_before_home
from ludo_env.track.rules.capture_lone import capture_lone
from ludo_env.track.rules.dice import dice
from ludo_env.track.rules.double_six_bag import double_six_bag
from ludo_env.track.rules.enemy_blocks import enemy_blocks
from ludo_env.track.rules.exact_finish import exact_finish
from ludo_env.track.rules.exit_with_a_six import exit_with_a_six
from ludo_env.track.rules.first_player_random import first_player_random
from ludo_env.track.rules.first_player_rolls import first_player_rolls
from ludo_env.track.rules.forced_unblocking import forced_unblocking
from ludo_env.track.rules.help_mate import help_mate
from ludo_env.track.rules.leave_yard import leave_yard
from ludo_env.track.rules.lock_after_capture import lock_after_capture
from ludo_env.track.rules.no_passing_in_lane import no_passing_in_lane
from ludo_env.track.rules.overshoot_finishes import overshoot_finishes
from ludo_env.track.rules.prison import prison
from ludo_env.track.rules.protected_entry import protected_entry
from ludo_env.track.rules.single_pawn import single_pawn
from ludo_env.track.rules.special_exit import special_exit
from ludo_env.track.rules.sweep import sweep
from ludo_env.track.rules.three_sixes import three_sixes

__all__ = [
    "all_home_wins",
    "automatic_combined_exit",
    "blocks",
    "bonus_capture",
    "bonus_finish",
    "bonus_six",
    "capture_all",
    "capture_before_home",
    "capture_lone",
    "dice",
    "double_six_bag",
    "enemy_blocks",
    "exact_finish",
    "exit_with_a_six",
    "first_player_random",
    "first_player_rolls",
    "forced_unblocking",
    "help_mate",
    "leave_yard",
    "lock_after_capture",
    "no_passing_in_lane",
    "overshoot_finishes",
    "prison",
    "protected_entry",
    "single_pawn",
    "special_exit",
    "sweep",
    "three_sixes",
]
