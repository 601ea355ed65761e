"""The questions of the race family to the rules, in the order in which they are asked.

Arguments: `s` is the state; `player` the index of a player; `colour` the player whose pieces are
moved (the same player, unless they help a team-mate or move an opponent's piece); `piece` the index
of a piece over all colours; `cell` a cell of the board; `here` a progress; `use` one way to use the
dice; `steps` the pips of that use. "Dice" means any mechanism, cards and spinners included.

Rules may ask the questions marked `shared` as well: ``dice_in = board.ask.dice_in`` when they are
bound, then ``dice_in(s, use)`` in a hook.
"""

from __future__ import annotations

from ludo_env._engine.composition.shared_questions import MAY, MUST
from ludo_env._engine.questions import Question, questions

# The role of the rule that throws: dice, cards, a spinner.
MECHANISM = "mechanism"

# Verdicts on a roll.
KEEP, THROW_AGAIN, VOID = range(3)
# Verdicts on a player who cannot move.
PASS, ROLL_AGAIN = range(2)

QUESTIONS = questions(
    # Before the first turn
    Question("setup", "each", "s", "prepares a new game; may ask for an opening"),
    Question("opening", "first", "s, face", "a chance event before the first turn: who starts?"),
    # The dice
    Question("draws", "first", "s", "how many dice are thrown before the player may choose"),
    Question("tickets", "first", "s", "how many equally likely outcomes the next die has"),
    Question("shows", "first", "s, outcome", "the face that an outcome shows"),
    Question(
        "take",
        "one",
        "s, face, index",
        "stores a die that was thrown",
        deed=True,
        role=MECHANISM,
        shared=MAY,
    ),
    Question("threw", "each", "s, player", "a throw is complete"),
    Question("after_roll", "first", "s, player, face", "KEEP, THROW_AGAIN or VOID a throw"),
    Question(
        "pips",
        "one",
        "s, use",
        "the steps of a use of the dice; 0 if it is not possible",
        shared=MAY,
    ),
    Question("uses", "one", "s", "how many uses there can be: 0.. up to this number", shared=MAY),
    Question("spend", "one", "s, use", "takes the dice of a use away", deed=True, shared=MAY),
    Question("unspent", "one", "s", "are there dice left to play?"),
    # The dice, as rules see them; only rules ask these questions. A mechanism answers those that
    # have a meaning for it. A rule that asks a question without an answer cannot be used with it.
    Question("dice_in", "first", "s, use", "how many dice a use takes", shared=MUST),
    Question("sixes_in", "first", "s, use", "how many sixes a use takes", shared=MUST),
    Question("dice_left", "first", "s", "how many dice are left to play", shared=MUST),
    Question("sixes_left", "first", "s", "how many sixes are left to play", shared=MUST),
    Question(
        "six_use",
        "first",
        "s",
        "the use that spends one six, and no die that could be kept",
        shared=MUST,
    ),
    Question(
        "thrown", "first", "s, number", "how many dice of the last throw show this", shared=MUST
    ),
    Question(
        "is_double",
        "first",
        "s",
        "do all dice of the last throw, two or more, show one number?",
        shared=MUST,
    ),
    # Legality of moves
    Question(
        "helps", "first", "s, player, stuck", "the colour that the player moves, if not their own"
    ),
    Question("may_move", "all", "s, colour, piece", "may this piece be moved at all?"),
    Question("may_use", "all", "s, colour, piece, use", "may it be moved with this use?"),
    Question(
        "held",
        "first",
        "s, colour, piece, use",
        "a piece held captive: STAYS or RANSOM",
        shared=MAY,
    ),
    Question("enters", "first", "s, colour, use, steps", "the steps that leaving the yard takes"),
    Question(
        "leads", "first", "s, colour, here, steps", "a place reached without walking there; STAYS"
    ),
    Question("way", "first", "s, colour, use", "which way: HOMEWARD, AROUND or BACKWARD"),
    Question("opens", "any", "s, colour, door", "is this door open to the colour?"),
    Question(
        "may_overshoot",
        "all",
        "s, colour, here, excess",
        "may a number too large by `excess` be played on a piece here?",
    ),
    Question("overshoot", "first", "s, colour, excess", "where a piece ends that would pass home"),
    Question("may_pass", "all", "s, colour, cell", "may a piece go on over this cell?"),
    Question("may_land", "all", "s, colour, cell", "may a piece end its move here?"),
    Question("carried", "first", "s, colour, here", "where a piece is carried that ends there"),
    Question("halts", "any", "s, colour, use, here, cell", "must a piece stop on this cell?"),
    Question("offers", "any", "s, extra", "may the player do this other than by moving a piece?"),
    Question(
        "prune",
        "pipe",
        "s, count, mask, choices",
        "removes choices from the list",
        late="can_move, index_of, use_of, target_of, is_whole",
    ),
    Question("stuck", "first", "s, player", "nothing can be played: PASS or ROLL_AGAIN"),
    Question("gives_up", "each", "s, player", "the player passes"),
    # Effects of a move
    Question("sets_off", "each", "s, colour, piece, here", "a piece leaves its place"),
    Question(
        "passes", "pipe", "s, hits, colour, piece, cell", "effects of passing; counts captures"
    ),
    Question(
        "react", "pipe", "s, hits, colour, piece, cell", "effects of landing; counts captures"
    ),
    Question("freed", "each", "s, colour, piece", "a captive was bought back into its yard"),
    Question("performs", "pipe", "s, hits, extra", "carries out what `offers` allowed"),
    Question("over", "first", "s, colour", "the side that has won by this move"),
    Question("again", "any", "s, steps, hits, arrived", "does this move earn another roll?"),
    # Between turns
    Question("turn_ends", "each", "s, player", "clears what lasts for one turn only"),
    Question("next_player", "first", "s, player", "who is next"),
    Question("reward", "first", "s, player", "what a player gets at the end"),
    Question("stakes", "pipe", "s, stake", "the multiple of the rewards"),
    # In words (plain Python)
    Question("write_dice", "one", "s", "the dice of a position text", plain=True),
    Question(
        "read_dice", "one", "s, words", "stores the dice of a position text", plain=True, deed=True
    ),
    Question("say_dice", "one", "s, use", "the dice of a use in words", plain=True),
    Question("say_extra", "first", "extra", "an extra action in words", plain=True),
    Question("write_piece", "first", "s, piece", "the word of a piece without a place", plain=True),
    Question("overlay", "pipe", "s, marks", "what a picture shows of a rule", plain=True),
    Question(
        "read_piece", "any", "s, piece, word", "stores a word that is not a place", plain=True
    ),
)
