"""Whole random games in one call: the kernel, and the hand-written C program."""

from __future__ import annotations

from c_loop import Stream, c_playout
from rounds import best_rates

from ludo_env.core.chance import stream_keys
from ludo_env.core.game import game_of
from ludo_env.track.games.ludo import ludo

KERNEL, C_LOOP = "kernel", "C loop"
_SEEDS = (1, 2, 3)


def game_rates(rounds: int, seconds: float, games: int) -> dict[str, float]:
    """Decisions per second of both, after `games` games of each seed came out alike in both."""
    game = game_of(ludo(), "numba")
    session = game.session("compact", seed=0)
    contestants = {KERNEL: lambda amount: game.playout(session, amount)}
    playout = c_playout()
    if playout is not None:
        for seed in _SEEDS:
            _compare(game, playout, seed, games)
        stream = Stream(*stream_keys(0), 0)
        contestants[C_LOOP] = lambda amount: playout(stream, amount)
    return best_rates(contestants, rounds, seconds)


def _compare(game, playout, seed: int, games: int) -> None:
    """An error unless both make the same number of decisions and of draws from the same seed."""
    session = game.session("compact", seed=seed)
    stream = Stream(*stream_keys(seed), 0)
    ours = (game.playout(session, games), int(session.stream["drawn"][0]))
    theirs = (playout(stream, games), int(stream.drawn))
    if ours != theirs:
        raise SystemExit(
            f"Seed {seed}: in {games} games the kernel made {ours} decisions and draws, "
            f"and the C loop {theirs}; they do not play the same game."
        )
