"""The command line: `ludo-env demo` plays a game in the terminal, `ludo-env bench` measures."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from typing import Any

from ludo_env._cli.arena import add_arena_command
from ludo_env._cli.game_modules import GAMES
from ludo_env._cli.lists import add_list_commands
from ludo_env._cli.play import add_play_commands
from ludo_env._cli.replay import add_replay_commands
from ludo_env._cli.rules import add_rules_command
from ludo_env._engine.errors import LudoError
from ludo_env._envs.aec import BoardEnv
from ludo_env._version import __version__
from ludo_env.envs import loose_ludo_v0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit status."""
    parser = argparse.ArgumentParser(prog="ludo-env", description="Race and dice board games.")
    parser.add_argument("--version", action="version", version=f"ludo-env {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    demo = commands.add_parser("demo", help="play a seeded random game in the terminal")
    demo.add_argument("--game", default="ludo", help="a name (ludo, tock, ..) or a game's file")
    demo.add_argument("--trust", action="store_true", help="allow a file to name rules of your own")
    demo.add_argument("--players", type=int, help="number of players (default: the game's own)")
    demo.add_argument("--teams", action="store_true", help="two teams of two (ludo)")
    demo.add_argument("--seed", type=int, default=7)
    demo.add_argument("--every", type=int, default=40, help="show the board after every N steps")
    demo.add_argument("--delay", type=float, default=0.15, help="seconds between two boards")
    demo.add_argument("--backend", choices=("auto", "numba", "python"), default="auto")
    demo.set_defaults(run=_demo)
    bench = commands.add_parser("bench", help="steps per second, as ratios")
    bench.add_argument("game", nargs="?", choices=sorted(GAMES), default="ludo")
    bench.add_argument("--num-envs", type=int, nargs="+", default=[1024, 4096, 65536])
    bench.add_argument("--threads", type=int, nargs="+", default=[1])
    bench.add_argument("--rounds", type=int, default=10, help="turns of each (default 10)")
    bench.add_argument("--seconds", type=float, default=0.2, help="of each turn (default 0.2)")
    bench.set_defaults(run=_bench)
    add_list_commands(commands)
    add_rules_command(commands)
    add_arena_command(commands)
    add_play_commands(commands)
    add_replay_commands(commands)
    chosen = parser.parse_args(arguments)
    try:
        return int(chosen.run(chosen))
    except LudoError as error:
        print(f"ludo-env: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader has gone; Python would complain again when it closes the output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _demo(chosen: argparse.Namespace) -> int:
    """Play one game: boards on the way, and a last line with the result and the speed."""
    keywords: dict[str, Any] = {"mode": "teams"} if chosen.teams else {}
    if chosen.players is not None:
        keywords["num_players"] = chosen.players
    keywords |= {"render_mode": "ansi", "backend": chosen.backend}
    if chosen.game in GAMES:
        env = GAMES[chosen.game].env(**keywords)
    else:
        env = loose_ludo_v0.env(chosen.game, trust=chosen.trust, **keywords)
    shown = sys.stdout.isatty()
    env.reset(seed=chosen.seed)
    for space in env.action_spaces.values():
        space.seed(chosen.seed)
    steps, playing = 0, 0.0
    while not (any(env.terminations.values()) or any(env.truncations.values())):
        if steps % max(1, chosen.every) == 0:
            _show(env, f"step {steps}", shown, chosen.delay)
        start = time.perf_counter()
        agent = env.agent_selection
        env.step(env.action_space(agent).sample(env.last()[0]["action_mask"]))
        playing += time.perf_counter() - start
        steps += 1
    _show(env, f"step {steps}", shown, 0)
    winners = " and ".join(agent for agent, reward in env.rewards.items() if reward > 0)
    print(f"{winners or 'nobody'} won after {steps} steps (seed {chosen.seed}); ", end="")
    print(f"{steps / playing:,.0f} steps/s")
    return 0


def _bench(chosen: argparse.Namespace) -> int:
    """Print a table: rates, and ratios to the AEC loop and to the C loop."""
    from ludo_env._cli.bench import AEC, C_LOOP, batch_rates

    module = GAMES[chosen.game].__name__.rsplit(".", 1)[-1]
    rates = batch_rates(module, chosen.num_envs, chosen.threads, chosen.rounds, chosen.seconds)
    print(f"{chosen.game}: random play, one run; only the ratios mean something.")
    print(f"{'':24} {'steps/s':>12}  {'of the AEC loop':>15}  {'of the C loop':>13}")
    for name, rate in rates.items():
        of_c = f"{rate / rates[C_LOOP]:.2f}x" if C_LOOP in rates else "-"
        print(f"{name:24} {rate:12,.0f}  {rate / rates[AEC]:14.1f}x  {of_c:>13}")
    return 0


def _show(env: BoardEnv, title: str, colour: bool, delay: float) -> None:
    board = env.picture(colour)
    print(f"{title}\n{board}\n", flush=True)
    if colour:
        time.sleep(delay)


if __name__ == "__main__":
    raise SystemExit(main())
