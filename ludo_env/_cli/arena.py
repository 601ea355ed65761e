"""`ludo-env arena`: matches between agents, with tables of the results."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from ludo_env._engine.errors import LudoError, cut_path
from ludo_env._engine.spec import Spec


def add_arena_command(commands: Any) -> None:
    """Add `arena` to the command line; its imports are done when it is run."""
    arena = commands.add_parser("arena", help="matches and tournaments between agents")
    add = arena.add_argument
    add("--game", default="ludo", help="a name (ludo, tock, ..) or a game's file")
    add("--trust", action="store_true", help="allow a file to name rules of your own")
    add("--players", type=int, help="number of players (games that support it)")
    add("--teams", action="store_true", help="two teams of two (ludo)")
    add(
        "--agents",
        action="append",
        required=True,
        help="greedy,rollout:samples=50,depth=9,random: a part with = belongs to the agent before "
        "it; may be given several times",
    )
    add("--games", type=int, default=1000, help="how many in all (default 1000)")
    add("--seed", type=int, default=0)
    add("--seats", default="balanced", help="balanced (default) or fixed")
    add("--tournament", action="store_true", help="any number of agents; every set plays in turn")
    add("--pool", action="store_true", help="a tournament with random tables")
    add(
        "--engine",
        help="inline, process or ray (default: inline; for several jobs or a limit, process)",
    )
    add("--jobs", type=int, default=1, help="how many chunks of games are played at once")
    add("--max-steps", type=int, help="a game of this many decisions is aborted, a draw")
    add(
        "--decision-limit",
        type=float,
        metavar="SECONDS",
        help="an agent that takes longer ends the run",
    )
    add("--only", type=int, metavar="N", help="play game number N alone, and write nothing")
    add("--backend", choices=("auto", "numba", "python"), default="auto")
    add("--out", type=Path, help="a folder for the games; a run that stopped there goes on")
    add("--plot", type=Path, help="draw the result to this file")
    add("--quiet", action="store_true", help="show no progress")
    arena.set_defaults(run=_arena)


def _arena(chosen: argparse.Namespace) -> int:
    """Play, and print the tables; Ctrl-C ends it with one line."""
    from ludo_env._cli.play import INTERRUPTED

    try:
        _play(chosen)
    except KeyboardInterrupt:
        kept = f"; the same command goes on from {cut_path(chosen.out)}" if chosen.out else ""
        print(f"ludo-env: interrupted{kept}.", file=sys.stderr)
        return INTERRUPTED
    return 0


def _play(chosen: argparse.Namespace) -> None:
    from ludo_env.agents.agent_text import split_agents
    from ludo_env.arena.plan import Plan
    from ludo_env.arena.plot import check_plot
    from ludo_env.arena.run import run
    from ludo_env.arena.table_text import show

    pairing = "pool" if chosen.pool else "round" if chosen.tournament else "match"
    plan = Plan(
        _spec(chosen), tuple(split_agents(",".join(chosen.agents))), chosen.games, chosen.seed,
        chosen.seats, pairing, chosen.max_steps, chosen.backend, chosen.decision_limit,
    )  # fmt: skip
    # Only another process can be ended whatever it is doing.
    apart = chosen.jobs > 1 or chosen.decision_limit is not None
    engine = chosen.engine or ("process" if apart else "inline")
    if chosen.plot is not None:
        check_plot(chosen.plot)
    result = run(plan, engine, chosen.jobs, chosen.out, not chosen.quiet, only=chosen.only)
    show(result)
    if chosen.plot is not None:
        result.plot(chosen.plot)


def _spec(chosen: argparse.Namespace) -> Spec:
    """Return the game, with a number of players where it supports that."""
    from ludo_env._cli.game_modules import GAMES
    from ludo_env._envs.game_keywords import parted
    from ludo_env.catalogue import load_game

    keywords: dict[str, Any] = {"mode": "teams"} if chosen.teams else {}
    if chosen.players is not None:
        keywords["num_players"] = chosen.players
    if not keywords:
        return load_game(chosen.game, trust=chosen.trust)
    if chosen.game not in GAMES:
        raise LudoError(f"--players and --teams are for {', '.join(sorted(GAMES))}.")
    spec, _ = parted(GAMES[chosen.game].spec, keywords)
    return spec
