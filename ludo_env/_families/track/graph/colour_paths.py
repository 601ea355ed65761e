"""The ways of one colour over the tiles of a graph, with every door open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from ludo_env._families.track.graph.path_text import Edge

# A move has at most this many steps.
LONGEST = 127
# Counts of ways above this need not be exact.
_MANY = 2**20


class Ways:
    """The reachable tiles of a seat's pieces, and their distance from the entry."""

    def __init__(self, edges: Iterable[Edge], seat: int, entry: str) -> None:
        self._from: dict[str, list[Edge]] = {}
        for edge in edges:
            if not edge.seats or seat in edge.seats:
                self._from.setdefault(edge.start, []).append(edge)
        self.far = self._steps_from(entry)

    def leads(self, tile: str) -> Sequence[Edge]:
        """Return the steps that lead on from a tile, in the order in which the paths name them."""
        return self._from.get(tile, ())

    def ahead(self, tile: str) -> Iterable[str]:
        """Return the tiles that can be reached from a tile, itself included."""
        return self._steps_from(tile)

    def behind(self, tile: str) -> str:
        """Return the only tile from which a step leads here; "" if there is none, or several."""
        sources = {e.start for edges in self._from.values() for e in edges if e.end == tile}
        found = [source for source in sources if source in self.far]
        return found[0] if len(found) == 1 else ""

    @cached_property
    def branches(self) -> list[int]:
        """Return [n] -> the most ways to go n steps: each choice where ways fork counts."""
        counts = dict.fromkeys(self.far, 1)
        most = [1]
        for _ in range(LONGEST):
            counts = {tile: self._branches(tile, counts) for tile in counts}
            most.append(max(counts.values()))
        return most

    def _branches(self, tile: str, one_less: dict[str, int]) -> int:
        edges = self.leads(tile)
        return min(_MANY, len(edges) * max(one_less[e.end] for e in edges)) if edges else 1

    def _steps_from(self, tile: str) -> dict[str, int]:
        """Return the fewest steps to each reachable tile."""
        far = {tile: 0}
        for here in (queue := [tile]):
            for edge in self.leads(here):
                if edge.end not in far:
                    far[edge.end] = far[here] + 1
                    queue.append(edge.end)
        return far
