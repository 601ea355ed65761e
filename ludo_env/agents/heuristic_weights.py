"""The weights of the heuristic agent: its scores and factors, which callers can change.

The names are those of the rules in `heuristic_score`; the names in the text are accepted as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from ludo_env._engine.arguments import is_real
from ludo_env._engine.errors import KeywordError, LudoError, nearest, quoted

# C-31: the score of each rule.
BASES = {
    "WIN": 1_000_000,
    "CAPTURE": 50_000,
    "FLEE": 50_000,
    "HOME": 10_000,
    "CLUSTER": 4_000,
    "FORM": 3_500,
    "OUT": 7_000,
    "STRATEGY": 1_000,
}
# C-32: bonuses where no rule matches; C-12: the cost of each step nearer to an enemy.
EXTRAS = {
    "STAR_JUMP": 5_500,
    "GLOBE_HOP": 500,
    "BALANCED_FRONT": 350,
    "SPLIT_BLOCKADE": 250,
    "BLOCKADE_BREAK_PENALTY": 500,
    "RISK_FACTOR": 800,
}
# C-33: the phase, and the rule that it multiplies. STRATEGY is in none of them.
FACTORS = {
    "OPENING_OUT": 5.0,
    "CLOSING_HOME": 5.0,
    "CLOSING_WIN": 2.0,
    "CRITICAL_CAPTURE": 1.5,
    "CRITICAL_CLUSTER": 2.0,
}
WEIGHTS: Mapping[str, float] = MappingProxyType({**BASES, **EXTRAS, **FACTORS})

# Alternative names in the text.
NAMES_OF_THE_TEXT = {
    "WIN_MOVE": "WIN",
    "CAPTURE_MOVE": "CAPTURE",
    "FLEE_MOVE": "FLEE",
    "HOME_BASE_PROGRESS": "HOME",
    "BLOCKADE_CLUSTER": "CLUSTER",
    "FORM_BLOCKADE_MOVE": "FORM",
    "GET_OUT_OF_HOME": "OUT",
    "PROGRESS_SCORE": "STRATEGY",
}
_MOST = 10**12
PARAMETERS = tuple(name.lower() for name in (*WEIGHTS, *NAMES_OF_THE_TEXT))


def weights_of(
    table: Mapping[str, Any] | None, keywords: Mapping[str, Any] = MappingProxyType({})
) -> Mapping[str, float]:
    """Return all weights: those in a table and in keywords, and defaults for the others."""
    if table is not None and not isinstance(table, Mapping):
        raise LudoError(
            f"weights is a table of names and numbers such as {{'CAPTURE': 60000}}, "
            f"not {quoted(table)}."
        )
    for name in keywords:
        if name.lower() not in PARAMETERS:
            raise KeywordError(
                f"HeuristicAgent() got an unexpected keyword argument {quoted(name)}; "
                f"{nearest(name.lower(), PARAMETERS)}"
            )
    given: dict[str, float] = {}
    for name, value in (*(table or {}).items(), *keywords.items()):
        ours = _our_name(name)
        if ours in given:
            raise LudoError(f"The weight {ours} of the heuristic agent is given twice.")
        given[ours] = _number(ours, value)
    return MappingProxyType({**WEIGHTS, **given}) if given else WEIGHTS


def _our_name(name: Any) -> str:
    """Return the name of a weight as used here, from either form."""
    word = name.upper() if isinstance(name, str) else ""
    ours = NAMES_OF_THE_TEXT.get(word, word)
    if ours not in WEIGHTS:
        known = nearest(word, (*WEIGHTS, *NAMES_OF_THE_TEXT))
        raise LudoError(f"The heuristic agent has no weight {quoted(name)}; {known}")
    return ours


def _number(name: str, value: Any) -> float:
    if not is_real(value) or not -_MOST <= value <= _MOST:
        raise LudoError(
            f"The weight {name} of the heuristic agent is a number from -1e12 to 1e12, "
            f"not {quoted(value)}."
        )
    plain: float = value.item() if isinstance(value, np.generic) else value
    return plain
