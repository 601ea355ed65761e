"""The disk cache of kernels: compiled once, loaded by all other processes, never run if damaged.

numba's own disk cache loads any bytes that it finds and fails where it cannot write. Here numba
only compiles, and converts a compiled function to bytes and back.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import io
import pickle
import platform
import sys
import threading
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import config
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.environment import Environment, lookup_environment
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from ludo_env._engine.compile.cache_key import FleetingSeal
from ludo_env._engine.compile.code_library import REPLACED, own_libraries
from ludo_env._engine.compile.kernel_files import (
    DamagedFileError,
    can_be_written,
    kernel_folders,
    read_kernel,
    sweep,
    write_kernel,
)
from ludo_env._engine.compile.notices import about, announced, say, say_once
from ludo_env._engine.errors import SpecError
from ludo_env._engine.process_lock import process_lock

Kernel = Callable[..., int]

_OPTIONS = {"error_model": "numpy"}
_INSTRUCTIONS_A_SECOND = 1800  # Python instructions compiled per second, roughly
PATIENCE = 600.0  # seconds that one process waits for another that compiles the same kernel
_WRAPPERS = ("ludo_env._engine.compile.numba_backend", "ludo_env._engine.compile.address")
_SETTINGS = (  # numba's settings that change the code
    *("BOUNDSCHECK", "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "ENABLE_AVX", "CPU_NAME"),
    *("CPU_FEATURES", "DISABLE_INTEL_SVML", "USING_SVML", "DEBUGINFO_DEFAULT", "DEBUG_NRT"),
    *("EXTEND_VARIABLE_LIFETIMES", "LLVM_REFPRUNE_PASS", "LLVM_REFPRUNE_FLAGS", "NRT_STATS"),
    *("USE_LEGACY_TYPE_SYSTEM", "DEBUG_JIT", "ENABLE_PROFILING", "PARFOR_MAX_TUPLE_SIZE"),
)

_building = threading.RLock()
_this_thread = threading.local()


class NotKeptError(Exception):
    """The cache can keep the kernel but has no file for it; `path` is where it would be."""

    def __init__(self, path: Path, title: str, seconds: float) -> None:
        super().__init__(f"The cache has no {path.name}.")
        self.path, self.title, self.seconds = path, title, seconds


@contextlib.contextmanager
def only_loading() -> Iterator[None]:
    """Compile no kernel in this thread that the cache could keep: raise a `NotKeptError`."""
    before = getattr(_this_thread, "only_loads", False)
    _this_thread.only_loads = True
    try:
        yield
    finally:
        _this_thread.only_loads = before


def kernel_of(
    entry: Kernel,
    signature: str,
    seal: str,
    title: str,
    size: Callable[[], int],
    *,
    prepare: Callable[[], bool] = lambda: True,
    short: bool = False,
) -> Kernel:
    """Return the machine code of an entry, from disk, or compiled and stored there.

    `seal` changes whenever the code that the entry calls could change, `title` is the name in the
    announcement, and `size` counts the instructions to compile. `prepare` is called before each
    compile; it returns whether the kernel may be kept on disk. A `short` kernel ends before
    another Python thread could run, so it keeps Python's lock.
    """
    config.reload_config()  # as numba does before it compiles: the key must use the same settings
    if config.DISABLE_JIT:
        raise SpecError(
            'backend="numba" compiles games, and NUMBA_DISABLE_JIT forbids it; "python" works.'
        )
    options = {**_OPTIONS, "nogil": not short}
    key = _key(entry, signature, seal, options)
    name = f"{entry.__qualname__.partition('.')[0]}-{key.hex()[:32]}"
    # All kernels of a process share one symbol space: no two may have the same name.
    entry.__qualname__ = name.replace("-", "_")
    source = _Source(entry, signature, title, size, prepare, options)
    with _building:
        if isinstance(seal, FleetingSeal):  # the file could never be found again
            say_once(
                f"ludo_env: {title[:80]} reaches {seal.unknown[:80]!r}, whose content cannot be "
                "read; each start compiles it again."
            )
            return source.compile(once=False).entry_point  # type: ignore[no-any-return]
        return _from_disk(source, f"{name}.nbc", key)


class _Source:
    """What a kernel is compiled from, and how the compile is announced."""

    def __init__(
        self,
        entry: Kernel,
        signature: str,
        title: str,
        size: Callable[[], int],
        prepare: Callable[[], bool],
        options: dict[str, Any],
    ) -> None:
        self.entry, self.signature, self.size, self.prepare = entry, signature, size, prepare
        self.options = options
        self.lasting = True  # until it is compiled
        self.title = title if len(title) <= 80 else f"{title[:77]}..."

    @property
    def seconds(self) -> float:
        """How long a compile takes, roughly."""
        return self.size() / _INSTRUCTIONS_A_SECOND

    def compile(self, *, once: bool, damaged: bool = False) -> CompileResult:
        """Compile the entry, with an announcement if it takes a second or more."""
        seconds = self.seconds
        why = "a damaged file of the cache is replaced: " if damaged else ""
        how_long = f"once, {about(seconds)}" if once else about(seconds)
        line = f"ludo_env: {why}compiling {self.title} ({how_long})"
        unnoticed = seconds < 1 and not damaged
        with contextlib.nullcontext() if unnoticed else announced(line):
            self.lasting = self.prepare()
            return _compile(self.entry, self.signature, self.options)


def _from_disk(source: _Source, name: str, key: bytes) -> Kernel:
    """Load the kernel from the first folder that has it, or compile it into a writable one."""
    damaged = False
    for folder in kernel_folders(config.CACHE_DIR):
        try:
            if found := _load(folder / name, key):
                return found
        except DamagedFileError:
            damaged = True
        if can_be_written(folder):
            if getattr(_this_thread, "only_loads", False):
                raise NotKeptError(folder / name, source.title, source.seconds)
            return _into(folder / name, source, key, damaged)
    say_once(
        "ludo_env: compiled games cannot be kept on disk, so each start compiles them again; "
        "set NUMBA_CACHE_DIR to a folder that can be written."
    )
    return source.compile(once=False).entry_point  # type: ignore[no-any-return]


def _into(path: Path, source: _Source, key: bytes, damaged: bool) -> Kernel:
    """Return the compiled kernel and write it, unless another process has just done so."""
    lock = path.with_name(f"{path.name}.lock")
    note = f"ludo_env: waiting for another process that is compiling {source.title} ..."
    with process_lock(lock, lambda: say(note), PATIENCE):
        try:
            if found := _load(path, key):
                return found
        except DamagedFileError:
            damaged = True
        _sweep_once(path.parent)
        result = source.compile(once=True, damaged=damaged)
        if source.lasting:
            _keep(path, key, result)
        else:
            say_once(
                f"ludo_env: {source.title} calls a function of numba's that was compiled before; "
                "what it read then is not known, so each start compiles the game again."
            )
    return result.entry_point  # type: ignore[no-any-return]


def _load(path: Path, key: bytes) -> Kernel | None:
    """Return the kernel in a file, if there is one; raise if the file is damaged."""
    payload = read_kernel(path, key)
    if payload is None:
        return None
    with global_compiler_lock:
        context = cpu_target.target_context
        # What loaded code needs from numba. `context.refresh()` would work too, but registers all
        # that could be compiled, which takes a quarter of the time to a first step.
        rtsys.initialize(context)
        try:
            parts = _Parts(io.BytesIO(payload)).load()  # the checksum has been verified
            return CompileResult._rebuild(context, *parts).entry_point  # type: ignore[no-any-return]
        except Exception as error:
            # Intact bytes that this numba cannot load are treated as missing.
            raise DamagedFileError from error


class _Parts(pickle.Unpickler):
    """An unpickler for a kernel, which need not import the modules of its functions.

    numba imports them for their globals, which compiled code does not read. A rule whose file was
    loaded by its path has a module that no other process can find by name.
    """

    def find_class(self, module: str, name: str) -> Any:
        """Return the object with this module and name."""
        if (module, name) == (Environment.__module__, "_rebuild_env"):
            return _environment
        return super().find_class(module, name)


def _environment(module: str, constants: list[Any], name: str) -> Environment:
    """Return the constants of a function, shared with any copy that this process already has."""
    found = lookup_environment(name)
    if found is None:
        found = Environment({"__name__": module})
        found.consts[:] = constants
        found.env_name = name
        Environment._memo[name] = found
    return found


def _compile(entry: Kernel, signature: str, options: dict[str, Any]) -> CompileResult:
    with global_compiler_lock, own_libraries():
        dispatcher = numba.njit(signature, **options)(entry)
    return dispatcher.overloads[dispatcher.signatures[0]]


def _keep(path: Path, key: bytes, result: CompileResult) -> None:
    """Write a compiled kernel; if that fails, the game runs without a cache."""
    if result.library.has_dynamic_globals:
        say_once(
            "ludo_env: a rule's table is too large for the disk cache; "
            "each start compiles its game again."
        )
        return
    try:
        write_kernel(path, key, dumps(result._reduce()))
    except OSError as error:
        say_once(
            f"ludo_env: compiled games cannot be kept in {path.parent} "
            f"({error.strerror or error}); playing on without a cache."
        )


def _key(entry: Kernel, signature: str, seal: str, options: dict[str, Any]) -> bytes:
    """Return a digest of everything that the machine code depends on."""
    parts = (
        *(seal, signature, _form(entry), sorted(options.items()), sorted(REPLACED.items())),
        *(numba.__version__, llvmlite.__version__, np.__version__),
        *(sys.version, platform.machine(), cpu_target.target_context.codegen().magic_tuple()),
        [(name, str(getattr(config, name, None))) for name in _SETTINGS],
    )
    return hashlib.sha256(repr(parts).encode()).digest()


def _form(function: Any) -> tuple[Any, ...]:
    """Return the code of an entry and the values around it; what it calls is in the seal."""
    code = function.__code__
    around = [cell.cell_contents for cell in function.__closure__ or ()]
    around += [function.__globals__.get(name) for name in code.co_names]
    return function.__qualname__, code.co_code, code.co_consts, code.co_names, *map(_shown, around)


def _shown(value: Any) -> Any:
    if isinstance(value, types.FunctionType):
        return _form(value) if value.__module__ in _WRAPPERS else value.__qualname__
    plain = isinstance(value, (int, str, bytes, tuple, np.dtype)) or value is None
    return repr(value) if plain or isinstance(value, type) else type(value).__qualname__


@functools.cache
def _sweep_once(folder: Path) -> None:
    sweep(folder)
