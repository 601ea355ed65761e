"""`ludo-env arena`: matches between agents, with tables of the results."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from ludo_env._cli.colour import NEVER, is_coloured
from ludo_env._cli.options import add_backend, add_game, add_old_teams, add_seed, spec_of
from ludo_env._cli.parser import INTERRUPTED, UsageError, add_command
from ludo_env._engine.errors import cut_path

ENGINES = ("inline", "process", "ray")
SEATS = ("balanced", "fixed")
EXAMPLES = (
    "ludo-env arena --players 2 --agents greedy,random --games 20",
    "ludo-env arena --game mensch --agents heuristic,random,random,random --games 4",
    "ludo-env arena --players 2 --agents greedy,heuristic,random --tournament --games 6",
    "ludo-env arena --players 2 --agents random,random --games 20 --out runs/first --traces",
    "ludo-env arena --players 2 --agents greedy,random --games 20 --luck",
    "ludo-env arena --players 2 --agents greedy,heuristic,random --games 4 --cross-play",
)


def add_arena_command(commands: Any) -> None:
    """Add `arena` to the command line; most of its modules are imported when it runs."""
    arena = add_command(
        commands, "arena", "matches and tournaments between agents", _arena,
        "Play games between agents and print who won how often, with 95 % intervals.\n"
        "Seats are balanced, and the same seed gives the same table.",
        EXAMPLES,
    )  # fmt: skip
    add_game(arena)
    add_old_teams(arena)
    add = arena.add_argument
    add(
        "--agents", action="append", required=True, metavar="LIST",
        help="greedy,rollout:samples=50,depth=9,random: a part with = belongs to the agent before "
        "it; may be given several times",
    )  # fmt: skip
    add("--games", type=int, default=1000, metavar="N", help="how many in all (default: 1000)")
    add_seed(arena, 0)
    add("--seats", choices=SEATS, default=SEATS[0], help="all seatings in turn, or as listed")
    add("--tournament", action="store_true", help="any number of agents; every set plays in turn")
    add("--pool", action="store_true", help="a tournament with random tables")
    add("--cross-play", action="store_true", help="each alone against each other; --games a pair")
    add("--engine", choices=ENGINES, help="inline (default); process for several jobs or a limit")
    add("--jobs", type=int, default=1, metavar="N", help="chunks of games played at once")
    add("--max-steps", type=int, metavar="N", help="abort a game after N decisions: a draw")
    add(
        "--decision-limit", type=float, metavar="SECONDS",
        help="an agent that takes longer ends the run",
    )  # fmt: skip
    add("--only", type=int, metavar="N", help="play game number N alone, and write nothing")
    add_backend(arena)
    add(
        "--out", type=Path, metavar="FOLDER",
        help="a folder for the games; a run that stopped there goes on",
    )  # fmt: skip
    add(
        "--traces", action="store_true",
        help="keep dice and actions of every game in --out, as Parquet (ludo-env[data])",
    )  # fmt: skip
    add(
        "--luck", nargs="?", const="greedy", metavar="AGENT",
        help="take the luck out of the shares too, by the forecast of an agent (default: greedy)",
    )  # fmt: skip
    add("--plot", type=Path, metavar="FILE", help="draw the result to this file")
    add("--quiet", action="store_true", help="show no progress")


def _arena(chosen: argparse.Namespace) -> int:
    """Play and print the tables; Ctrl-C ends the run with one line."""
    try:
        _play(chosen)
    except KeyboardInterrupt:
        kept = f"; the same command goes on from {cut_path(chosen.out)}" if chosen.out else ""
        print(f"ludo-env: interrupted{kept}.", file=sys.stderr)
        return INTERRUPTED
    return 0


def _play(chosen: argparse.Namespace) -> None:
    if chosen.cross_play:
        _play_across(chosen)
        return
    from ludo_env.agents.agent_text import split_agents
    from ludo_env.arena.plan import Plan
    from ludo_env.arena.plot import check_plot
    from ludo_env.arena.progress import progress_of
    from ludo_env.arena.run import run
    from ludo_env.arena.table_text import show

    if chosen.traces and chosen.out is None:
        raise UsageError("--traces needs --out: the folder that the games are written to.")
    pairing = "pool" if chosen.pool else "round" if chosen.tournament else "match"
    plan = Plan(
        spec_of(chosen), tuple(split_agents(",".join(chosen.agents))), chosen.games, chosen.seed,
        chosen.seats, pairing, chosen.max_steps, chosen.backend, chosen.decision_limit,
        luck=chosen.luck,
    )  # fmt: skip
    engine = _engine(chosen)
    if chosen.plot is not None:
        check_plot(chosen.plot)
    with progress_of(not chosen.quiet, chosen.color != NEVER) as tell:
        result = run(
            plan, engine, chosen.jobs, chosen.out, tell, only=chosen.only, traces=chosen.traces
        )
    show(result, is_coloured(chosen.color))
    if chosen.plot is not None:
        result.plot(chosen.plot)


def _play_across(chosen: argparse.Namespace) -> None:
    """Play every pair of the agents, and print the table."""
    from ludo_env.agents.agent_text import split_agents
    from ludo_env.arena.cross_play import cross_play
    from ludo_env.arena.progress import progress_of

    unfit = ("tournament", "pool", "plot", "only")
    for name in unfit:
        if getattr(chosen, name) not in (None, False):
            raise UsageError(f"--cross-play and --{name} cannot be given together.")
    with progress_of(not chosen.quiet, chosen.color != NEVER) as tell:
        found = cross_play(
            split_agents(",".join(chosen.agents)), spec_of(chosen), chosen.games, chosen.seed,
            chosen.seats, _engine(chosen), chosen.jobs, chosen.out, tell,
            max_steps=chosen.max_steps, backend=chosen.backend, luck=chosen.luck,
            decision_limit=chosen.decision_limit, traces=chosen.traces,
        )  # fmt: skip
    print(found)


def _engine(chosen: argparse.Namespace) -> str:
    """Return the engine; several jobs and a decision limit need other processes."""
    apart = chosen.jobs > 1 or chosen.decision_limit is not None
    return chosen.engine or ("process" if apart else "inline")
