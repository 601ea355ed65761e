"""The facts that rules can declare about a race."""

from __future__ import annotations

from ludo_env._engine.composition.facts import Fact

_EXTRAS = "actions of their own that move no piece by a throw, which would have the same numbers"

FACTS = (
    # Of the mechanism
    Fact("dice", "int", "how many chance events a throw takes", "largest", each=True),
    Fact(
        "faces",
        "tuple[int, ...]",
        "the face of each equally likely outcome",
        "chained",
        each=True,
    ),
    Fact("tickets", "int", "the most outcomes of a chance event, if not one per face", "largest"),
    Fact("uses", "int", "how many ways there are to use a throw", "largest", each=True),
    Fact("longest", "int", "the most steps of one move", "largest", each=True),
    Fact(
        "by_piece", "bool", "actions are numbered by piece first, and then by use", "all", each=True
    ),
    # Of moves
    Fact("backward", "bool", "pieces may go backwards", "any"),
    Fact("laps", "bool", "pieces may go on past their gate, round and round", "any"),
    Fact("moves_all", "bool", "a player may move the pieces of others"),
    Fact("owners", "bool", "pieces may become another player's"),
    Fact(
        "pairs",
        "bool",
        "there is an extra action for each own piece and another player's",
        sole=_EXTRAS,
    ),
    Fact("extras", "int", "how many actions there are that move no piece by a throw", sole=_EXTRAS),
    Fact("traced", "bool", "a move asks what it passes"),
    Fact("earns", "bool", "moves may earn another roll, and states show it", "any"),
    Fact("opens", "table of bool", "the words of the doors that a rule may open"),
    # Of the end
    Fact("slots", "bool", "pieces have arrived when they are in their lane"),
    Fact("may_not_end", "bool", "the game can go on for ever"),
    Fact("limited", "bool", "the game is aborted at some time"),
    Fact("solitaire", "bool", "a single player has something to play against"),
    Fact("all_lose", "bool", "the game can end in a loss for everybody"),
    # Of fields
    Fact("lines", "table of int", "words of fields' `per`: that many numbers for each player"),
    Fact("sizes", "table of int", "words of fields' `per`: that many numbers"),
    Fact("keys", "table of str", "keys that position texts have for fields of the engine"),
    Fact("infos", "table of str", "infos, each with the field that it shows once"),
    Fact("news", "table of str", "infos, each with the field that it shows"),
    Fact("stalls", "bool", "a game in which nobody can ever move again is a draw"),
    Fact("timed", "bool", "answers of the rule change by time alone"),
    Fact("clocks", "table of int", "flags that time alone sets (1), clears (2), or both (3)"),
    Fact("between_turns", "bool", "the rule changes its phase between turns only"),
    Fact("lone_throws", "bool", "every throw can be tried for a piece on its own", "all"),
)
