"""Agents in the caller's own code: in a module that Python finds, or in a file.

A file is imported once for each content, under a private name, so files with the same name do not
clash. While it is imported, and while it makes an agent, `import net` finds the net.py in the same
folder. If two folders each have a net.py, every agent gets its own.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from ludo_env._engine.errors import LudoError, cut_path, quoted, raised
from ludo_env.agents.agent_text import AgentText
from ludo_env.agents.caller_code import place_of
from ludo_env.agents.neighbours import IMPORTS, PRIVATE, beside

_MOST_BYTES = 8_000_000  # of a file


class AgentFile(NamedTuple):
    """A file with agents, and its content when it was read, which other processes import too."""

    path: str  # absolute
    content: bytes

    @property
    def mark(self) -> str:
        """Return a short hash of the content."""
        return hashlib.sha256(self.content).hexdigest()[:16]

    @property
    def module_name(self) -> str:
        """Return the private name under which the file is imported."""
        return PRIVATE + hashlib.sha256(self.path.encode() + b"\0" + self.content).hexdigest()[:24]


# The files that were already read, by their paths in texts.
AgentFiles = Mapping[str, AgentFile]


class Found(NamedTuple):
    """The object that a text names, and the context manager in which it makes an agent."""

    thing: Any
    surroundings: Callable[[], AbstractContextManager[None]]


@dataclass
class _Imported:
    """An imported file, and the modules of its folder that it has imported."""

    file: AgentFile
    module: ModuleType
    neighbours: dict[str, ModuleType] = field(default_factory=dict)


_imported: dict[str, _Imported] = {}  # by private name


def find_in_code(text: AgentText, files: AgentFiles) -> Found:
    """Import the module or file in a text; return the object that the text names."""
    name = f"{text.source}:{text.thing}".rstrip(":")
    if text.is_file:
        file = files.get(text.source) or read_agent_file(text.source)
        done = import_agent_file(file, name)
        return Found(_named(done.module, text, name), lambda: beside(file.path, done.neighbours))
    return Found(_named(_import_module(text.source, name), text, name), nullcontext)


def module_exists(source: str) -> bool:
    """Return whether Python finds a module, on its path or in the current folder."""
    top = source.partition(".")[0]
    known = top in sys.modules or top in sys.builtin_module_names
    return known or PathFinder.find_spec(top) is not None or _is_only_here(top)


def read_agent_file(path: str) -> AgentFile:
    """Return a file with agents; raise a `LudoError` if it cannot be read."""
    try:
        full = os.path.realpath(Path(path).expanduser())
        with open(full, "rb") as file:  # noqa: PTH123  (a path of the system, not a `Path`)
            content = file.read(_MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise LudoError(f"The agent file {cut_path(path)} cannot be read: {why}.") from error
    if len(content) > _MOST_BYTES:
        raise LudoError(f"The agent file {cut_path(path)} is larger than {_MOST_BYTES} bytes.")
    return AgentFile(full, content)


def file_of(agent: object) -> AgentFile | None:
    """Return the agent file from which the class of an agent was imported, if any."""
    done = _imported.get(type(agent).__module__)
    return done.file if done is not None else None


def import_agent_file(file: AgentFile, name: str) -> _Imported:
    """Import a file, once for each content; `name` is the agent, for messages."""
    key = file.module_name
    with IMPORTS:
        if key in _imported:
            return _imported[key]
        module = ModuleType(key)
        module.__file__ = file.path
        module.__spec__ = ModuleSpec(key, None, origin=file.path)
        done = _Imported(file, module)
        sys.modules[key] = module  # where dataclasses and pickles look for it
        try:
            with beside(file.path, done.neighbours):
                exec(compile(file.content, file.path, "exec", dont_inherit=True), module.__dict__)
        except BaseException as error:
            del sys.modules[key]
            if isinstance(error, KeyboardInterrupt):
                raise
            raise _cannot_be_imported(name, error) from error
        _imported[key] = done
        return done


def _import_module(source: str, name: str) -> ModuleType:
    """Import a module, also from the current folder, as `python -m` does."""
    try:
        with IMPORTS:
            if _is_only_here(source.partition(".")[0]):
                sys.path.append(str(Path.cwd()))
                importlib.invalidate_caches()
            return importlib.import_module(source)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise _cannot_be_imported(name, error) from error


def _is_only_here(top: str) -> bool:
    """Return whether a module is in the current folder but not on the path."""
    if top in sys.modules or PathFinder.find_spec(top) is not None:
        return False
    return PathFinder.find_spec(top, [str(Path.cwd())]) is not None


def _named(module: ModuleType, text: AgentText, name: str) -> Any:
    """Return the object that a text names in a module; an error lists the agents there."""
    if text.thing:
        found: Any = module
        try:
            for part in text.thing.split("."):
                found = getattr(found, part)
        except AttributeError:
            said = f"{cut_path(text.source)} has no {quoted(text.thing)}"
        except Exception as error:  # the module may import on attribute access
            raise _cannot_be_imported(name, error) from error
        else:
            return found
    else:
        said = f"{quoted(name)} names a file, and not the agent in it"
    agents = ", ".join(f"{text.source}:{agent}" for agent in _agents_in(module))
    raise LudoError(f"{said}; {f'it has {agents}.' if agents else 'no class in it has act(view).'}")


def _agents_in(module: ModuleType) -> list[str]:
    """Return the names of the classes with `act` in a module, and of its agent objects."""
    return [
        name
        for name, found in vars(module).items()
        if not name.startswith("_")
        and callable(getattr(found, "act", None))
        and getattr(found, "__module__", "") == module.__name__
    ]


def _cannot_be_imported(name: str, error: BaseException) -> LudoError:
    why = raised(error).removeprefix("raised ")
    if isinstance(error, SyntaxError):
        why = f"{type(error).__name__}: {error.msg}"
    return LudoError(f"The agent {quoted(name)} cannot be imported: {why}{place_of(error)}.")
