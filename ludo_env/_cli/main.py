"""The command line: all commands, and their exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from ludo_env._cli.arena import add_arena_command
from ludo_env._cli.bench import add_bench_command
from ludo_env._cli.completion import add_completion_command
from ludo_env._cli.demo import add_demo_command
from ludo_env._cli.lists import add_list_commands
from ludo_env._cli.parser import DONE, INTERRUPTED, WRONG_USE, Parser, add_colour
from ludo_env._cli.play import add_play_command
from ludo_env._cli.quiz import add_quiz_command
from ludo_env._cli.replay import add_replay_commands
from ludo_env._cli.rules import add_rules_command
from ludo_env._cli.serve import add_serve_command
from ludo_env._cli.solve import add_solve_command
from ludo_env._cli.train import add_train_command
from ludo_env._cli.watch import add_watch_command
from ludo_env._engine.errors import LudoError
from ludo_env._version import __version__


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit status."""
    try:
        chosen = command_parser().parse_args(arguments)
        return int(chosen.run(chosen))
    except LudoError as error:
        print(f"ludo-env: {error}", file=sys.stderr)
        return WRONG_USE
    except KeyboardInterrupt:
        print("ludo-env: interrupted.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has closed the pipe; Python would raise again when it closes the output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE


def command_parser() -> Parser:
    """Return the parser of all commands."""
    parser = Parser(
        prog="ludo-env",
        description="Race and dice board games: play, watch, measure and check them.",
        epilog="ludo-env COMMAND --help explains a command, with examples and its exit status.",
    )
    parser.add_argument("--version", action="version", version=f"ludo-env {__version__}")
    add_colour(parser)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    add_demo_command(commands)
    add_play_command(commands)
    add_watch_command(commands)
    add_replay_commands(commands)
    add_serve_command(commands)
    add_arena_command(commands)
    add_train_command(commands)
    add_quiz_command(commands)
    add_bench_command(commands)
    add_solve_command(commands)
    add_rules_command(commands)
    add_list_commands(commands)
    add_completion_command(commands, parser)
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
