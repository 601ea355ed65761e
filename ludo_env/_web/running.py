"""A running server: its socket, its database, and uvicorn around the application."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from types import TracebackType
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from ludo_env._engine.errors import LudoError, quoted
from ludo_env._web.app import application
from ludo_env._web.server import Limits, Server, hosts_of
from ludo_env._web.store import Store
from ludo_env._web.thinking import Thinking

LOOPBACK = ("127.0.0.1", "localhost", "::1")
_HEAD = 16_384  # bytes of the head of a request
_MOST_CONNECTIONS = 1200
_MOST_OF_AN_ADDRESS = 64  # connections of one address, except those of this machine
_PATIENCE = 10.0  # seconds for the head of a request


@dataclass
class Options:
    """How a server runs."""

    db: str | Path = ":memory:"
    host: str = "127.0.0.1"
    port: int = 8000  # 0: any that is free
    names: Sequence[str] = ()  # further allowed host names, besides those of this machine
    pace: float = 0.8  # seconds from one move of an agent to the next
    workers: int = 2  # processes for agents and other computations; 0: one thread
    limits: Limits = field(default_factory=Limits)


class TableServer:
    """A server of tables; `run` runs it in this thread, `with` in another one."""

    def __init__(self, options: Options) -> None:
        self._socket = _bound(options.host, options.port)
        self.port = int(self._socket.getsockname()[1])
        try:
            store = Store(options.db)
        except LudoError:
            self._socket.close()
            raise
        self.state = Server(store, Thinking(options.workers), options.pace, options.limits)
        names = [*LOOPBACK, options.host, *options.names]
        self._uvicorn = _Uvicorn(_config(self.state, hosts_of(names, self.port)), self.state)
        self._thread: threading.Thread | None = None
        host = f"[{options.host}]" if ":" in options.host else options.host
        self.address = f"http://{'127.0.0.1' if _is_any(options.host) else host}:{self.port}"

    @property
    def owner(self) -> str:
        """The token of the owner, who can list, export and delete all games."""
        return self.state.owner

    def run(self) -> None:
        """Serve until the program is interrupted."""
        self._uvicorn.run([self._socket])

    def __enter__(self) -> TableServer:
        self._thread = threading.Thread(target=self.run, daemon=True)
        self._thread.start()
        end = time.monotonic() + 30
        while not self._uvicorn.started:
            if not self._thread.is_alive() or time.monotonic() > end:
                raise LudoError("The server does not start.")
            time.sleep(0.01)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._uvicorn.should_exit = True
        if self._thread is not None:
            self._thread.join(30)


class _Uvicorn(uvicorn.Server):
    """A uvicorn server that ends event streams at shutdown; otherwise it would wait for them."""

    def __init__(self, config: uvicorn.Config, state: Server) -> None:
        super().__init__(config)
        self._state = state

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for channel in list(self._state.channels.values()):
            channel.close()
        await super().shutdown(sockets)


class _Protocol(H11Protocol):
    """The HTTP protocol that closes connections without a complete request in time."""

    _idle: Any = ()  # the last request, if the connection was at rest at the last check

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if not _is_here(address):
            clients = [getattr(one, "client", None) for one in self.connections]
            same = sum(client is not None and client[0] == address for client in clients)
            if same > _MOST_OF_AN_ADDRESS:
                transport.abort()
                return
        self.loop.call_later(_PATIENCE, self._look)

    def _look(self) -> None:
        if self.transport.is_closing():
            return
        resting = self.cycle is None or self.cycle.response_complete
        if resting and self._idle is self.cycle:
            self.transport.close()
            return
        self._idle = self.cycle if resting else ()
        self.loop.call_later(_PATIENCE, self._look)


def _config(state: Server, hosts: list[str]) -> uvicorn.Config:
    return uvicorn.Config(
        application(state, hosts),
        http=_Protocol,
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=_HEAD,
    )


def _bound(host: str, port: int) -> socket.socket:
    """Return a socket that listens on a host and port."""
    if type(port) is not int or not 0 <= port <= 65535:
        raise LudoError(f"A port is a number 0..65535, not {quoted(port)}.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Only with an explicit TCP protocol are small answers sent without delay.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen(1024)  # clients that connect before the server has started wait
    except OSError as error:
        bound.close()
        where = f"port {port} of {quoted(host)}"
        raise LudoError(f"The server cannot use {where}: {error.strerror or error}.") from error
    return bound


def _is_any(host: str) -> bool:
    return host in {"0.0.0.0", "::", ""}  # noqa: S104  (compared, not bound)


def _is_here(address: str) -> bool:
    try:
        return ip_address(address.removeprefix("::ffff:")).is_loopback
    except ValueError:
        return False
