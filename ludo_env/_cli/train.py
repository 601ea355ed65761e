"""`ludo-env train`: a network that learns a game by self-play."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path
from typing import Any

from ludo_env._cli.colour import NEVER
from ludo_env._cli.options import add_backend, add_game, spec_of
from ludo_env._cli.parser import INTERRUPTED, UsageError, add_command
from ludo_env._engine.errors import LudoError, cut_path, quoted

ENGINES = ("inline", "process", "ray")
EXAMPLES = (
    "ludo-env train --players 2 --minutes 0.1 --seed 1 --out net.npz --curve net.csv",
    "ludo-env train --players 2 --minutes 0.2 --out net.npz --resume net.checkpoint.npz",
    "ludo-env train --players 2 --minutes 0.1 --against greedy --out response.npz",
)


def add_train_command(commands: Any) -> None:
    """Add `train` to the command line."""
    train = add_command(
        commands, "train", "train a network by self-play", _train,
        "Train a network by self-play, for the agent net:file=FILE.npz. At checkpoints it\n"
        "plays against a known agent, and is written.",
        EXAMPLES,
    )  # fmt: skip
    add_game(train)
    add = train.add_argument
    add("--minutes", type=float, metavar="M", help="CPU time to use (default: 10)")
    add("--games", type=int, metavar="N", help="games of self-play, instead of minutes")
    add("--out", type=Path, required=True, metavar="FILE", help="the network, ending in .npz")
    add("--seed", type=int, default=0, metavar="N", help="seed of weights and dice (default: 0)")
    add("--hidden", metavar="N,N", help="sizes of the hidden layers (default: 128,16)")
    add(
        "--against", default="", metavar="AGENT",
        help="learn the best response to an agent on all other sides, such as net or greedy",
    )  # fmt: skip
    add("--resume", type=Path, metavar="FILE", help="a checkpoint to go on from")
    add("--curve", type=Path, metavar="FILE", help="write the measurements as CSV")
    add("--tensorboard", type=Path, metavar="FOLDER", help="write them for TensorBoard, too")
    add(
        "--measured", type=int, default=400, metavar="N",
        help="games of a measurement; 0 for none (default: 400)",
    )  # fmt: skip
    add("--engine", choices=ENGINES, help="inline (default); process for several jobs; ray")
    add("--jobs", type=int, default=1, metavar="N", help="actors that play at once")
    add_backend(train)
    add("--quiet", action="store_true", help="show no progress")


def _train(chosen: argparse.Namespace) -> int:
    """Train, and print the last point of the curve; Ctrl-C ends the run with one line."""
    from ludo_env.training.checkpoint import checkpoint_path

    try:
        _run(chosen)
    except KeyboardInterrupt:
        kept = checkpoint_path(chosen.out)
        more = f"; --resume {cut_path(kept)} goes on" if kept.is_file() else ""
        print(f"ludo-env: interrupted{more}.", file=sys.stderr)
        return INTERRUPTED
    return 0


def _run(chosen: argparse.Namespace) -> None:
    from ludo_env.training.display import display
    from ludo_env.training.plan import HIDDEN
    from ludo_env.training.run import train

    minutes = chosen.minutes
    if minutes is not None and chosen.games is not None:
        raise UsageError("--minutes and --games cannot be given together.")
    if minutes is None and chosen.games is None:
        minutes = 10.0
    spec = spec_of(chosen)
    with display(not chosen.quiet, chosen.color != NEVER) as watch:
        points = train(
            spec,
            chosen.out,
            minutes=minutes,
            games=chosen.games,
            seed=chosen.seed,
            hidden=HIDDEN if chosen.hidden is None else _sizes(chosen.hidden),
            against=chosen.against,
            resume=chosen.resume,
            curve=chosen.curve,
            tensorboard=chosen.tensorboard,
            measured=chosen.measured,
            engine=chosen.engine or ("process" if chosen.jobs > 1 else "inline"),
            jobs=chosen.jobs,
            backend=chosen.backend,
            note=shlex.join(["ludo-env", *sys.argv[1:]]),
            watch=watch,
        )
    if points:
        print(points[-1])
    print(f"play it as net:file={chosen.out}")


def _sizes(text: str) -> tuple[int, int]:
    """Return the two sizes of `--hidden`."""
    try:
        first, second = (int(part) for part in text.split(","))
    except ValueError as error:
        raise LudoError(f"--hidden takes two sizes such as 128,16, not {quoted(text)}.") from error
    return first, second
