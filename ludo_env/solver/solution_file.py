"""The file of a solution: the packed states in ascending order, their values, and the game."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ludo_env._engine.errors import LudoError, cut_path
from ludo_env._engine.solving.known_values import KnownValues
from ludo_env._engine.spec import Spec
from ludo_env._engine.whole_file import reason_of
from ludo_env._version import __version__

NUMBERS = ("start", "residual", "tolerance", "finished")
_FORMAT = 1


def write(target: Path, spec: Spec, known: KnownValues, numbers: Mapping[str, float]) -> None:
    """Write a solution to a file; an older one is replaced when the new one is complete."""
    codec = known.codec
    said = {
        "format": _FORMAT, "version": __version__, "spec": spec.to_dict(),
        "ranges": codec.ranges, "sorts": codec.sorts, "turns": codec.turns, **numbers,
    }  # fmt: skip
    part = target.with_name(f".{target.name}.part")
    try:
        with part.open("wb") as file:
            np.savez(file, about=np.array(json.dumps(said)), keys=known.keys, values=known.values)
        part.replace(target)
    except OSError as error:
        raise LudoError(f"{cut_path(target)} cannot be written: {reason_of(error)}.") from error


def read(source: Path) -> tuple[dict[str, Any], Any, Any]:
    """Return what a file says of its game, the packed states, and their values."""
    try:
        with np.load(source, allow_pickle=False) as file:
            said: dict[str, Any] = json.loads(str(file["about"]))
            keys, values = file["keys"], file["values"]
    except OSError as error:
        raise LudoError(f"{cut_path(source)} cannot be read: {reason_of(error)}.") from error
    except (ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
        raise _not_one(source) from error
    if said.get("format") != _FORMAT or keys.ndim != 2 or values.shape != keys.shape[:1]:
        raise _not_one(source)
    return said, keys, values


def _not_one(source: Path) -> LudoError:
    return LudoError(f"{cut_path(source)} is not a file of a solution.")
