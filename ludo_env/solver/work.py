"""Solving a game: states, layers and values, with progress and a file from which work goes on."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from ludo_env._engine.arguments import is_whole
from ludo_env._engine.errors import LudoError, quoted
from ludo_env._engine.game import Game, game_of
from ludo_env._engine.solving.enumeration import check_solvable, enumerated
from ludo_env._engine.solving.graph import Graph
from ludo_env._engine.solving.known_values import KnownValues
from ludo_env._engine.solving.layers import Bounds, Layers
from ludo_env._engine.solving.memory import available_memory
from ludo_env._engine.spec import Spec
from ludo_env.catalogue import games, load_game, spec_with
from ludo_env.solver.part_file import PartFile
from ludo_env.solver.progress import LAYERS, STATES, VALUES, Clock, Listener, Progress, Rate
from ludo_env.solver.solution import Solution

# The smallest and largest tolerance: 64-bit numbers are not exact enough for a smaller one, and a
# larger one says nothing.
_FINEST, _COARSEST = 1e-15, 0.1
# Gaps of a layer are closed to this share of the tolerance, so that layers before it can reach it.
_SHARE = 0.1
# Seconds after which the bounds are written to disk again.
_PAUSE = 300.0


def solve(
    spec_or_name: Spec | str | Path,
    tolerance: float = 1e-12,
    progress: Listener | None = None,
    *,
    backend: str = "auto",
    memory: int | None = None,
    keep: str | Path | None = None,
) -> Solution:
    """Return the win probability of every state that play can reach, to within `tolerance`.

    spec_or_name: a game for two players: its spec, name or file. If the name leaves the number of
        players open, it is two.
    progress: a function that is called with a `Progress` every second or so.
    memory: how many bytes may be used; by default what is available. A game that needs more, by an
        estimate, is refused before the work begins.
    keep: a file that keeps the bounds while the solver is at work. If it exists and is of the same
        game, the solver goes on from there. It is removed at the end.

    A draw counts as half a win, and so does a game that is broken off.
    """
    if not isinstance(tolerance, float) or not _FINEST <= tolerance <= _COARSEST:
        raise LudoError(
            f"The tolerance of solve is a number from {_FINEST} to {_COARSEST}, not "
            f"{quoted(tolerance)}."
        )
    if memory is not None and not is_whole(memory, 1, 1 << 60):
        raise LudoError(f"The memory of solve is a number of bytes from 1, not {quoted(memory)}.")
    spec = _spec(spec_or_name)
    game = game_of(spec, backend)
    check_solvable(game)
    listen = progress or (lambda _: None)
    graph = enumerated(
        game, available_memory() if memory is None else memory, _watching_states(listen)
    )
    rate = Rate()

    def watch(done: int) -> None:
        listen(Progress(LAYERS, done, graph.states, 1.0, rate.left(done, graph.states)))

    layers = Layers(graph, watch)
    bounds = Bounds(game, graph, layers)
    _tighten(bounds, tolerance, listen, None if keep is None else Path(keep))
    return _solution(game, graph, bounds, tolerance)


def _spec(spec_or_name: Spec | str | Path) -> Spec:
    """Return the spec; of a name that leaves the number of players open, the one for two."""
    known = games().get(spec_or_name) if isinstance(spec_or_name, str) else None
    if known is not None and "num_players" in known.keywords:
        return spec_with(known.name, 2)
    return load_game(spec_or_name)


def _watching_states(listen: Listener) -> Callable[[int, int, float], object]:
    rate = Rate()

    def watch(done: int, known: int, expected: float) -> None:
        listen(Progress(STATES, done, known, 1.0, rate.left(done, max(known, expected))))

    return watch


def _tighten(bounds: Bounds, tolerance: float, listen: Listener, keep: Path | None) -> None:
    """Sweep until all gaps are closed; write the bounds to the file now and then."""
    part = None if keep is None else PartFile(keep, bounds)
    goal = 2 * tolerance * _SHARE
    clock, kept = Clock(goal), time.monotonic()
    states, starts = bounds.graph.states, bounds.layers.starts
    while not bounds.tighten(goal):
        done = int(starts[bounds.layer])
        gap = bounds.gap if bounds.rounds else 1.0
        end = int(starts[bounds.layer + 1])
        left = clock.left(bounds.layer, gap, end - done, states - end)
        listen(Progress(VALUES, done, states, gap, left))
        if part is not None and time.monotonic() - kept > _PAUSE:
            part.keep()
            kept = time.monotonic()
    listen(Progress(VALUES, states, states, bounds.gap, 0.0))
    if part is not None:
        part.remove()


def _solution(game: Game, graph: Graph, bounds: Bounds, tolerance: float) -> Solution:
    """Return the values, with the states in ascending order so that they are found quickly."""
    values, order = bounds.middle(), np.lexsort(graph.keys.T[::-1])
    numbers = {"residual": bounds.residual, "tolerance": tolerance, "finished": graph.finished}
    known = KnownValues(game, graph.codec, graph.keys[order], values[order])
    return Solution(known, start=float(values[0]), **numbers)
