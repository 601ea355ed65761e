"""`ludo-env bench`: steps per second of the AEC loop and of batches, measured side by side."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from ludo_env._cli.options import GAME, add_backend, add_game, add_seed, spec_of
from ludo_env._cli.parser import UsageError, add_command
from ludo_env._engine.backends import available
from ludo_env._engine.errors import quoted
from ludo_env._engine.spec import Spec
from ludo_env._envs.env_module import env_of
from ludo_env._envs.registration import make_vec
from ludo_env._envs.vector import BatchEnv
from ludo_env.catalogue import name_of
from ludo_env.testing.rates import best_rates

AEC, C_LOOP, C_LIMIT = "AEC loop", "C loop, by hand", "C loop, every trick"
# Rounds before a batch is measured, which spread its games over all stages of play.
_SPREAD = 600

Rates = dict[str, float]


EXAMPLES = (
    "ludo-env bench --num-envs 64 --rounds 1 --seconds 0.05",
    "ludo-env bench strict --players 2 --num-envs 64 --rounds 1 --seconds 0.05",
)


def add_bench_command(commands: Any) -> None:
    """Add `bench` to the command line."""
    bench = add_command(
        commands, "bench", "steps per second, as ratios", _bench,
        "Measure random play in one run: the AEC loop, and batches of games.\n"
        "Only the ratios mean something.",
        EXAMPLES,
    )  # fmt: skip
    bench.add_argument("name", nargs="?", metavar="NAME|FILE", help=f"the same as --game: {GAME}")
    add_game(bench, None)
    bench.add_argument(
        "--num-envs", type=_count, nargs="+", default=[1024, 4096, 65536], metavar="N",
        help="games of each batch (default: 1024 4096 65536)",
    )  # fmt: skip
    bench.add_argument(
        "--threads", type=_count, nargs="+", default=[1], metavar="N",
        help="threads of each batch (default: 1)",
    )  # fmt: skip
    bench.add_argument(
        "--rounds", type=_count, default=10, metavar="N", help="turns of each (default: 10)"
    )
    bench.add_argument(
        "--seconds", type=float, default=0.2, metavar="S", help="of each turn (default: 0.2)"
    )
    add_seed(bench, 1)
    add_backend(bench)


def _bench(chosen: argparse.Namespace) -> int:
    """Print a table: rates, and ratios to the AEC loop and to the C loop."""
    if chosen.name is not None and chosen.game is not None:
        raise UsageError("ludo-env bench measures one game; give it once, with --game or without.")
    if not 0 < chosen.seconds < float("inf"):
        raise UsageError(f"--seconds is a number above 0, not {chosen.seconds}.")
    chosen.game = chosen.game or chosen.name
    spec = spec_of(chosen)
    rates = batch_rates(
        spec, chosen.num_envs, chosen.threads, chosen.rounds, chosen.seconds, chosen.seed,
        chosen.backend,
    )  # fmt: skip
    print(f"{spec.name}: random play, one run; only the ratios mean something.")
    print(f"{'':24} {'steps/s':>12}  {'of the AEC loop':>15}  {'of the C loop':>13}")
    for name, rate in rates.items():
        of_c = f"{rate / rates[C_LOOP]:.2f}x" if C_LOOP in rates else "-"
        print(f"{name:24} {rate:12,.0f}  {rate / rates[AEC]:14.1f}x  {of_c:>13}")
    return 0


def batch_rates(
    spec: Spec,
    sizes: Sequence[int],
    threads: Sequence[int],
    rounds: int,
    seconds: float,
    seed: int = 1,
    backend: Any = "auto",
) -> Rates:
    """Measure the AEC loop, each batch, and C programs if there are any, in steps per second."""
    env = env_of(spec, backend=available(backend))  # `available` waits for the compiler
    env.reset(seed=seed)
    contestants: dict[str, Callable[[int], int]] = {AEC: partial(play, env)}
    for count in sizes:
        for share in threads:
            name = f"{count:,} games" + (f", {share} threads" if share > 1 else "")
            envs = make_vec(
                "loose_ludo_v0", count, spec=spec, seed=seed, threads=share, copy=False,
                observation="compact", backend=backend,
            )  # fmt: skip
            contestants[name] = _rounds(envs)
    if name_of(spec) == "ludo":
        contestants |= _c_rounds(max(sizes))
    return best_rates(contestants, rounds, seconds)


def play(env: Any, steps: int) -> int:
    """Play a number of steps of the standard loop, in as many games as needed."""
    done = 0
    while done < steps:
        env.reset()
        for agent in env.agent_iter(steps - done):
            observation, _, termination, truncation, _ = env.last()
            action = None
            if not (termination or truncation):
                action = env.action_space(agent).sample(observation["action_mask"])
            env.step(action)
            done += 1
    return done


def _rounds(envs: BatchEnv) -> Callable[[int], int]:
    """Return a function that plays rounds of random actions, with all data for a learner."""
    envs.reset()

    def rounds(amount: int) -> int:
        for _ in range(amount):
            envs.step(envs.sample_actions())
        return amount * envs.num_envs

    rounds(_SPREAD)
    return rounds


def _c_rounds(games: int) -> dict[str, Any]:
    """Return the C programs of the `benchmarks` folder, if it is beside the package."""
    folder = Path(__file__).parents[2] / "benchmarks"
    if not (folder / "c_loop.py").exists():
        return {}
    sys.path.insert(0, str(folder))
    c_rounds = import_module("c_loop").c_rounds
    found = {C_LOOP: c_rounds("ludo_batch", games), C_LIMIT: c_rounds("ludo_bits", games)}
    programs = {name: program for name, program in found.items() if program is not None}
    for program in programs.values():
        program(_SPREAD)
    return programs


def _count(text: str) -> int:
    """Return a whole number of at least 1."""
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"is a whole number from 1, not {quoted(text)}")
    return int(text)
