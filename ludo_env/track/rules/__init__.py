"""The rules of the race family, one file each. A game is a board and a list of them."""

from ludo_env.track.rules.against_the_clock import against_the_clock
from ludo_env.track.rules.all_home_wins import all_home_wins
from ludo_env.track.rules.automatic_combined_exit import automatic_combined_exit
from ludo_env.track.rules.blocks import blocks
from ludo_env.track.rules.bonus_dice import bonus_dice
from ludo_env.track.rules.bonus_rolls import bonus_capture, bonus_finish, bonus_six
from ludo_env.track.rules.bounce_back import bounce_back
from ludo_env.track.rules.capacity import capacity
from ludo_env.track.rules.capture_all import capture_all
from ludo_env.track.rules.capture_back import capture_back
from ludo_env.track.rules.capture_before_home import capture_before_home
from ludo_env.track.rules.capture_by_passing import capture_by_passing
from ludo_env.track.rules.capture_by_swapping import capture_by_swapping
from ludo_env.track.rules.capture_converts import capture_converts
from ludo_env.track.rules.capture_lone import capture_lone
from ludo_env.track.rules.capture_on_entry import capture_on_entry
from ludo_env.track.rules.card_moves import card_moves
from ludo_env.track.rules.cards import cards
from ludo_env.track.rules.chained_die import chained_die
from ludo_env.track.rules.dice import dice
from ludo_env.track.rules.doors_after_capture import doors_after_capture
from ludo_env.track.rules.double_six_bag import double_six_bag
from ludo_env.track.rules.doubles_roll_again import doubles_roll_again
from ludo_env.track.rules.enemy_blocks import enemy_blocks
from ludo_env.track.rules.entry_blocks import entry_blocks
from ludo_env.track.rules.exact_finish import exact_finish
from ludo_env.track.rules.exit_with_a_six import exit_with_a_six
from ludo_env.track.rules.first_player_random import first_player_random
from ludo_env.track.rules.first_player_rolls import first_player_rolls
from ludo_env.track.rules.forced_entry import forced_entry
from ludo_env.track.rules.forced_unblocking import forced_unblocking
from ludo_env.track.rules.help_mate import help_mate
from ludo_env.track.rules.homes_win import homes_win
from ludo_env.track.rules.jumps import jumps
from ludo_env.track.rules.leave_yard import leave_yard
from ludo_env.track.rules.lock_after_capture import lock_after_capture
from ludo_env.track.rules.no_passing import no_passing
from ludo_env.track.rules.no_passing_in_lane import no_passing_in_lane
from ludo_env.track.rules.no_sharing import no_sharing
from ludo_env.track.rules.number_rolls_again import number_rolls_again
from ludo_env.track.rules.open_doors import open_doors
from ludo_env.track.rules.others_turn_back import others_turn_back
from ludo_env.track.rules.overshoot_finishes import overshoot_finishes
from ludo_env.track.rules.phase import phase
from ludo_env.track.rules.phase_after_capture import phase_after_capture
from ludo_env.track.rules.phase_after_homes import phase_after_homes
from ludo_env.track.rules.phase_after_turns import phase_after_turns
from ludo_env.track.rules.prison import prison
from ludo_env.track.rules.protected_entry import protected_entry
from ludo_env.track.rules.single_marker_jumps import single_marker_jumps
from ludo_env.track.rules.single_pawn import single_pawn
from ludo_env.track.rules.slots_filled_wins import slots_filled_wins
from ludo_env.track.rules.special_exit import special_exit
from ludo_env.track.rules.spinner import spinner
from ludo_env.track.rules.staircase import staircase
from ludo_env.track.rules.stalled_game_draws import stalled_game_draws
from ludo_env.track.rules.stop_before_home import stop_before_home
from ludo_env.track.rules.sweep import sweep
from ludo_env.track.rules.three_sixes import three_sixes
from ludo_env.track.rules.three_tries import three_tries
from ludo_env.track.rules.turn_limit import turn_limit

__all__ = [
    "against_the_clock",
    "all_home_wins",
    "automatic_combined_exit",
    "blocks",
    "bonus_capture",
    "bonus_dice",
    "bonus_finish",
    "bonus_six",
    "bounce_back",
    "capacity",
    "capture_all",
    "capture_back",
    "capture_before_home",
    "capture_by_passing",
    "capture_by_swapping",
    "capture_converts",
    "capture_lone",
    "capture_on_entry",
    "card_moves",
    "cards",
    "chained_die",
    "dice",
    "doors_after_capture",
    "double_six_bag",
    "doubles_roll_again",
    "enemy_blocks",
    "entry_blocks",
    "exact_finish",
    "exit_with_a_six",
    "first_player_random",
    "first_player_rolls",
    "forced_entry",
    "forced_unblocking",
    "help_mate",
    "homes_win",
    "jumps",
    "leave_yard",
    "lock_after_capture",
    "no_passing",
    "no_passing_in_lane",
    "no_sharing",
    "number_rolls_again",
    "open_doors",
    "others_turn_back",
    "overshoot_finishes",
    "phase",
    "phase_after_capture",
    "phase_after_homes",
    "phase_after_turns",
    "prison",
    "protected_entry",
    "single_marker_jumps",
    "single_pawn",
    "slots_filled_wins",
    "special_exit",
    "spinner",
    "staircase",
    "stalled_game_draws",
    "stop_before_home",
    "sweep",
    "three_sixes",
    "three_tries",
    "turn_limit",
]
