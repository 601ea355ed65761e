"""Families of games: the two of the library, and the parts of a family of your own.

`Family` defines what a family must have. Packages add theirs by entry points of the group
`ludo_env.families`: the name of the family, and the family.
"""

from ludo_env._engine.facts import Facts
from ludo_env._engine.family import (
    DECIDE,
    DIE,
    NOBODY,
    OVER,
    STOPPED,
    TOSS,
    Demand,
    Family,
    Machine,
    Style,
    core_fields,
)
from ludo_env._engine.family_registry import FAMILIES, family_named, register_family
from ludo_env._engine.questions import Question, questions
from ludo_env._engine.rule import Field
from ludo_env._engine.state import Layout
from ludo_env._families.grid.family import GRID
from ludo_env._families.track.family import TRACK

__all__ = [
    "DECIDE",
    "DIE",
    "FAMILIES",
    "GRID",
    "NOBODY",
    "OVER",
    "STOPPED",
    "TOSS",
    "TRACK",
    "Demand",
    "Facts",
    "Family",
    "Field",
    "Layout",
    "Machine",
    "Question",
    "Style",
    "core_fields",
    "family_named",
    "questions",
    "register_family",
]
