"""Tables in the browser under load: the time of a move to all screens, and the memory use.

`python benchmarks/serve.py` runs a server in its own process with a database on disk, 50 tables of
4 people and 100 spectators, all with open streams. The next move of a table is sent when the last
one is on all its screens, at most --each-second, by default as often as a server allows; the server
plays forced passes at the same pace. The time of a move is from its request until the slowest
screen of its table has it. `--games 10000` plays this many short games instead, and prints the
memory of the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

_SERVER = """
import sys
from ludo_env.server import Limits, Options, TableServer
endless = (1e6, 10**6)
limits = Limits(tables=endless, moves=endless, table=endless)
pace = float(sys.argv[2])
server = TableServer(Options(sys.argv[1], port=0, workers=0, limits=limits, pace=pace))
print(server.port, flush=True)
server.run()
"""
_HOST = "127.0.0.1"
# A game that is over after a few moves.
_LATE = "p0=f,f,f,h4 p1=f,f,f,h4 turn=0"
_SECOND = 1000.0  # milliseconds


class Screen:
    """An open page, which notes its events and the choices of its seat."""

    def __init__(self, table: Table, token: str) -> None:
        self.table, self.token = table, token

    async def listen(self, port: int) -> None:
        """Read the stream to its end."""
        reader, writer = await asyncio.open_connection(_HOST, port, limit=2**20)
        path = f"/api/tables/{self.table.name}/events"
        writer.write(_head("GET", path, port, self.token, 0))
        try:
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    self.table.seen(int(line[4:]))
                elif line.startswith(b'data: {"kind":"choices"'):
                    self.table.asked(self.token, json.loads(line[6:]))
                elif b'"waits":"over"' in line:
                    self.table.over.set()
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()


class Table:
    """A game with its screens, the player to move, and how many screens lack the last event."""

    def __init__(self, name: str, tokens: list[str], watchers: list[str]) -> None:
        self.name = name
        self.screens = [Screen(self, token) for token in [*tokens, *watchers]]
        self.over = asyncio.Event()
        self.times: list[float] = []  # of moves, in milliseconds
        self.events = 0  # on all screens together
        self._choices: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
        self._missing = 0
        self._number = 0
        self._all = asyncio.Event()

    def asked(self, token: str, choices: Any) -> None:
        """Note that a player is to move."""
        self._choices.put_nowait((token, choices))

    def seen(self, number: int) -> None:
        """Note that a screen has received an event."""
        self.events += 1
        if number == self._number:
            self._missing -= 1
            if self._missing == 0:
                self._all.set()

    async def play(self, port: int, end: float, each: float, chance: int) -> None:
        """Make moves until the time or the game is over."""
        connection = Connection(port)
        streams = [asyncio.create_task(screen.listen(port)) for screen in self.screens]
        late = 0.0
        try:
            while time.monotonic() < end and not self.over.is_set():
                choosing = asyncio.create_task(self._choices.get())
                over = asyncio.create_task(self.over.wait())
                await asyncio.wait({choosing, over}, return_when=asyncio.FIRST_COMPLETED)
                over.cancel()
                if not choosing.done():
                    choosing.cancel()
                    break
                token, choices = choosing.result()
                await asyncio.sleep(max(0.0, late - time.monotonic()))
                late = time.monotonic() + each
                options = choices["list"]
                action = options[(len(self.times) + chance) % len(options)]["action"]
                await self._move(connection, token, choices["asked"], action)
        finally:
            connection.close()
            for stream in streams:
                stream.cancel()
            await asyncio.gather(*streams, return_exceptions=True)

    async def _move(self, connection: Connection, token: str, asked: int, action: int) -> None:
        """Send a move, and wait until all screens have it."""
        self._all.clear()
        self._missing, self._number = len(self.screens), asked + 1
        begun = time.monotonic()
        path, body = f"/api/tables/{self.name}/play", {"action": action, "asked": asked}
        await connection.post(path, token, body, 200)
        await asyncio.wait_for(self._all.wait(), 30)
        self.times.append((time.monotonic() - begun) * _SECOND)


class Connection:
    """A connection for requests, which reconnects if the server has closed it while idle."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, token: str, body: Any, expected: int) -> Any:
        """Return the answer of a request."""
        data = json.dumps(body).encode()
        sent = _head("POST", path, self._port, token, len(data)) + data
        while True:
            fresh = self._streams is None
            if self._streams is None:
                self._streams = await asyncio.open_connection(_HOST, self._port, limit=2**20)
            reader, writer = self._streams
            try:
                writer.write(sent)
                head = await reader.readuntil(b"\r\n\r\n")
                break
            except (ConnectionError, asyncio.IncompleteReadError):
                self.close()
                if fresh:
                    raise
        lines = head.lower().split(b"\r\n")
        length = next(int(line[15:]) for line in lines if line.startswith(b"content-length:"))
        answer = json.loads(await reader.readexactly(length))
        if int(head.split(b" ", 2)[1]) != expected:
            raise SystemExit(f"{path}: {answer}")
        return answer

    def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


def main() -> None:
    """Measure what the options request."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--spectators", type=int, default=2, help="of each table")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--each-second", type=float, default=4.0, help="moves of a table")
    parser.add_argument("--game", default="ludo")
    parser.add_argument("--games", type=int, default=0, help="play so many short games instead")
    chosen = parser.parse_args()
    pace = str(0 if chosen.games else 1 / chosen.each_second)
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-c", _SERVER, str(Path(folder) / "games.db"), pace],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline())
            if chosen.games:
                asyncio.run(_many_games(port, server.pid, chosen.games))
            else:
                asyncio.run(_load(port, server.pid, chosen))
        finally:
            server.terminate()
            server.wait(20)


async def _load(port: int, process: int, chosen: argparse.Namespace) -> None:
    """Play on all tables for some seconds, and print the times."""
    await _new_table(port, chosen.game, 4, chosen.spectators)  # loads everything
    cpu, begun = _cpu(process), time.monotonic()
    end = begun + chosen.seconds
    times: list[float] = []
    events = 0

    async def table(number: int) -> None:
        nonlocal events
        while time.monotonic() < end:
            one = await _new_table(port, chosen.game, 4, chosen.spectators)
            await one.play(port, end, 1 / chosen.each_second, number)
            times.extend(one.times[3:])  # the first moves are made while streams still open
            events += one.events

    await asyncio.gather(*map(table, range(chosen.tables)))
    seconds = time.monotonic() - begun
    times.sort()
    print(
        f"{chosen.tables} tables of {chosen.game}, each with 4 people and {chosen.spectators} "
        f"spectators, {chosen.each_second:g} moves a second at most: {len(times)} moves, "
        f"{len(times) / seconds:.0f} a second, to all screens in"
    )
    for share in (0.5, 0.95, 0.99):
        print(f"  {share:>4.0%}: {times[int(share * (len(times) - 1))]:6.1f} ms")
    print(f"{events / seconds:.0f} events a second on all screens, with passes")
    print(f"work of the server: {(_cpu(process) - cpu) / seconds:.0%} of a core")
    print(f"memory of the server: {_memory(process):.0f} MB")


async def _many_games(port: int, process: int, games: int) -> None:
    """Play short games, four at a time, and print the memory of the server."""
    done = 0

    async def player(number: int) -> None:
        nonlocal done
        while done < games:
            one = await _new_table(port, "ludo", 2, 1, _LATE)
            await one.play(port, time.monotonic() + 3600, 0, number)
            done += 1
            if done % max(1, games // 10) == 0:
                print(f"{done:>6} games, {_memory(process):.1f} MB", flush=True)

    await asyncio.gather(*map(player, range(4)))


async def _new_table(
    port: int, game: str, players: int, watchers: int, position: str = ""
) -> Table:
    """Begin a game between people."""
    connection = Connection(port)
    seats = [{"who": "friend" if seat else "me", "by_hand": False} for seat in range(players)]
    asked = {"game": game, "seats": seats, "players": players}
    asked |= {"position": position} if position else {}
    answer = await connection.post("/api/tables", "", asked, 201)
    connection.close()
    tokens = [answer["host"], *answer["seats"][1:]]
    return Table(answer["table"], tokens, [answer["watch"]] * watchers)


def _head(method: str, path: str, port: int, token: str, length: int) -> bytes:
    """Return the head of a request."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {_HOST}:{port}"]
    lines += [f"Authorization: Bearer {token}"] if token else []
    lines += [f"Content-Length: {length}", "Content-Type: application/json"] if length else []
    return "\r\n".join([*lines, "", ""]).encode()


def _cpu(process: int) -> float:
    """Return the CPU seconds of a process so far (Linux)."""
    parts = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / 100


def _memory(process: int) -> float:
    """Return the resident memory of a process in MB (Linux)."""
    text = Path(f"/proc/{process}/status").read_text()
    return int(text.split("VmRSS:")[1].split()[0]) / 1024


if __name__ == "__main__":
    main()
