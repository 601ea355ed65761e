"""Layout of a board: the geometry of every picture of a game.

A ring that can be folded is drawn as a cross (`cross_layout`), any other ring as a circle
(`ring_layout`), and a graph by its points or by stress majorization (`graph_layout`).
"""

from __future__ import annotations

from functools import lru_cache

from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._families.track.graph.board import GraphBoard
from ludo_env._render.layout.cross import cross_layout, fold_of
from ludo_env._render.layout.graph import graph_layout
from ludo_env._render.layout.places import Layout, Point
from ludo_env._render.layout.ring import ring_layout

__all__ = ["Layout", "Point", "layout_of"]


@lru_cache(maxsize=64)
def layout_of(board: RaceBoard) -> Layout:
    """Return the places on a board."""
    if isinstance(board, GraphBoard):
        return graph_layout(board)
    fold = fold_of(board)
    return ring_layout(board) if fold is None else cross_layout(board, fold)
