"""The facts that rules can declare about a game on a grid."""

from __future__ import annotations

from ludo_env._engine.composition.facts import Fact

FACTS = (
    Fact("faces", "tuple[int, ...]", "the faces of the die"),
    Fact("toss", "bool", "the winner of a toss says who attacks"),
    Fact("infos", "table of str", "infos, each with the field that it shows once"),
    Fact("news", "table of str", "infos, each with the field that it shows"),
)
