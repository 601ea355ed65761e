"""`ludo-env record` writes a game as a replay, a page or a film; `ludo-env replay` shows one."""

from __future__ import annotations

import argparse
import secrets
import sys
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np

from ludo_env._cli.colour import is_coloured
from ludo_env._cli.options import add_backend, add_game, add_seed, add_trust, spec_of
from ludo_env._cli.parser import UsageError, add_command
from ludo_env._cli.tables import politely
from ludo_env._engine.errors import LudoError, quoted, reason
from ludo_env._engine.plurals import counted
from ludo_env._engine.whole_file import write_whole
from ludo_env._play.film import check_drawing, write_film, write_picture
from ludo_env._play.json_file import is_of
from ludo_env._play.move_log import plain_move
from ludo_env._play.replay import Replay
from ludo_env._play.replay_file import MOST_MOVES, load_replay, save_replay
from ludo_env._play.saved_game import KIND as GAME
from ludo_env._play.saved_game import load_game_so_far
from ludo_env._play.table import PERSON, Table
from ludo_env._render.animation.film_writers import WRITERS
from ludo_env._render.paint.theme import THEMES, theme_of
from ludo_env._render.text import draw_for_people
from ludo_env.agents.agent_text import split_agents
from ludo_env.agents.view import View

_FILMS = (".gif", ".webp", ".mp4")
_DRAWN = (".png", *_FILMS)
_ENDINGS = (".json", ".html", *_DRAWN)
_PAGE = b"<!doctype html"
_PATIENCE = 2.0  # seconds before progress is shown

RECORD_EXAMPLES = (
    "ludo-env record --players 2 --seats greedy,random --seed 5 --out game.json",
    "ludo-env record --replay game.json --out game.html",
    "ludo-env record --replay game.json --out game.png --move 40 --theme night",
)
REPLAY_EXAMPLES = (
    "ludo-env replay game.json --moves",
    "ludo-env replay game.json --terminal",
    "ludo-env replay game.json --html game.html",
    "ludo-env replay game.json --open",
)


def add_replay_commands(commands: Any) -> None:
    """Add `record` and `replay` to the command line."""
    record = add_command(
        commands, "record", "a game of agents as a replay, page or film", _record,
        "Play a game of agents, or take a replay, and write what the name after --out\n"
        f"ends in: {', '.join(_ENDINGS)}.",
        RECORD_EXAMPLES,
    )  # fmt: skip
    add_game(record, None)
    add = record.add_argument
    add("--seats", metavar="LIST", help="greedy,rollout:samples=50 .. (default: random for all)")
    add_seed(record)
    add_backend(record, None)
    add("--replay", metavar="FILE", help="this replay, instead of a new game")
    add("--out", metavar="FILE", required=True, help=", ".join(_ENDINGS))
    add("--size", type=int, default=640, metavar="N", help="pixels of the longer side (640)")
    add("--seconds", type=float, default=0.4, metavar="S", help="of each move (default: 0.4)")
    add("--theme", choices=tuple(THEMES), default="day", help="colours (default: day)")
    add("--move", type=int, metavar="N", help="which one a picture shows (default: the last)")
    add("--most-moves", type=int, metavar="N", help="abort a new game after N moves (5000)")
    replay = add_command(
        commands, "replay", "look at a replay", _replay,
        "Show a replay, or a saved game, in a window, as text or as a page.",
        REPLAY_EXAMPLES,
    )  # fmt: skip
    replay.add_argument("file", metavar="FILE", help="a replay or a saved game")
    add_trust(replay)
    how = replay.add_mutually_exclusive_group()
    how.add_argument("--terminal", action="store_true", help="boards and moves, as text")
    how.add_argument("--moves", action="store_true", help="only the moves, in words")
    how.add_argument("--html", metavar="OUT", help="write a page for browsers")
    replay.add_argument(
        "--open", action="store_true",
        help="show the page in a browser: that of --html, or one in a folder for temporary files",
    )  # fmt: skip
    replay.add_argument(
        "--theme", choices=tuple(THEMES), default="day", help="of the window (default: day)"
    )


def _record(chosen: argparse.Namespace) -> int:
    def recording() -> None:
        ending = Path(chosen.out).suffix
        if ending not in _ENDINGS:
            raise LudoError(f"--out ends in {', '.join(_ENDINGS)}, not {quoted(chosen.out)}.")
        if chosen.move is not None and ending != ".png":
            raise LudoError("--move is for pictures: --out ends in .png then.")
        if ending in _FILMS:
            WRITERS[ending]()  # check what it needs before a game is played
        if ending in _DRAWN:
            check_drawing()
        replay = _replay_to_write(chosen)
        if ending == ".json":
            save_replay(replay, chosen.out)
        elif ending == ".html":
            _write_page(replay, Path(chosen.out))
        else:
            _draw(replay, chosen, film=ending in _FILMS)
        print(f"{chosen.out}: {_summary(replay)}")

    return politely(recording)


def _replay(chosen: argparse.Namespace) -> int:
    def replaying() -> None:
        if chosen.open and (chosen.moves or chosen.terminal):
            raise UsageError("--open shows a page; omit --moves and --terminal.")
        replay = _of_file(chosen.file, chosen.trust)
        if chosen.moves:
            _print_moves(replay, boards=False)
        elif chosen.terminal:
            _print_moves(replay, boards=True, coloured=is_coloured(chosen.color))
        elif chosen.html or chosen.open:
            target = Path(chosen.html or _new_page(chosen.file))
            _write_page(replay, target)
            if chosen.open:
                _open_page(target)
        else:
            from ludo_env._ui.replay_screen import view_replay

            view_replay(replay, chosen.theme)

    return politely(replaying)


def _replay_to_write(chosen: argparse.Namespace) -> Replay:
    """Return the replay of a file, or that of a new game of agents."""
    if chosen.replay:
        for option in ("game", "players", "mode", "seats", "seed", "backend", "most_moves"):
            if getattr(chosen, option) is not None:
                word = option.replace("_", "-")
                raise LudoError(f"A replay has its own {word}; omit --{word}.")
        return _of_file(chosen.replay, chosen.trust)
    seats = split_agents(chosen.seats) if chosen.seats else []
    if PERSON in seats:
        raise LudoError("record is for agents; ludo-env play has seats for people.")
    most = 5000 if chosen.most_moves is None else chosen.most_moves
    if not 0 <= most <= MOST_MOVES:
        raise LudoError(f"--most-moves is 0 to {MOST_MOVES}, not {most}.")
    spec = spec_of(chosen)
    seed = secrets.randbelow(1_000_000) if chosen.seed is None else chosen.seed
    table = Table(spec, seats, seed, backend=chosen.backend)
    report = _progress("move")
    while not table.over and table.moves < most:
        table.play(table.choose())
        report(table.moves, most)
    return Replay.of_table(table)


def _of_file(path: str, trust: bool) -> Replay:
    """Return the replay of a file, or the game so far of a saved game."""
    if is_of(Path(path), GAME):
        return load_game_so_far(path, trust=trust)
    return load_replay(path, trust=trust)


def _draw(replay: Replay, chosen: argparse.Namespace, *, film: bool) -> None:
    theme = theme_of(chosen.theme)
    if film:
        report = _progress("picture")
        write_film(replay, chosen.out, chosen.size, chosen.seconds, theme, report)
    else:
        write_picture(replay, chosen.out, chosen.move, chosen.size, theme)


def _new_page(file: str) -> Path:
    """Return the path of a page in a new temporary folder, which only the user can read."""
    try:
        return Path(mkdtemp(prefix="ludo-env-")) / f"{Path(file).stem}.html"
    except OSError as error:
        raise LudoError(
            f"There is no folder for temporary files ({reason(error)}); --html names a page."
        ) from error


def _open_page(page: Path) -> None:
    """Print the path of a page and open it in the browser; report if there is no browser."""
    print(page)
    if not webbrowser.open(page.resolve().as_uri()):
        print("ludo-env: no browser was found; open this file in one.", file=sys.stderr)


def _write_page(replay: Replay, target: Path) -> None:
    """Write a page; refuse to overwrite a file that is not a page."""
    from ludo_env._render.replay_page import replay_page

    try:
        other = target.exists() and not target.read_bytes()[:15].lower().startswith(_PAGE)
    except OSError as error:
        raise LudoError(f"{target} cannot be read: {error.strerror}.") from error
    if other:
        raise LudoError(f"{target} is not a page; it is not overwritten.")
    write_whole(target, replay_page(replay))


def _print_moves(replay: Replay, *, boards: bool, coloured: bool = False) -> None:
    """Print the moves in words; with `boards` also the board whenever it has changed."""
    shown, frames = "", replay.frames()
    for move, frame in enumerate(frames):
        if move:
            view = View(replay.game, frames[move - 1].record, np.random.default_rng(0))
            words = plain_move(view, frame.action)
            print(words if boards else f"{move:>5}  {words}")
        if boards:
            picture = draw_for_people(replay.game, frame.record, coloured)
            board = picture.rpartition("\n\n")[0]  # without the lines about the players
            if board != shown:
                print(f"\n{picture}\n")
            shown = board
    print(_summary(replay))


def _summary(replay: Replay) -> str:
    """Return the game and its result in one line."""
    winners = [f"player_{at}" for at, gain in enumerate(replay.result.returns) if gain > 0]
    won = f"{' and '.join(winners)} won" if winners else replay.result.end
    origin = "" if replay.seed is None else f" (seed {replay.seed})"
    return f"{replay.spec.name}, {won} after {counted(len(replay.actions), 'move')}{origin}."


def _progress(thing: str) -> Callable[[int, int], None]:
    """Return a function that reports progress on stderr, after the first few seconds."""
    due = time.monotonic() + _PATIENCE
    live = sys.stderr.isatty()

    def report(done: int, count: int) -> None:
        nonlocal due
        now = time.monotonic()
        if now < due:
            return
        due = now + (0.2 if live else 10.0)
        end = "\r" if live else "\n"
        print(f"{thing} {done} of {count}", end=end, file=sys.stderr, flush=True)

    return report
