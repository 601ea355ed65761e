"""The games that come along, by name: the very specs that the named environments use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ludo_env.core.errors import SpecError, nearest
from ludo_env.core.files import from_dict, load
from ludo_env.core.spec import Spec
from ludo_env.grid.games.generals import generals
from ludo_env.track.games.french import french_ludo
from ludo_env.track.games.ludo import ludo
from ludo_env.track.games.strict import strict_ludo

PRESETS: dict[str, Callable[..., Spec]] = {
    "french": french_ludo,
    "generals": generals,
    "ludo": ludo,
    "strict": strict_ludo,
}
_SUFFIXES = (".toml", ".json")


def spec_of(spec: str | Path | Spec | Mapping[str, Any], *, trust: bool = False) -> Spec:
    """The spec that is meant: one itself, a preset's name, plain data, or a file."""
    if isinstance(spec, Spec):
        return spec
    if isinstance(spec, Mapping):
        return from_dict(spec, trust=trust)
    if isinstance(spec, Path) or (isinstance(spec, str) and spec.endswith(_SUFFIXES)):
        return load(spec, trust=trust)
    if not isinstance(spec, str) or spec not in PRESETS:
        raise SpecError(
            f"A game is a Spec, a dictionary, a file ending in .toml or .json, or a name, and "
            f"{spec!r} is none of them; {nearest(str(spec), PRESETS)}"
        )
    return PRESETS[spec]()
