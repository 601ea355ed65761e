"""The registry of the families of games, by the names used in files.

Packages add families by entry points of the group `ludo_env.families`: the name of the family, and
the family.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from ludo_env._engine.errors import SpecError, nearest, quoted
from ludo_env._engine.family import Family
from ludo_env._engine.plug_ins import each_loaded, loaded, plug_ins, wrong_kind_of

AnyFamily = TypeVar("AnyFamily", bound=Family)

FAMILIES: dict[str, Family] = {}
# The attributes without which an object cannot be a family.
_PARTS = ("questions", "boards", "library", "layout", "tables", "machine", "actions", "styles")


def register_family(family: AnyFamily) -> AnyFamily:
    """Register a family and return it; a name can be taken only once."""
    other = FAMILIES.get(family.name)
    if other is not None and type(other).__module__ != type(family).__module__:
        raise SpecError(
            f"There is a family {quoted(family.name)} already, of {type(other).__module__}."
        )
    FAMILIES[family.name] = family
    return family


def family_named(name: object) -> Family:
    """Return the family of a name: one of the library, or one of an entry point."""
    if isinstance(name, str):
        if name in FAMILIES:
            return FAMILIES[name]
        if name in plug_ins("families"):
            return _plugged_in(name)
    known = {*FAMILIES, *plug_ins("families")}
    raise SpecError(f"Unknown family {quoted(name)}; {nearest(name, known)}")


def families() -> Mapping[str, Family]:
    """Return all families by name; those of other packages are left out if they fail."""
    return each_loaded({**FAMILIES, **plug_ins("families")}, family_named)


def _plugged_in(name: str) -> Family:
    """Return the family of an entry point, registered."""
    point = plug_ins("families")[name]
    family = loaded(point, "family", SpecError)
    if any(not hasattr(family, part) for part in _PARTS):
        raise wrong_kind_of(point, "family", family, "a family of games", SpecError)
    if getattr(family, "name", None) != name:
        raise wrong_kind_of(point, "family", family, f"a family named {name!r}", SpecError)
    made: Family = register_family(family)
    return made
