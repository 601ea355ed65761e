"""The registry of the families of games, by the names used in files."""

from __future__ import annotations

from typing import TypeVar

from ludo_env._engine.family import Family

AnyFamily = TypeVar("AnyFamily", bound=Family)

FAMILIES: dict[str, Family] = {}


def register_family(family: AnyFamily) -> AnyFamily:
    """Register a family and return it."""
    FAMILIES[family.name] = family
    return family
