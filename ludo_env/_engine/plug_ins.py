"""Entry points: games, rules, families and agents that installed packages add by name.

    [project.entry-points."ludo_env.rules"]
    my_rule = "my_package.rules:my_rule"

Nothing is imported before it is requested by its name, and names of the library come first. An
entry point that fails is an error when it is requested; lists leave it out, with a warning that
names it.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, TypeVar

from ludo_env._engine.errors import LudoError, quoted, raised, reason
from ludo_env._engine.interrupts import interrupts_noted

Loaded = TypeVar("Loaded")


@lru_cache(maxsize=8)
def plug_ins(kind: str) -> Mapping[str, EntryPoint]:
    """Return the entry points of a kind ("games", "rules", "families" or "agents"), by name."""
    found = sorted(
        entry_points(group=f"ludo_env.{kind}"), key=lambda point: (point.name, point.value)
    )
    by_name: dict[str, EntryPoint] = {}
    for point in found:
        by_name.setdefault(point.name, point)
    return by_name


def loaded(point: EntryPoint, what: str, error: type[LudoError], *, call: bool = False) -> Any:
    """Return what an entry point names, or what that returns; raise `error` if it fails."""
    with interrupts_noted() as interrupts:
        try:
            found = point.load()
            return found() if call else found
        except BaseException as caught:  # code of other packages can raise anything
            if interrupts:
                raise
            why = reason(caught) if isinstance(caught, ImportError) else f"it {raised(caught)}"
            raise error(
                f"The {what} {quoted(point.name)} of the entry point {quoted(point.value)} cannot "
                f"be loaded: {why}."
            ) from caught


def each_loaded(names: Iterable[str], load: Callable[[str], Loaded]) -> dict[str, Loaded]:
    """Load every name; those that fail are left out, with a warning."""
    found = {}
    for name in names:
        try:
            found[name] = load(name)
        except LudoError as error:  # noqa: PERF203  (one that fails does not stop the others)
            left_out(error)
    return found


def left_out(error: LudoError) -> None:
    """Warn that an entry point fails and that a list goes on without it; the error names it."""
    warnings.warn(f"{str(error).rstrip('.')}; it is left out.", RuntimeWarning, stacklevel=3)


def wrong_kind_of(
    point: EntryPoint, what: str, found: Any, wanted: str, error: type[LudoError]
) -> LudoError:
    """Return the error for an entry point that names an object of the wrong kind."""
    return error(
        f"The {what} {quoted(point.name)} of the entry point {quoted(point.value)} is "
        f"{quoted(found)}, not {wanted}."
    )
