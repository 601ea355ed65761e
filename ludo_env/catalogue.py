"""The games that come along, by name: the very specs that the named environments use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ludo_env._engine.arguments import check_flag, is_one_of
from ludo_env._engine.errors import SpecError, nearest, quoted
from ludo_env._engine.family import Family
from ludo_env._engine.game_files import from_dict, load
from ludo_env._engine.spec import Spec
from ludo_env._families.grid.games.generals import generals
from ludo_env._families.track.games.files import game_names, game_spec

# The only game that is no file: a grid has too many cells to list.
_CODED: Mapping[str, Callable[..., Spec]] = {"generals": generals}
_SUFFIXES = (".toml", ".json")


def spec_of(spec: str | Path | Spec | Mapping[str, Any], *, trust: bool = False) -> Spec:
    """The spec that is meant: one itself, a preset's name, plain data, or a file."""
    check_flag("trust", trust)
    if isinstance(spec, Spec):
        return spec
    if isinstance(spec, Mapping):
        return from_dict(spec, trust=trust)
    if isinstance(spec, Path) or (isinstance(spec, str) and spec.endswith(_SUFFIXES)):
        return load(spec, trust=trust)
    if not is_one_of(spec, preset_names()):
        raise SpecError(
            f"A game is a Spec, a dictionary, a file ending in .toml or .json, or a name, and "
            f"{quoted(spec)} is none of them; {nearest(spec, preset_names())}"
        )
    return _CODED[spec]() if spec in _CODED else game_spec(spec)


def preset_names() -> tuple[str, ...]:
    """The names of all games that come along."""
    return tuple(sorted({*game_names(), *_CODED}))


def boards_of(family: Family) -> list[Any]:
    """The boards of the games of a family that come along."""
    specs = [spec_of(name) for name in preset_names()]
    return list(dict.fromkeys(spec.board for spec in specs if spec.family is family))
