"""Backgammon against OpenSpiel and pgx, in turns per second: `python benchmarks/backgammon.py`.

All play uniformly random actions, alternating in one run; libraries that are not installed are
skipped. An action moves one checker here and in pgx but two in OpenSpiel, so whole turns are
counted, from one player to the other.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any

from lanes import LIMIT, OWN, Lane

import ludo_env
from ludo_env import game_of, load_game
from ludo_env._engine.kernel import BEGIN, PLAY, SETTLE, unpack_status
from ludo_env.rules import OVER
from ludo_env.testing.rates import Contestant, best_rates

OURS = "ludo_env, whole games in one call"
BATCH = "ludo_env, make_vec, {games} games"
LOOP = "ludo_env, a session from Python"
SPIEL = "OpenSpiel, a state from Python"
SPIEL_GAMES = "OpenSpiel, whole games in one call"
PGX = "pgx, vmap and jit, {games} games"
GAMES = 1024
_CHANCE = -1  # OpenSpiel's player number for chance


def main() -> None:
    """Measure all that is installed, and print a table."""
    parser = argparse.ArgumentParser(description="Turns of backgammon per second.")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds")
    quick = parser.parse_args().quick
    rounds, seconds = (5, 0.2) if quick else (20, 0.5)
    # CPU time, so that work on several cores counts for each core.
    rates = best_rates(dict(_contestants()), rounds, seconds, time.process_time)
    print("Whole turns per second of work, the best of several; only the ratios mean something.")
    print(f"{'':40} {'turns/s':>12}  {'first / it':>8}")
    for name, rate in rates.items():
        print(f"{name:40} {rate:12,.0f}  {rates[OURS] / rate:8.1f}")


def lanes() -> Iterator[Lane]:
    """Return the lanes against the installed libraries."""
    name, unit, clock = f"backgammon, {GAMES:,} games", "turns/CPU s", time.process_time
    if find_spec("pgx"):
        both = partial(_batch_beside, _pgx)
        yield Lane(name, unit, both, f"pgx, {GAMES:,} games", 30.0, clock)
    if find_spec("pyspiel"):
        both = partial(_batch_beside, _open_spiel)
        yield Lane(name, unit, both, "OpenSpiel from Python", 100.0, clock)


def _batch_beside(rival: Callable[[], Contestant]) -> dict[str, Contestant]:
    game = game_of(load_game("backgammon"), "numba")
    per_turn = _decisions_per_turn(game.session("compact", 0))
    return {OWN: _batch(per_turn), LIMIT: rival()}


def _contestants() -> Iterator[tuple[str, Contestant]]:
    game = game_of(load_game("backgammon"), "numba")
    session = game.session("compact", 0)
    per_turn = _decisions_per_turn(session)
    yield OURS, lambda games: int(game.playout(session, games) / per_turn)
    yield LOOP, lambda games: _plays(session, games)
    yield BATCH.format(games=GAMES), _batch(per_turn)
    if find_spec("pyspiel"):
        yield SPIEL, _open_spiel()
        yield SPIEL_GAMES, _open_spiel_games()
    if find_spec("pgx"):
        yield PGX.format(games=GAMES), _pgx()


def _decisions_per_turn(session: Any) -> float:
    """Measure the decisions per turn once, over some games."""
    decisions = turns = 0
    for _ in range(200):
        seat, (acting, phase, count) = -1, unpack_status(session.run(BEGIN | SETTLE, 0))
        while phase != OVER:
            decisions, turns = decisions + 1, turns + int(acting != seat)
            seat = acting
            action = int(session.choices[random.randrange(count)])
            acting, phase, count = unpack_status(session.run(PLAY | SETTLE, action))
    return decisions / turns


def _plays(session: Any, games: int) -> int:
    """Play whole games, with each decision drawn in Python."""
    turns = 0
    for _ in range(games):
        seat, (acting, phase, count) = -1, unpack_status(session.run(BEGIN | SETTLE, 0))
        while phase != OVER:
            turns += int(acting != seat)
            seat = acting
            action = int(session.choices[random.randrange(count)])
            acting, phase, count = unpack_status(session.run(PLAY | SETTLE, action))
    return turns


def _batch(per_turn: float) -> Contestant:
    envs = ludo_env.make_vec(
        "loose_ludo_v0", GAMES, spec="backgammon", observation="compact", backend="numba",
        copy=False,
    )  # fmt: skip
    envs.reset(seed=0)
    return lambda steps: int(_steps(envs, steps) / per_turn)


def _steps(envs: Any, steps: int) -> int:
    for _ in range(steps):
        envs.step(envs.sample_actions())
    return steps * GAMES


def _open_spiel() -> Contestant:
    import pyspiel

    game = pyspiel.load_game("backgammon")

    def run(games: int) -> int:
        turns = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    turns += 1
                state.apply_action(random.choice(state.legal_actions()))
        return turns

    return run


def _open_spiel_games() -> Contestant:
    """Play games with OpenSpiel's own random bots, entirely in C++."""
    import pyspiel

    game = pyspiel.load_game("backgammon")
    bots = [pyspiel.make_uniform_random_bot(player, 1 + player) for player in range(2)]

    def play() -> Any:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, random.randrange(1 << 30))
        return state

    def turns(state: Any) -> int:
        return sum(step.player == _CHANCE for step in state.full_history())

    # Reading a history takes longer than playing its game.
    per_game = sum(turns(play()) for _ in range(200)) / 200

    def run(games: int) -> int:
        for _ in range(games):
            play()
        return int(games * per_game)

    return run


def _pgx() -> Contestant:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("backgammon")
    begin = jax.jit(jax.vmap(env.init))
    step: Callable[..., Any] = jax.vmap(auto_reset(env.step, env.init))

    def once(carry: Any, _: Any) -> tuple[Any, Any]:
        state, key, turns = carry
        key, drawn, rolled = jax.random.split(key, 3)
        odds = jnp.log(state.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(drawn, odds, axis=1)
        after = step(state, actions, jax.random.split(rolled, GAMES))
        turns += (after.current_player != state.current_player).sum()
        return (after, key, turns), None

    @jax.jit
    def ten(state: Any, key: Any) -> Any:
        return jax.lax.scan(once, (state, key, 0), None, length=10)[0]

    key = jax.random.PRNGKey(0)
    held = {"state": begin(jax.random.split(key, GAMES)), "key": key}

    def run(tens: int) -> int:
        turns = 0
        for _ in range(tens):
            held["state"], held["key"], done = ten(held["state"], held["key"])
            turns += int(done)
        return turns

    return run


if __name__ == "__main__":
    main()
