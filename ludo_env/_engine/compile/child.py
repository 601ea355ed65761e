"""The child process that compiles a kernel into the disk cache: see `in_background`."""

from __future__ import annotations

import os
import sys
import threading
import time
from _thread import interrupt_main
from importlib import import_module
from pathlib import Path

from ludo_env._engine.compile.kernel_cache import NotKeptError, only_loading
from ludo_env._engine.compile.notices import say
from ludo_env._engine.errors import reason
from ludo_env._engine.game import Game, game_of
from ludo_env._engine.game_data import of_key
from ludo_env._engine.process_lock import remove_held, remove_if_free
from ludo_env._engine.starting import Task

_GRACE = 0.2  # seconds for Python to unwind


def main(key: str, task: str, arguments: list[str | bool], name: str, lock: str) -> None:
    """Run a task on the game of a key, whose first kernel has a file of this name; never return.

    `lock` is the file of a lock that the parent holds.
    """
    orphaned = threading.Event()
    threading.Thread(target=_end_with_parent, args=(Path(lock), orphaned), daemon=True).start()
    status = 1
    try:
        _compile(game_of(of_key(key), "numba"), _task(task), arguments, name)
        status = 0
    except BaseException as error:  # noqa: BLE001  (the parent reads the last line)
        say(reason(error))
    if orphaned.is_set():
        time.sleep(_GRACE)  # the locks of a process that is killed are not freed all at once
    remove_if_free(Path(lock))  # the parent may have ended
    os._exit(status)  # at once: nothing here needs to be cleaned up


def _task(name: str) -> Task:
    module, _, function = name.partition(":")
    return getattr(import_module(module), function)  # type: ignore[no-any-return]


def _compile(game: Game, task: Task, arguments: list[str | bool], name: str) -> None:
    try:
        with only_loading():
            task(game, *arguments)  # another process has made it in the meantime
    except NotKeptError as missing:
        if missing.path.name != name:
            raise RuntimeError("its kernel would be another one") from None
        task(game, *arguments)


def _end_with_parent(lock: Path, orphaned: threading.Event) -> None:
    """End when the parent has ended without telling the child to go on."""
    if os.read(sys.stdin.fileno(), 1):
        return
    orphaned.set()
    interrupt_main()
    time.sleep(2 * _GRACE)  # the compiler does not stop for an interrupt
    remove_held()
    remove_if_free(lock)
    os._exit(1)
