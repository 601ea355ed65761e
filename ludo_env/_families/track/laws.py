"""The laws of a race: its questions, each answered by one function folded from all rules.

`questions.py` is the list of questions; here they have types.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludo_env._families.track.hook_types import (
    Act,
    ActOfMove,
    ActOfPiece,
    ActOfPlayer,
    ActOfUse,
    Again,
    Flag,
    Halts,
    Helper,
    MayMove,
    MayOvershoot,
    MayUse,
    Number,
    OfColour,
    OfColourAndUse,
    OfEntry,
    OfExcess,
    OfFace,
    Offers,
    OfHeld,
    OfNumber,
    OfOutcome,
    OfPlace,
    OfPlayer,
    OfRoll,
    OfSteps,
    OfUse,
    OnCell,
    OnHits,
    Opens,
    Overlay,
    Performs,
    Prune,
    ReadDice,
    ReadPiece,
    Reward,
    Stakes,
    TakeDie,
    Words,
    WordsOfExtra,
    WordsOfPiece,
    WordsOfUse,
)


@dataclass(frozen=True)
class Asked:
    """The questions that rules may ask each other, as `board.ask.dice_in`."""

    take: TakeDie
    pips: OfUse
    uses: Number
    spend: ActOfUse
    dice_in: OfUse
    sixes_in: OfUse
    dice_left: Number
    sixes_left: Number
    six_use: Number
    thrown: OfNumber
    is_double: Number
    held: OfHeld


@dataclass(frozen=True)
class Laws(Asked):
    """All questions of a race, each with one function."""

    # Before the first turn
    setup: Act
    opening: OfFace
    # The dice
    draws: Number
    tickets: Number
    shows: OfOutcome
    threw: ActOfPlayer
    after_roll: OfRoll
    unspent: Flag
    # Legality of moves
    helps: Helper
    may_move: MayMove
    may_use: MayUse
    enters: OfEntry
    leads: OfSteps
    way: OfColourAndUse
    opens: Opens
    may_overshoot: MayOvershoot
    overshoot: OfExcess
    may_pass: OnCell
    may_land: OnCell
    carried: OfPlace
    halts: Halts
    offers: Offers
    prune: Prune
    stuck: OfPlayer
    gives_up: ActOfPlayer
    # Effects of a move
    sets_off: ActOfMove
    passes: OnHits
    react: OnHits
    freed: ActOfPiece
    performs: Performs
    over: OfColour
    again: Again
    # Between turns
    turn_ends: ActOfPlayer
    next_player: OfPlayer
    reward: Reward
    stakes: Stakes
    # In words
    write_dice: Words
    read_dice: ReadDice
    say_dice: WordsOfUse
    say_extra: WordsOfExtra
    write_piece: WordsOfPiece
    overlay: Overlay
    read_piece: ReadPiece
