"""The states of a game: equal states are assumed, then proved; large games are refused.

Things that are alike and, on a symmetric board, the two players can be exchanged if that changes
no value. Both are assumed, tried on a sample, and then checked in every state that is expanded; if
a check fails, the enumeration starts again without that assumption.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ludo_env._engine.errors import LudoError, SpecError
from ludo_env._engine.game import Game
from ludo_env._engine.solving.codec import Codec
from ludo_env._engine.solving.graph import (
    Graph,
    RangeError,
    TooManyError,
    UnlikeError,
    Watch,
    start_of,
)
from ludo_env._engine.solving.memory import bytes_of_state
from ludo_env._engine.solving.sampling import estimate, ranges_of, sample_states, widened
from ludo_env._engine.state import Record

# States of the sample on which assumptions are tried; in plain Python fewer.
_TRIED, _TRIED_PLAINLY = 1000, 50
# A program has at least this many words; used before the first one is known.
_SHORTEST = 4
# A game is refused if its estimate takes more than this many times the memory.
_TOO_HIGH = 3
_GIGABYTE = 1 << 30


def check_solvable(game: Game) -> None:
    """Refuse a game that has no value for each of two players."""
    if game.players != 2:
        raise SpecError(
            f"The solver takes games for two players, and {game.spec.name!r} is one for "
            f"{game.players}."
        )
    hidden = [name for name, field in game.layout.fields.items() if field.private]
    if hidden:
        raise SpecError(
            f"The solver takes games in which both players see everything, and in "
            f"{game.spec.name!r} each sees only their own {hidden[0]}."
        )


def enumerated(game: Game, memory: int, watch: Callable[[int, int, float], object]) -> Graph:
    """Return all states that can be reached; refuse a game that needs more than `memory`.

    `watch` is called with the states expanded, those known, and how many are expected.
    """
    sample = sample_states(game)
    records, ranges = sample.pending, ranges_of(game.layout, sample)
    _refuse_large(game, records, memory, bytes_of_state(1, _SHORTEST), sorts=True, turns=True)
    for sorts, turns in _assumptions(game):
        while True:
            codec = Codec(game.layout, ranges, game.plain.machine.derive, sorts, turns)
            try:
                size = _tried(game, codec, records)
                most = int(memory / size)
                expected = _refuse_large(game, records, memory, size, sorts=sorts, turns=turns)
                return _all_of(game, codec, most, memory, partial(_watched, watch, expected))
            except RangeError as error:
                ranges = widened(game.layout, ranges, str(error))
            except UnlikeError:
                break
    raise LudoError(f"{game.spec.name!r} cannot be solved: its states do not say how it goes on.")


def _assumptions(game: Game) -> list[tuple[bool, bool]]:
    """Return the assumptions to try, best first: (things are alike, players are alike)."""
    several = any(run > 1 for run in game.layout.alike.values())
    choices = (True, False) if several else (False,)
    return [(sorts, turns) for turns in (True, False) for sorts in choices]


def _tried(game: Game, codec: Codec, records: Record) -> float:
    """Try the assumptions on a sample; return about how many bytes a state takes."""
    count = _TRIED_PLAINLY if game.backend == "python" else _TRIED
    step = max(1, len(records) // count)
    roots = (records[at : at + 1] for at in range(0, len(records), step))
    graph = Graph(game, codec, roots, most=len(records) * 100)
    tried = graph.states
    graph.expand(limit=tried)
    return bytes_of_state(codec.words, graph.words / tried)


def _all_of(game: Game, codec: Codec, most: int, memory: int, watch: Watch) -> Graph:
    graph = Graph(game, codec, [start_of(game)], most)
    try:
        graph.expand(watch=watch)
    except TooManyError:
        raise LudoError(
            f"{game.spec.name!r} has more than the {most:,} states that fit into "
            f"{memory / _GIGABYTE:.1f} GiB of memory."
        ) from None
    graph.finish()
    return graph


def _watched(
    watch: Callable[[int, int, float], object], expected: float, done: int, known: int
) -> None:
    watch(done, known, expected)


def _refuse_large(
    game: Game, records: Record, memory: int, size: float, *, sorts: bool, turns: bool
) -> float:
    """Return the estimated number of states; refuse a game that is too large by it."""
    states = estimate(game.layout, records, sorts=sorts, turns=turns)
    if states * size > memory * _TOO_HIGH:
        raise SpecError(
            f"{game.spec.name!r} is too large to be solved: it has about {states:.1e} states, and "
            f"{memory / size:.1e} fit into the {memory / _GIGABYTE:.1f} GiB of memory here; fewer "
            f"pieces or squares make it smaller."
        )
    return states
