"""The facts that rules can declare about a game on a grid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludo_env._engine.facts import Facts, fact, fact_table


@dataclass(frozen=True)
class GridFacts(Facts):
    """The facts of a grid game; the texts are what `ludo-env rules facts` prints."""

    faces: tuple[int, ...] = fact((), "the faces of the die")
    toss: bool = fact(False, "the winner of a toss says who attacks")
    infos: Mapping[str, str] = fact_table("infos, each with the field that it shows once")
    news: Mapping[str, str] = fact_table("infos, each with the field that it shows")
