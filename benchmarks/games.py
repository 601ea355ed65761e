"""Whole random games in one call: the kernel and a hand-written C program, for two games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from c_loop import Playout, Stream, c_playout
from lanes import LIMIT, OWN, Lane

from ludo_env import Game, Spec, game_of
from ludo_env._engine.chance import stream_keys
from ludo_env._families.track.games.french import french_ludo
from ludo_env._families.track.games.ludo import ludo
from ludo_env.testing.rates import Contestant

_SEEDS = (1, 2, 3)
_COMPARED = 500  # games of each seed


def lanes() -> Iterator[Lane]:
    """Return the lanes of whole games in one call."""
    for spec, program, target in ((ludo(), "ludo", None), (french_ludo(), "french", 1.0)):
        both = partial(_pair, spec, program)
        yield Lane(f"{program}, whole games", "decisions/s", both, f"{program}.c", target)


def _pair(spec: Spec, program: str) -> dict[str, Contestant]:
    """Return the kernel and the C loop, if available, after checking that their games agree."""
    game = game_of(spec, "numba")
    session = game.session("compact", seed=0)
    contestants: dict[str, Contestant] = {OWN: lambda amount: game.playout(session, amount)}
    playout = c_playout(program)
    if playout is not None:
        for seed in _SEEDS:
            _compare(game, playout, seed, _COMPARED)
        stream = Stream(*stream_keys(0), 0)
        contestants[LIMIT] = lambda amount: playout(stream, amount)
    return contestants


def _compare(game: Game, playout: Playout, seed: int, games: int) -> None:
    """Raise an error unless both make the same number of decisions and draws from a seed."""
    session = game.session("compact", seed=seed)
    stream = Stream(*stream_keys(seed), 0)
    ours = (game.playout(session, games), int(session.stream["drawn"][0]))
    theirs = (playout(stream, games), int(stream.drawn))
    if ours != theirs:
        raise SystemExit(
            f"{game.spec.name}, seed {seed}: in {games} games the kernel made {ours} decisions "
            f"and draws, and the C loop {theirs}; they do not play the same game."
        )
