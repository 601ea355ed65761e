"""`ludo-env serve`: tables in the browser."""

from __future__ import annotations

import argparse
import os
import socket
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Any

from ludo_env._cli.colour import is_terminal
from ludo_env._cli.parser import UsageError, add_command
from ludo_env._engine.errors import LudoError, cut_path, reason

EXAMPLES = (
    "ludo-env serve --open",
    "ludo-env serve --lan --port 9000 --db games.db",
)
_EVERYWHERE = "0.0.0.0"  # noqa: S104  (only with --lan, whose help says so)


def add_serve_command(commands: Any) -> None:
    """Add `serve` to the command line."""
    serve = add_command(
        commands, "serve", "play in the browser, with friends and agents", _serve,
        "Serve tables in the browser: against agents, with friends by link, with spectators.\n"
        "Games are kept in a database. Only this computer can reach the server, unless --lan\n"
        "opens it to the network that the computer is in. Ctrl-C ends it.",
        EXAMPLES,
    )  # fmt: skip
    add = serve.add_argument
    add("--host", metavar="H", help="the address to listen on (default: 127.0.0.1)")
    add("--port", type=int, default=8000, metavar="P", help="0: any that is free (default: 8000)")
    add(
        "--lan", action="store_true",
        help="let the devices of this network play: listen on all addresses, print a QR code",
    )  # fmt: skip
    add(
        "--db", type=Path, metavar="FILE",
        help="where games are kept (default: ludo-env/games.db in the data folder of the user)",
    )  # fmt: skip
    add("--open", action="store_true", help="open the page in a browser")


def _serve(chosen: argparse.Namespace) -> int:
    if chosen.lan and chosen.host is not None:
        raise UsageError("--lan listens on all addresses; omit --host.")
    try:
        from ludo_env.server import Options, TableServer
    except ImportError as error:
        raise LudoError(
            f"serve needs more packages ({reason(error)}): pip install 'ludo_env[web]'."
        ) from error
    here = _lan_address() if chosen.lan else chosen.host or "127.0.0.1"
    options = Options(
        db=chosen.db or _usual_database(),
        host=_EVERYWHERE if chosen.lan else here,
        port=chosen.port,
        names=[here, socket.gethostname(), f"{socket.gethostname()}.local"] if chosen.lan else [],
    )
    server = TableServer(options)
    address = f"http://{here}:{server.port}" if chosen.lan else server.address
    link = f"{address}/#{server.owner}"
    print(f"Tables: {link}")
    if chosen.lan:
        print(
            "Everybody in this network can reach the server, and begin a table. The link above is\n"
            f"yours: it also opens all games that are kept. Others begin at {address}"
        )
        if is_terminal():
            _print_code(address)
    print(f"Games are kept in {cut_path(options.db)}. Ctrl-C ends the server.", flush=True)
    if chosen.open:
        webbrowser.open(link)
    with suppress(KeyboardInterrupt):  # Ctrl-C is the normal end
        server.run()
    return 0


def _usual_database() -> Path:
    """Return the path of the database in the user's data folder, which is created if missing."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    folder = Path(data) / "ludo-env"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LudoError(
            f"{cut_path(folder)} cannot be made: {reason(error)}; --db names another place."
        ) from error
    return folder / "games.db"


def _lan_address() -> str:
    """Return the address of this computer in its network, without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
            return str(probe.getsockname()[0])
        except OSError as error:
            raise LudoError("This computer is in no network; omit --lan.") from error


def _print_code(address: str) -> None:
    """Print the address as a QR code."""
    import segno

    segno.make(address, error="l").terminal(compact=True)
