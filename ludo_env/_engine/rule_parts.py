"""What rules are made of besides code: types of hooks and parameters, and ties to other rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

Hook: TypeAlias = Callable[..., Any]
Hooks: TypeAlias = dict[str, Hook]
Parameter: TypeAlias = int | str | bool | tuple[int, ...] | tuple[str, ...]

# Keys of a rule in a file besides its parameters.
KEPT = ("rule", "during", "until")


def hooks(**named: Hook) -> Hooks:
    """Collect the hooks of a rule by name: ``hooks(may_land=may_land, react=react)``.

    `ludo-env rules hooks` lists all of them, with their arguments.
    """
    return named


@dataclass(frozen=True)
class Ties:
    """The relations of a rule to others, as far as the code does not show them."""

    # Its role, if a game has only one rule of the kind: "mechanism", "capture" ..
    role: str = ""
    # Rules of the same role that it may be combined with, if it comes after them.
    beside: tuple[str, ...] = ()
    # Roles (or rules by name) that it must come after, because it depends on their results.
    after: tuple[str, ...] = ()
    # Fields that it touches in ways that its code does not show.
    touches: tuple[str, ...] = ()
    # What a game must have for the rule to have an effect, in words.
    wants: str = ""
    # A parameter: rules that differ in it can be in one game.
    apart: str = ""
    # The only thing that it keeps pieces from: "occupied cells", or "" if unknown.
    bars: str = ""


NO_TIES = Ties()
