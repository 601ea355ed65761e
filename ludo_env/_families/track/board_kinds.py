"""The kinds of boards of a race, by the `kind` in a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from ludo_env._families.track.board import Board, cross, ring
from ludo_env._families.track.graph.board import GraphBoard

RaceBoard: TypeAlias = Board | GraphBoard

BOARDS: Mapping[str, Callable[..., Any]] = {
    "cross": cross,
    "ring": ring,
    "graph": GraphBoard,
    "": Board,
}
