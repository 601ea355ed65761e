"""Compile in the background: a child process fills the disk cache, a thread loads the kernel.

The child is another interpreter, which gets the game as data. When this process ends, the child
finishes its work, so that the next start finds the kernel. When this process is killed, the child
ends too: its input, a pipe, is then closed without a last byte.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludo_env._engine.compile.cache_key import contents_of
from ludo_env._engine.compile.kernel_cache import PATIENCE, NotKeptError, only_loading
from ludo_env._engine.compile.notices import about, say
from ludo_env._engine.errors import cut, reason
from ludo_env._engine.process_lock import leave_held, process_lock

if TYPE_CHECKING:
    from ludo_env._engine.game import Game
    from ludo_env._engine.spec import Spec
    from ludo_env._engine.starting import Task

# It imports nothing from the working folder, unless this process does.
_PROGRAM = """
import sys
sys.path[:] = filter(None, sys.path)
import json
given = json.loads(sys.stdin.buffer.readline())
sys.path[:] = given.pop("path")
from ludo_env._engine.compile.child import main
main(**given)
"""
GO_ON = b"."  # the last byte of the input of a child that is left alone
_WAITS = "LUDO_ENV_WAIT"  # an environment variable: start no child processes


def is_possible(spec: Spec) -> bool:
    """Return whether a child process can compile a game: no part may come from outside."""
    if os.environ.get(_WAITS, "0") not in ("", "0"):
        return False
    # A frozen program, or one that embeds Python, would be started a second time.
    interpreter = "python" in Path(sys.executable or "").name and not hasattr(sys, "frozen")
    return interpreter and not contents_of(spec.rules, spec.family)


class BackgroundCompile:
    """Compile the kernels of a task in a child process, then load them in a thread of this one.

    `missing` is the first kernel that the disk cache lacks.
    """

    def __init__(
        self, game: Game, task: Task, arguments: tuple[str | bool, ...], missing: NotKeptError
    ) -> None:
        self.failed = False
        self.is_loaded = False
        self._game, self._task, self._arguments = game, task, arguments
        self._missing = missing
        self._process = os.getpid()
        self._given_up = False
        if missing.seconds >= 1:
            say(
                f"ludo_env: compiling {missing.title} in the background (once, "
                f"{about(missing.seconds)}); until then it runs in plain Python."
            )
        try:
            threading.Thread(
                target=self._compile_and_load, name="ludo_env compile", daemon=True
            ).start()
        except RuntimeError:  # the process has too many, or is about to end
            self.failed = True

    @property
    def is_pending(self) -> bool:
        """Whether the game stays in plain Python for now, or for good after `give_up`.

        In a process that was forked since the start there is no thread to wait for.
        """
        return self._given_up or (not self.failed and self._process == os.getpid())

    def give_up(self, why: str) -> None:
        """Report why the game cannot be compiled here either, and that it stays in plain Python."""
        self._given_up = True
        say(f"ludo_env: {self._missing.title} runs in plain Python: {why}")

    def _compile_and_load(self) -> None:
        """Compile and load; the thread does nothing else."""
        with _children.turn:
            why = self._compiled_once()
        with _children.loading:
            if _children.closing:
                return
            if not why:
                why = self._loaded()
            if not why:
                self.is_loaded = True
            else:
                say(
                    f"ludo_env: compiling {self._missing.title} in the background failed ({why}); "
                    "it is compiled in this process."
                )
                self.failed = True

    def _compiled_once(self) -> str:
        """Compile, unless a child of another process does; return why that failed, or ""."""
        path = self._missing.path
        # Many processes may begin at once, on all cores: only one of them starts a child.
        lock = path.with_name(f"child-{path.name}.lock")
        with process_lock(lock, lambda: None, PATIENCE):
            return "" if _children.closing or path.exists() else self._compiled(lock)

    def _compiled(self, lock: Path) -> str:
        """Compile in a child process; return why that failed, or an empty text."""
        given = {
            # The last one is where the library is, if the working folder has changed.
            "path": [*map(str, sys.path), str(Path(__file__).resolve().parents[3])],
            "key": self._game.spec.key,
            "task": f"{self._task.__module__}:{self._task.__name__}",
            "arguments": self._arguments,
            "name": self._missing.path.name,
            "lock": str(lock),
        }
        try:
            with _children.started(given) as child:
                assert child.stderr is not None
                lines = child.stderr.read().decode(errors="replace").split("\n")
                status = child.wait()
        except Exception as error:  # noqa: BLE001  (the thread must not end in silence)
            return cut(reason(error))
        said = [line for line in lines if line.strip()]
        return cut(said[-1] if said else f"its status was {status}") if status else ""

    def _loaded(self) -> str:
        """Load what the child has compiled; return why that failed, or an empty text."""
        try:
            with only_loading():
                self._task(self._game, *self._arguments)
        except Exception as error:  # noqa: BLE001  (as above)
            return cut(reason(error))
        return ""


class _Children:
    """The children of this process: one at a time, and none after its end."""

    def __init__(self) -> None:
        self.renew()
        atexit.register(self.close)
        if hasattr(os, "register_at_fork"):
            # A fork waits for a load, and for the start of a child: the locks of a thread that it
            # does not copy stay locked.
            os.register_at_fork(
                before=self._before_fork,
                after_in_parent=self._after_fork,
                after_in_child=self._forget,
            )

    def renew(self) -> None:
        """Begin without a child."""
        self.turn = threading.Lock()
        self.loading = threading.Lock()
        self.closing = False
        self._child: subprocess.Popen[bytes] | None = None

    @contextlib.contextmanager
    def started(self, given: dict[str, Any]) -> Iterator[subprocess.Popen[bytes]]:
        """Start a child in a process group of its own, so that Ctrl-C does not reach it."""
        apart: dict[str, Any] = {"start_new_session": True}
        if sys.platform == "win32":
            apart = {"creationflags": subprocess.CREATE_NO_WINDOW}
        # The options that `multiprocessing` uses; -O, for example, changes the instructions.
        options: list[str] = getattr(subprocess, "_args_from_interpreter_flags", list)()
        pipe = subprocess.PIPE
        # No fork now: the pipe on which `Popen` waits would stay open in the copy.
        with self.loading:
            self._child = child = subprocess.Popen(
                [sys.executable, *options, "-c", _PROGRAM],
                stdin=pipe, stdout=subprocess.DEVNULL, stderr=pipe, bufsize=0, **apart,
            )  # fmt: skip
        with child:
            assert child.stdin is not None
            with contextlib.suppress(OSError):  # it has ended
                child.stdin.write(json.dumps(given).encode() + b"\n")
            try:
                yield child
            finally:
                self._child = None

    def close(self) -> None:
        """Let the child continue alone, and wait for a load; this process is about to end."""
        self.closing = True
        child = self._child
        if child is not None and child.stdin is not None:
            with contextlib.suppress(OSError, ValueError):
                child.stdin.write(GO_ON)
            _abandoned.append(child)
        with self.loading:
            pass

    def _before_fork(self) -> None:
        self.loading.acquire()

    def _after_fork(self) -> None:
        self.loading.release()

    def _forget(self) -> None:
        """Leave the child to the process that this one was forked from."""
        child = self._child
        if child is not None and child.stdin is not None:
            child.stdin.close()
            _abandoned.append(child)
        leave_held()
        self.renew()


_abandoned: list[Any] = []  # never collected: Python would complain that they still run
_children = _Children()
