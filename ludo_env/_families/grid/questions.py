"""The questions of the grid family to the rules, in the order in which they are asked.

Arguments: `s` the state; `role` ATTACKER or DEFENDER; `cell` a cell; `source` the cell that a unit
left; `verdict` how the turn continues.
"""

from __future__ import annotations

from ludo_env._engine.questions import Question, questions

# How the turn continues: it ends; the same player chooses, or chance decides; the game begins.
ENDS, GOES_ON, BEGINS = range(3)
# The verdict on a die without an action.
ROLL_AGAIN = 1

# What the player to act must decide.
TOSS_STAGE, MOVE_STAGE, GARRISON_STAGE, CONVERT_STAGE = range(4)

HITS = 3  # on the General, that win

QUESTIONS = questions(
    # Before the first turn
    Question("setup", "each", "s", "who has which role; may ask for a lot first"),
    Question("says", "any", "s, word", "may the player choose this word now?"),
    Question("said", "first", "s, word", "a word was chosen: how does the turn continue?"),
    # Lots and dice
    Question("drawn", "first", "s, outcome", "a lot was drawn: how does the turn continue?"),
    Question("stuck", "first", "s", "this die allows no action: ROLL_AGAIN"),
    Question("skips", "any", "s", "is the turn of the player to act skipped?", late="able, faces"),
    # Moves of units
    Question("may_pass", "all", "s, role, cell", "may a unit go on over this cell?"),
    Question("may_land", "all", "s, role, cell", "may a unit end its move here?"),
    Question("spends", "any", "s, role, cell", "is a unit that ends its move here used up?"),
    Question("react", "pipe", "s, verdict, role, source, cell", "effects of a move"),
    # Other actions
    Question("musters", "any", "s, role", "may any own unit be chosen now, not to move?"),
    Question("sources", "any", "s, role, cell", "may this own unit be chosen, not to move?"),
    Question("sourced", "first", "s, cell", "a unit was chosen: how does the turn continue?"),
    Question("aims", "any", "s, role", "may any cell be chosen as a target now?"),
    Question("targets", "any", "s, role, cell", "may this cell be chosen as a target now?"),
    Question("targeted", "first", "s, cell", "a target was chosen: how does the turn continue?"),
    # The end
    Question("over", "first", "s", "the role that has won"),
    Question("turn_ends", "each", "s", "counts what is counted by turns"),
    Question("stops", "any", "s", "does the game end undecided after this turn?"),
    Question("reward", "first", "s, player", "what a player gets at the end"),
    # In pictures (plain Python)
    Question("overlay", "pipe", "s, marks", "what a picture shows of a rule", plain=True),
)
