"""`ludo-env demo`: a random game in the terminal."""

from __future__ import annotations

import argparse
import time
from typing import Any

from ludo_env._cli.colour import is_coloured, is_terminal
from ludo_env._cli.options import add_backend, add_game, add_old_teams, add_seed, spec_of
from ludo_env._cli.parser import add_command
from ludo_env._envs.aec import BoardEnv
from ludo_env._envs.env_module import env_of

EXAMPLES = (
    "ludo-env demo",
    "ludo-env demo --game tock --seed 3",
    "ludo-env demo --mode teams --every 100",
)


def add_demo_command(commands: Any) -> None:
    """Add `demo` to the command line."""
    demo = add_command(
        commands, "demo", "play a seeded random game in the terminal", _demo,
        "Play one random game and show the board on the way. The last line has the\n"
        "result and the speed.",
        EXAMPLES,
    )  # fmt: skip
    add_game(demo)
    add_old_teams(demo)
    add_seed(demo, 7)
    demo.add_argument(
        "--every", type=int, default=40, metavar="N",
        help="show the board after every N steps (default: 40)",
    )  # fmt: skip
    demo.add_argument(
        "--delay", type=float, default=0.15, metavar="SECONDS",
        help="pause between two boards on a terminal (default: 0.15)",
    )  # fmt: skip
    add_backend(demo)


def _demo(chosen: argparse.Namespace) -> int:
    """Play one game; print boards, and a last line with the result and the speed."""
    env = env_of(spec_of(chosen), render_mode="ansi", backend=chosen.backend)
    coloured, delay = is_coloured(chosen.color), chosen.delay if is_terminal() else 0
    env.reset(seed=chosen.seed)
    for space in env.action_spaces.values():
        space.seed(chosen.seed)
    base = env.unwrapped
    steps, timed, playing, backend = 0, 0, 0.0, base.backend
    while not (any(env.terminations.values()) or any(env.truncations.values())):
        if steps % max(1, chosen.every) == 0:
            _show(env, f"step {steps}", coloured, delay)
        start = time.perf_counter()
        agent = env.agent_selection
        env.step(env.action_space(agent).sample(env.last()[0]["action_mask"]))
        playing += time.perf_counter() - start
        steps, timed = steps + 1, timed + 1
        if base.backend != backend:  # compiled from now on: measure only the steps that follow
            timed, playing, backend = 0, 0.0, base.backend
    _show(env, f"step {steps}", coloured, 0)
    winners = " and ".join(agent for agent, reward in env.rewards.items() if reward > 0)
    print(f"{winners or 'nobody'} won after {steps} steps (seed {chosen.seed}); ", end="")
    plain = " in plain Python, before it is compiled" if backend != base.game.backend else ""
    print(f"{timed / playing:,.0f} steps/s{plain}" if timed else "compiled with the last step")
    return 0


def _show(env: BoardEnv, title: str, coloured: bool, delay: float) -> None:
    print(f"{title}\n{env.picture(coloured)}\n", flush=True)
    time.sleep(max(delay, 0))
