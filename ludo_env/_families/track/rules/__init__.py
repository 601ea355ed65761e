"""The rules of the race family, one file each. A game is a board and a list of them."""

from ludo_env._families.track.rules.blocking.blocks import blocks
from ludo_env._families.track.rules.blocking.capacity import capacity
from ludo_env._families.track.rules.blocking.enemy_blocks import enemy_blocks
from ludo_env._families.track.rules.blocking.entry_blocks import entry_blocks
from ludo_env._families.track.rules.blocking.forced_unblocking import forced_unblocking
from ludo_env._families.track.rules.blocking.no_passing import no_passing
from ludo_env._families.track.rules.blocking.no_passing_in_lane import no_passing_in_lane
from ludo_env._families.track.rules.blocking.no_sharing import no_sharing
from ludo_env._families.track.rules.blocking.protected_entry import protected_entry
from ludo_env._families.track.rules.blocking.protected_squares import protected_squares
from ludo_env._families.track.rules.bonus.bonus_rolls import bonus_capture, bonus_finish, bonus_six
from ludo_env._families.track.rules.bonus.bonus_squares import bonus_squares
from ludo_env._families.track.rules.bonus.doubles_roll_again import doubles_roll_again
from ludo_env._families.track.rules.bonus.number_rolls_again import number_rolls_again
from ludo_env._families.track.rules.bonus.three_sixes import three_sixes
from ludo_env._families.track.rules.capture.capture_all import capture_all
from ludo_env._families.track.rules.capture.capture_back import capture_back
from ludo_env._families.track.rules.capture.capture_by_passing import capture_by_passing
from ludo_env._families.track.rules.capture.capture_by_swapping import capture_by_swapping
from ludo_env._families.track.rules.capture.capture_converts import capture_converts
from ludo_env._families.track.rules.capture.capture_lone import capture_lone
from ludo_env._families.track.rules.capture.capture_on_entry import capture_on_entry
from ludo_env._families.track.rules.capture.lock_after_capture import lock_after_capture
from ludo_env._families.track.rules.capture.prison import prison
from ludo_env._families.track.rules.capture.sweep import sweep
from ludo_env._families.track.rules.graph.doors_after_capture import doors_after_capture
from ludo_env._families.track.rules.graph.jumps import jumps
from ludo_env._families.track.rules.graph.open_doors import open_doors
from ludo_env._families.track.rules.home.all_home_wins import all_home_wins
from ludo_env._families.track.rules.home.bear_off import bear_off
from ludo_env._families.track.rules.home.bounce_back import bounce_back
from ludo_env._families.track.rules.home.capture_before_home import capture_before_home
from ludo_env._families.track.rules.home.exact_finish import exact_finish
from ludo_env._families.track.rules.home.gammons import gammons
from ludo_env._families.track.rules.home.homes_win import homes_win
from ludo_env._families.track.rules.home.overshoot_finishes import overshoot_finishes
from ludo_env._families.track.rules.home.slots_filled_wins import slots_filled_wins
from ludo_env._families.track.rules.home.staircase import staircase
from ludo_env._families.track.rules.home.stop_before_home import stop_before_home
from ludo_env._families.track.rules.leaving.automatic_combined_exit import automatic_combined_exit
from ludo_env._families.track.rules.leaving.enter_by_number import enter_by_number
from ludo_env._families.track.rules.leaving.exit_with_a_six import exit_with_a_six
from ludo_env._families.track.rules.leaving.forced_entry import forced_entry
from ludo_env._families.track.rules.leaving.leave_yard import leave_yard
from ludo_env._families.track.rules.leaving.special_exit import special_exit
from ludo_env._families.track.rules.leaving.start_places import start_places
from ludo_env._families.track.rules.leaving.three_tries import three_tries
from ludo_env._families.track.rules.leaving.yard_first import yard_first
from ludo_env._families.track.rules.mechanisms.bonus_dice import bonus_dice
from ludo_env._families.track.rules.mechanisms.card_moves import card_moves
from ludo_env._families.track.rules.mechanisms.cards import cards
from ludo_env._families.track.rules.mechanisms.chained_die import chained_die
from ludo_env._families.track.rules.mechanisms.dice import dice
from ludo_env._families.track.rules.mechanisms.double_six_bag import double_six_bag
from ludo_env._families.track.rules.mechanisms.doubled_dice import doubled_dice
from ludo_env._families.track.rules.mechanisms.spinner import spinner
from ludo_env._families.track.rules.phases.phase import phase
from ludo_env._families.track.rules.phases.phase_after_capture import phase_after_capture
from ludo_env._families.track.rules.phases.phase_after_homes import phase_after_homes
from ludo_env._families.track.rules.phases.phase_after_turns import phase_after_turns
from ludo_env._families.track.rules.turns.against_the_clock import against_the_clock
from ludo_env._families.track.rules.turns.doubling_cube import doubling_cube
from ludo_env._families.track.rules.turns.first_of_pile import first_of_pile
from ludo_env._families.track.rules.turns.first_player_random import first_player_random
from ludo_env._families.track.rules.turns.first_player_rolls import first_player_rolls
from ludo_env._families.track.rules.turns.help_mate import help_mate
from ludo_env._families.track.rules.turns.others_turn_back import others_turn_back
from ludo_env._families.track.rules.turns.play_most_dice import play_most_dice
from ludo_env._families.track.rules.turns.single_marker_jumps import single_marker_jumps
from ludo_env._families.track.rules.turns.single_pawn import single_pawn
from ludo_env._families.track.rules.turns.stalled_game_draws import stalled_game_draws
from ludo_env._families.track.rules.turns.turn_limit import turn_limit

__all__ = [
    "against_the_clock",
    "all_home_wins",
    "automatic_combined_exit",
    "bear_off",
    "blocks",
    "bonus_capture",
    "bonus_dice",
    "bonus_finish",
    "bonus_six",
    "bonus_squares",
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
    "doubled_dice",
    "doubles_roll_again",
    "doubling_cube",
    "enemy_blocks",
    "enter_by_number",
    "entry_blocks",
    "exact_finish",
    "exit_with_a_six",
    "first_of_pile",
    "first_player_random",
    "first_player_rolls",
    "forced_entry",
    "forced_unblocking",
    "gammons",
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
    "play_most_dice",
    "prison",
    "protected_entry",
    "protected_squares",
    "single_marker_jumps",
    "single_pawn",
    "slots_filled_wins",
    "special_exit",
    "spinner",
    "staircase",
    "stalled_game_draws",
    "start_places",
    "stop_before_home",
    "sweep",
    "three_sixes",
    "three_tries",
    "turn_limit",
    "yard_first",
]
