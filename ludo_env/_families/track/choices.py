"""The list of legal actions from which obligations (`prune`) remove some."""

from __future__ import annotations

from typing import Any


def keep_marked(count: int, mask: Any, choices: Any) -> int:
    """Keep those of the first `count` choices that the mask marks, in order; return the number."""
    kept = 0
    for at in range(count):
        if mask[choices[at]] != 0:
            choices[kept] = choices[at]
            kept += 1
    return kept
