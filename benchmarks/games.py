"""Whole random games in one call: the kernel, and a hand-written C program, of two games."""

from __future__ import annotations

from c_loop import Playout, Stream, c_playout

from ludo_env import Game, Spec, game_of
from ludo_env._engine.chance import stream_keys
from ludo_env._families.track.games.french import french_ludo
from ludo_env._families.track.games.ludo import ludo
from ludo_env.testing.rates import best_rates

KERNEL, C_LOOP = "kernel", "C loop"
_SEEDS = (1, 2, 3)


def game_rates(rounds: int, seconds: float, games: int) -> dict[str, dict[str, float]]:
    """Return decisions per second of the kernel and of the C loop, if there is one, by game.

    First `games` games of each seed must be identical in both.
    """
    return {
        "ludo": _pair_rates(ludo(), "ludo", rounds, seconds, games),
        "French": _pair_rates(french_ludo(), "french", rounds, seconds, games),
    }


def _pair_rates(
    spec: Spec, program: str, rounds: int, seconds: float, games: int
) -> dict[str, float]:
    game = game_of(spec, "numba")
    session = game.session("compact", seed=0)
    contestants = {KERNEL: lambda amount: game.playout(session, amount)}
    playout = c_playout(program)
    if playout is not None:
        for seed in _SEEDS:
            _compare(game, playout, seed, games)
        stream = Stream(*stream_keys(0), 0)
        contestants[C_LOOP] = lambda amount: playout(stream, amount)
    return best_rates(contestants, rounds, seconds)


def _compare(game: Game, playout: Playout, seed: int, games: int) -> None:
    """Raise an error unless both make equally many decisions and draws from a seed."""
    session = game.session("compact", seed=seed)
    stream = Stream(*stream_keys(seed), 0)
    ours = (game.playout(session, games), int(session.stream["drawn"][0]))
    theirs = (playout(stream, games), int(stream.drawn))
    if ours != theirs:
        raise SystemExit(
            f"{game.spec.name}, seed {seed}: in {games} games the kernel made {ours} decisions "
            f"and draws, and the C loop {theirs}; they do not play the same game."
        )
