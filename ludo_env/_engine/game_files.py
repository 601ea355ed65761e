"""A game as a file: a board and a list of rules with parameters, in TOML or JSON.

    name = "my_ludo"
    family = "track"                    # races; or "grid"
    endless = false                     # if nobody can ever move again, the game is a draw

    [board]
    kind = "cross"                      # a cross of arms; without `kind` every number is given
    safe = [0, 8, 13]

    [[rules]]
    rule = "dice"                       # a rule of the library, by its name
    count = 1

    [[rules]]
    rule = "my_rules:generous"          # one of your own, by its import path: needs trust=True;
                                        # my_rules.py can be in the folder of the file

Installed packages add rules by entry points of the group `ludo_env.rules`: a name, and the rule. A
file can name those without being trusted, because installing a package is a decision to run it.

`load` gives the spec, or one error that says everything that is wrong with the file
(`_engine/game_data.py`).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from ludo_env._engine.errors import SpecError, cut_path, quoted, reason
from ludo_env._engine.game_data import from_dict, read
from ludo_env._engine.input_limits import key_too_long
from ludo_env._engine.rule_files import find_rules_beside
from ludo_env._engine.spec import Spec
from ludo_env._engine.toml_writer import to_toml

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

# `read` has been documented as part of this module.
__all__ = ["data_of", "dump", "load", "parsed", "read", "tomllib"]

MOST_BYTES = 1_000_000  # of a file


def load(path: str | Path, *, trust: bool = False, trial: bool = True) -> Spec:
    """Return the spec of a file; raise one `SpecError` with everything that is wrong."""
    source = _path(path, "loaded from")
    return from_dict(data_of(source, trust=trust), trust=trust, trial=trial)


def dump(spec: Spec, path: str | Path) -> None:
    """Write a spec to a file: TOML, or JSON if the name ends in .json."""
    target = _path(path, "dumped to")
    data = spec.to_dict()
    is_json = target.suffix == ".json"
    try:
        target.write_text(json.dumps(data, indent=2) + "\n" if is_json else to_toml(data), "utf-8")
    except (OSError, ValueError) as error:
        raise SpecError(f"{cut_path(target)} cannot be written: {reason(error)}.") from error


def data_of(path: Path, *, trust: bool = False) -> Any:
    """Return the plain data of a file; if it is trusted, make rules beside it importable."""
    data = parsed(path)
    if trust:
        find_rules_beside(path, data)
    return data


def parsed(path: Path) -> Any:
    """Return the plain data of a file."""
    is_json = path.suffix == ".json"
    name = cut_path(path)
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise SpecError(f"{name} is not a game: it is larger than {MOST_BYTES} bytes.")
        text = content.decode("utf-8")
        if is_json:
            return json.loads(text)
        long_key = key_too_long(text)
        if long_key:
            raise SpecError(f"{name} is not a game: {long_key}.")
        return tomllib.loads(text.replace("\r\n", "\n"))
    except OSError as error:
        raise SpecError(f"{name} cannot be read: {error.strerror}.") from error
    except SpecError:
        raise
    except (ValueError, RecursionError) as error:
        kind = "JSON" if is_json else "TOML"
        raise SpecError(f"{name} is not {kind}: {reason(error)}.") from error


def _path(path: Any, done: str) -> Path:
    try:
        return Path(path)
    except TypeError as error:
        raise SpecError(f"A game is {done} the path of a file, not {quoted(path)}.") from error
