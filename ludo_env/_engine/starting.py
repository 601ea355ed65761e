"""The start of a game that does not wait for the compiler: plain Python until kernels are ready.

A task is a function that takes the game, texts, numbers and flags, and builds what is needed:
`build_loop` builds a loop. It is ready if the disk cache has all of its kernels. If not, a child
process runs it, to fill the cache, and then a thread of this process, to load them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from ludo_env._engine.errors import SpecError
from ludo_env._engine.rule import Hook

if TYPE_CHECKING:
    from ludo_env._engine.compile.in_background import BackgroundCompile
    from ludo_env._engine.game import Game

# Larger batches wait for the compiler: in plain Python one step would take as long.
MOST_AT_ONCE = 64

Task: TypeAlias = Callable[..., object]
# The name of a method of `Loops` and its arguments.
Kind: TypeAlias = tuple[str | bool, ...]


class Starting:
    """The compiled parts of a game: call `is_ready` first, then `compiled_loop`."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._compiles: dict[tuple[Any, ...], BackgroundCompile] = {}
        self._ready: set[tuple[Any, ...]] = set()
        self._asking = threading.Lock()

    def is_ready(self, task: Task, *arguments: str | bool) -> bool:
        """Return whether everything that a task builds is ready; if not, start to compile it.

        It is loaded if the cache has it. Otherwise a child process compiles it in the background;
        if that is not possible, it is compiled now.
        """
        wanted = (task, *arguments)
        if wanted in self._ready:  # agents ask before each decision
            return True
        from ludo_env._engine.compile.in_background import BackgroundCompile, is_possible
        from ludo_env._engine.compile.kernel_cache import NotKeptError, only_loading

        with self._asking:
            running = self._compiles.get(wanted)
            if running is not None and running.is_loaded:
                self._ready.add(wanted)
            if wanted in self._ready:
                return True
            if running is not None and running.is_pending:
                return False
            try:
                if (running is not None and running.failed) or not is_possible(self._game.spec):
                    task(self._game, *arguments)
                else:
                    with only_loading():
                        task(self._game, *arguments)
            except NotKeptError as missing:
                self._compiles[wanted] = BackgroundCompile(self._game, task, arguments, missing)
                return False
            self._ready.add(wanted)
            return True

    def is_finished(self, task: Task, *arguments: str | bool) -> bool:
        """Return whether a task that was not ready is ready now; report a failure once."""
        wanted = (task, *arguments)
        running = self._compiles[wanted]
        if not running.is_loaded and not running.is_pending:
            try:
                return self.is_ready(task, *arguments)  # the child failed, or is another process's
            except SpecError as error:
                running.give_up(str(error))
        return running.is_loaded

    def is_loop_ready(self, *kind: str | bool) -> bool:
        """Return whether a loop is ready; see `is_ready`."""
        return self.is_ready(build_loop, *kind)

    def compiled_loop(self, *kind: str | bool) -> Any:
        """Return a compiled loop that was not ready at first; None until it is ready."""
        return build_loop(self._game, *kind) if self.is_finished(build_loop, *kind) else None

    def plain(self, *kind: str | bool) -> Any:
        """Return a loop in plain Python, whatever the backend of the game."""
        return _loop_of(self._game.loops.in_python, kind)


class SwitchingLoop:
    """A loop over many games: plain Python until the compiled one is ready, unless it waits."""

    def __init__(self, game: Game, games: int, *kind: str | bool) -> None:
        starts = not game.waits and games <= MOST_AT_ONCE
        self._game, self._kind = game, kind
        self._awaited = starts and not game.starting.is_loop_ready(*kind)
        self._loop = game.starting.plain(*kind) if self._awaited else build_loop(self._game, *kind)

    @property
    def plain(self) -> Any:
        """The loop in plain Python if it plays now; None if the compiled one does."""
        if self._awaited:
            compiled = self._game.starting.compiled_loop(*self._kind)
            if compiled is None:
                return self._loop
            self._loop, self._awaited = compiled, False
        return self._loop if self._game.backend == "python" else None

    @property
    def backend(self) -> str:
        """The backend that plays now."""
        return "python" if self._awaited else self._game.backend

    @property
    def compiled(self) -> Any:
        """The compiled loop, if `plain` is None."""
        return self._loop


def build_loop(game: Game, *kind: str | bool) -> Any:
    """Return a loop of a game on its backend; the first call builds it."""
    return _loop_of(game.loops, kind)


def _loop_of(loops: Any, kind: Kind) -> Hook:
    name, *arguments = kind
    return getattr(loops, str(name))(*arguments)  # type: ignore[no-any-return]
