"""Modules in the folder of an agent's file, importable only by that file."""

from __future__ import annotations

import importlib
import os
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType

from ludo_env.agents.caller_code import is_installed

PRIVATE = "_ludo_env_agent_"  # the prefix of the names of imported files
# One import at a time, as `sys.path` and `sys.modules` belong to the whole program.
IMPORTS = threading.RLock()


@contextmanager
def beside(file: str, neighbours: dict[str, ModuleType]) -> Iterator[None]:
    """Allow imports from the folder of a file within the block; `neighbours` stores the modules."""
    folder = str(Path(file).parent)
    with IMPORTS:
        if folder in {os.path.realpath(entry or ".") for entry in sys.path}:
            yield  # the folder is on the path anyway
            return
        aside = {name: sys.modules.pop(name) for name in _others_named_alike(folder)}
        sys.modules.update(neighbours)
        before = set(sys.modules)
        sys.path.insert(0, folder)
        importlib.invalidate_caches()
        try:
            yield
        finally:
            with suppress(ValueError):
                sys.path.remove(folder)
            for name in set(sys.modules) - before:
                if not name.startswith(PRIVATE) and _is_in(folder, sys.modules[name]):
                    neighbours[name] = sys.modules[name]
            for name in neighbours:
                sys.modules.pop(name, None)
            sys.modules.update(aside)


def _others_named_alike(folder: str) -> list[str]:
    """Return the modules of the program with the same name as another one in the folder."""
    tops = {name.partition(".")[0] for name in sys.modules}
    alike = {top for top in _own(tops) if _finds_another(folder, top)}
    return [name for name in sys.modules if name.partition(".")[0] in alike]


def _own(tops: Iterable[str]) -> Iterator[str]:
    """Yield the modules that are not part of Python, an installed package or this library."""
    for top in tops:
        path = getattr(sys.modules.get(top), "__file__", None)
        known = top in sys.stdlib_module_names or top == "__main__"
        if isinstance(path, str) and not known and not is_installed(path):
            yield top


def _finds_another(folder: str, top: str) -> bool:
    spec = PathFinder.find_spec(top, [folder])
    path = sys.modules[top].__file__
    return spec is not None and bool(spec.origin) and spec.origin != path


def _is_in(folder: str, module: ModuleType) -> bool:
    path = getattr(module, "__file__", None) or next(iter(getattr(module, "__path__", ())), None)
    return isinstance(path, str) and Path(folder) in Path(os.path.realpath(path)).parents
