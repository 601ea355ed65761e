"""The facts that rules can declare about a race."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludo_env._engine.composition.facts import facts_of
from ludo_env._engine.facts import Facts, fact, fact_table
from ludo_env._engine.rule import Rule

_EXTRAS = "actions of their own that move no piece by a throw, which would have the same numbers"


@dataclass(frozen=True)
class RaceFacts(Facts):
    """The facts of a race; the texts are what `ludo-env rules facts` prints."""

    # Of the mechanism
    dice: int = fact(0, "how many chance events a throw takes", "largest", each=True)
    faces: tuple[int, ...] = fact(
        (), "the face of each equally likely outcome", "chained", each=True
    )
    tickets: int = fact(0, "the most outcomes of a chance event, if not one per face", "largest")
    uses: int = fact(0, "how many ways there are to use a throw", "largest", each=True)
    longest: int = fact(0, "the most steps of one move", "largest", each=True)
    by_piece: bool = fact(
        False, "actions are numbered by piece first, and then by use", "all", each=True
    )
    # Of moves
    backward: bool = fact(False, "pieces may go backwards", "any")
    laps: bool = fact(False, "pieces may go on past their gate, round and round", "any")
    moves_all: bool = fact(False, "a player may move the pieces of others")
    owners: bool = fact(False, "pieces may become another player's")
    pairs: bool = fact(
        False,
        "there is an extra action for each own piece and another player's",
        sole=_EXTRAS,
    )
    extras: int = fact(0, "how many actions there are that move no piece by a throw", sole=_EXTRAS)
    traced: bool = fact(False, "a move asks what it passes")
    earns: bool = fact(False, "moves may earn another roll, and states show it", "any")
    hits_pairs: bool = fact(False, "pieces in company can be captured, too", "any")
    entry_safe: bool = fact(False, "a piece on its own entry cannot be captured", "any")
    walls: bool = fact(False, "states keep the squares with several pieces of a colour", "any")
    taken: bool = fact(False, "states keep the squares with any pieces", "any")
    opens: Mapping[str, bool] = fact_table("the words of the doors that a rule may open")
    # Of the end
    slots: bool = fact(False, "pieces have arrived when they are in their lane")
    may_not_end: bool = fact(False, "the game can go on for ever")
    limited: bool = fact(False, "the game is aborted at some time")
    solitaire: bool = fact(False, "a single player has something to play against")
    all_lose: bool = fact(False, "the game can end in a loss for everybody")
    # Of fields
    lines: Mapping[str, int] = fact_table(
        "words of fields' `per`: that many numbers for each player"
    )
    sizes: Mapping[str, int] = fact_table("words of fields' `per`: that many numbers")
    keys: Mapping[str, str] = fact_table("keys that position texts have for fields of the engine")
    infos: Mapping[str, str] = fact_table("infos, each with the field that it shows once")
    news: Mapping[str, str] = fact_table("infos, each with the field that it shows")
    stalls: bool = fact(False, "a game in which nobody can ever move again is a draw")
    timed: bool = fact(False, "answers of the rule change by time alone")
    clocks: Mapping[str, int] = fact_table(
        "flags that time alone sets (1), clears (2), or both (3)"
    )
    between_turns: bool = fact(False, "the rule changes its phase between turns only")
    lone_throws: bool = fact(False, "every throw can be tried for a piece on its own", "all")


def facts_of_rule(rule: Rule) -> RaceFacts:
    """Return what one rule declares."""
    return facts_of((rule,), RaceFacts)
