"""A game as a file: a board and a list of rules with parameters, in TOML or JSON.

    name = "my_ludo"
    family = "track"                    # or "grid"

    [board]
    kind = "cross"                      # a cross of arms; without `kind` every number is given
    safe = [0, 8, 13]

    [[rules]]
    rule = "dice"                       # a rule of the library, by its name
    count = 1

    [[rules]]
    rule = "my_rules:generous"          # one of your own, by its import path: needs trust=True

`read` collects everything that is wrong with a file; `load` gives the spec, or one error that says
it all. A file is data: nothing is imported that it names unless the caller trusts it.
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Mapping
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

from ludo_env.core.errors import SpecError, nearest
from ludo_env.core.rule import Rule, RuleMaker
from ludo_env.core.spec import Spec
from ludo_env.grid import rules as grid_rules
from ludo_env.grid.board import Board as GridBoard
from ludo_env.grid.board import generals_board
from ludo_env.grid.family import GRID
from ludo_env.loose.check import complaints_about
from ludo_env.loose.toml import to_toml
from ludo_env.track import rules as track_rules
from ludo_env.track.board import Board as TrackBoard
from ludo_env.track.board import cross
from ludo_env.track.family import TRACK

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FAMILIES: dict[str, Any] = {TRACK.name: TRACK, GRID.name: GRID}
_RULES = {TRACK.name: track_rules, GRID.name: grid_rules}
# How a board is made: by `kind`, from a few words; without one, from all its numbers.
_BOARDS: dict[str, dict[str, Any]] = {
    TRACK.name: {"": TrackBoard, "cross": cross},
    GRID.name: {"": GridBoard, "generals": generals_board},
}
_KEYS = ("name", "family", "board", "rules")
_MOST_ACTIONS = 2**16


def load(path: str | Path, *, trust: bool = False) -> Spec:
    """The spec of a file; one `SpecError` with everything that is wrong, if something is."""
    return from_dict(parsed(Path(path)), trust=trust)


def from_dict(data: Any, *, trust: bool = False) -> Spec:
    """The spec of plain data, as a file holds it."""
    spec, complaints = read(data, trust=trust)
    if spec is None or complaints:
        raise SpecError("; ".join(complaints))
    return spec


def dump(spec: Spec, path: str | Path) -> None:
    """Writes a spec to a file: TOML, or JSON if the name ends so."""
    target = Path(path)
    data = to_dict(spec)
    is_json = target.suffix == ".json"
    target.write_text(json.dumps(data, indent=2) + "\n" if is_json else to_toml(data), "utf-8")


def to_dict(spec: Spec) -> dict[str, Any]:
    """The spec as plain data, which `from_dict` takes back: rules of the library by their names."""
    data = json.loads(json.dumps(spec.to_dict()))  # tuples become lists, all the way down
    for line in data["rules"]:
        module, _, name = line["rule"].partition(":")
        if module.startswith(_RULES[spec.family.name].__name__ + "."):
            line["rule"] = name
    return data  # type: ignore[no-any-return]


def read(data: Any, *, trust: bool = False) -> tuple[Spec | None, list[str]]:
    """The spec of plain data, if it is one, and all that is wrong with it, a sentence each."""
    if not isinstance(data, Mapping):
        return None, [f"A game is a table with {', '.join(_KEYS)}, not {type(data).__name__}."]
    wrong = [
        f"{key}: there is no such key; {nearest(key, _KEYS)}" for key in data if key not in _KEYS
    ]
    family = data.get("family", TRACK.name)
    if not isinstance(family, str) or family not in FAMILIES:
        return None, [*wrong, f"family: {family!r} is none; {nearest(str(family), FAMILIES)}"]
    name = data.get("name", "loose")
    if not isinstance(name, str) or not name.isidentifier():
        wrong.append(f"name: {name!r} is not a word of letters, digits and _.")
    board = _board(family, data.get("board", {"kind": next(reversed(_BOARDS[family]))}), wrong)
    rules = _rules(family, data.get("rules"), trust, wrong)
    if board is None or wrong:
        return None, wrong
    spec = Spec(name, FAMILIES[family], board, tuple(rules))
    wrong += complaints_about(spec)
    if not wrong and spec.actions > _MOST_ACTIONS:
        wrong.append(f"rules: they make {spec.actions} actions; at most {_MOST_ACTIONS} can be.")
    return spec, wrong


def library_rules(family: str) -> dict[str, RuleMaker]:
    """The rules that come along for a family of games, by name."""
    module = _RULES[family]
    return {name: getattr(module, name) for name in module.__all__}


def parsed(path: Path) -> Any:
    """The plain data of a file."""
    try:
        text = path.read_text("utf-8")
        return json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except OSError as error:
        raise SpecError(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        kind = "JSON" if path.suffix == ".json" else "TOML"
        raise SpecError(f"{path} is not {kind}: {error}.") from error


def _board(family: str, data: Any, wrong: list[str]) -> Any:
    """The board, or None and why not."""
    if not isinstance(data, Mapping):
        wrong.append(f"board: it is a table, not {type(data).__name__}.")
        return None
    kinds = _BOARDS[family]
    kind = data.get("kind", "")
    if kind not in kinds:
        wrong.append(f"board.kind: {kind!r} is none; {nearest(str(kind), [k for k in kinds if k])}")
        return None
    given = {key: _frozen(value) for key, value in data.items() if key != "kind"}
    known = _parameters(kinds[kind])
    before = len(wrong)
    wrong += [
        f"board.{key}: there is none; {nearest(key, known)}" for key in given if key not in known
    ]
    wrong += [
        f"board.{key}: it must be given."
        for key, needed in known.items()
        if needed and key not in given
    ]
    if len(wrong) > before:
        return None
    try:
        return kinds[kind](**given)
    except (SpecError, TypeError, ValueError) as error:
        wrong.append(f"board: {error}")
        return None


def _parameters(maker: Any) -> dict[str, bool]:
    """What a board is made from, and which of it must be given."""
    if maker in (TrackBoard, GridBoard):
        return {field.name: field.default is MISSING for field in fields(maker)}
    return {
        name: parameter.default is inspect.Parameter.empty
        for name, parameter in inspect.signature(maker).parameters.items()
    }


def _rules(family: str, data: Any, trust: bool, wrong: list[str]) -> list[Rule]:
    if not isinstance(data, list) or not data:
        wrong.append("rules: a game has a list of rules (rule 1: the rules are known).")
        return []
    found = []
    for number, line in enumerate(data):
        try:
            found.append(_rule(family, line, trust))
        except SpecError as error:  # noqa: PERF203  (all of them are to be told)
            wrong.append(f"rules[{number}]: {error}")
    return found


def _rule(family: str, line: Any, trust: bool) -> Rule:
    """One rule with its parameters."""
    if not isinstance(line, Mapping) or not isinstance(line.get("rule"), str):
        raise SpecError('a rule is a table with its name as `rule`, such as {rule = "blocks"}.')
    name = line["rule"]
    known = library_rules(family)
    parameters = {key: _frozen(value) for key, value in line.items() if key != "rule"}
    if name in known:
        return known[name](**parameters)
    if ":" not in name:
        raise SpecError(f"there is no rule {name!r}; {nearest(name, known)}")
    if not trust:
        raise SpecError(f"{name!r} is code of its own; trust=True (--trust) says that it may run.")
    try:
        return Rule.from_dict({"rule": name, **parameters})
    except (ImportError, ValueError, AttributeError) as error:
        raise SpecError(f"{name!r} cannot be had: {error}.") from error


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
