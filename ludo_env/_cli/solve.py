"""`ludo-env solve`: exact win probabilities of games for two players."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from ludo_env._cli.options import add_game, spec_of
from ludo_env._cli.parser import DONE, NO, UsageError, add_command
from ludo_env._engine.spec import Spec
from ludo_env.catalogue import games

EXAMPLES = ("ludo-env solve --game ludo --pieces 1 --tolerance 1e-6 --out ludo.solution",)


def add_solve_command(commands: Any) -> None:
    """Add `solve` to the command line."""
    solve = add_command(
        commands, "solve", "exact win probabilities of a game for two", _solve,
        "Work out the win probability of every state that play can reach if both players choose\n"
        "best; a draw counts as half a win. A game that is too large for the memory is refused.",
        EXAMPLES,
        no="the bounds did not meet within the tolerance; the last ones are printed",
    )  # fmt: skip
    add_game(solve)
    solve.add_argument("--pieces", type=int, metavar="N", help="pieces of each player, in races")
    solve.add_argument(
        "--tolerance", type=float, default=1e-12, metavar="T",
        help="the largest error of a value, from 1e-15 to 0.1 (default: 1e-12)",
    )  # fmt: skip
    solve.add_argument(
        "--out", type=Path, metavar="FILE",
        help="a file for the solution; FILE.part keeps unfinished work, which goes on from there",
    )  # fmt: skip


def _solve(chosen: argparse.Namespace) -> int:
    """Print the number of states, the certified error and, in the last line, the result."""
    from ludo_env.solver import solve
    from ludo_env.solver.progress import lines_to_stderr

    known = games().get(chosen.game)
    if chosen.players is None and known is not None and "num_players" in known.keywords:
        chosen.players = 2
    spec = _with_pieces(spec_of(chosen), chosen.pieces)
    out: Path | None = chosen.out
    keep = None if out is None else out.with_name(f"{out.name}.part")
    solution = solve(spec, chosen.tolerance, lines_to_stderr(), keep=keep)
    if out is not None:
        solution.save(out)
    states, finished = solution.states, solution.finished
    print(f"{spec.name}: {states:,} states, of which {finished:,} are finished games")
    print(f"every value is exact to {solution.residual:.1e}")
    print(f"first player wins {100 * solution.start:.10f} %")
    return DONE if solution.residual <= chosen.tolerance else NO


def _with_pieces(spec: Spec, pieces: int | None) -> Spec:
    """Return the game with this number of pieces for each player; None changes nothing."""
    if pieces is None:
        return spec
    if not hasattr(spec.board, "pieces"):
        raise UsageError(f"--pieces is for races, and {spec.name} is not one.")
    return replace(spec, board=replace(spec.board, pieces=pieces))
