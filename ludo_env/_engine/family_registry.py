"""The families of games that are known, by the names that files call them."""

from __future__ import annotations

from typing import TypeVar

from ludo_env._engine.family import Family

AnyFamily = TypeVar("AnyFamily", bound=Family)

FAMILIES: dict[str, Family] = {}


def register_family(family: AnyFamily) -> AnyFamily:
    """Makes a family known; it is the family itself."""
    FAMILIES[family.name] = family
    return family
