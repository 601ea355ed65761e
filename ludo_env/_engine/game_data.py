"""A game as plain data, as a file has it: a board, and a list of rules with their parameters.

`read` collects everything that is wrong with it; `from_dict` gives the spec, or one error with all
of it. Nothing that the data names is imported unless the caller trusts it.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from importlib.metadata import EntryPoint
from typing import Any

from ludo_env._engine.arguments import wrong_kind
from ludo_env._engine.errors import SpecError, cut, nearest, quoted, raised, reason
from ludo_env._engine.family import Family
from ludo_env._engine.family_registry import family_named
from ludo_env._engine.game_check import complaints_about
from ludo_env._engine.input_limits import too_large
from ludo_env._engine.interrupts import interrupts_noted
from ludo_env._engine.plug_ins import each_loaded, loaded, plug_ins, wrong_kind_of
from ludo_env._engine.rule import KEPT, Rule, RuleMaker, at_its_time
from ludo_env._engine.spec import Spec

_KEYS = ("name", "family", "endless", "board", "rules")
_MOST_TOLD = 6  # complaints in one message


def from_dict(data: Any, *, trust: bool = False, trial: bool = True) -> Spec:
    """Return the spec of plain data; `trial=False` skips the trial of a known spec."""
    spec, complaints = read(data, trust=trust, trial=trial)
    if spec is None or complaints:
        more = len(complaints) - _MOST_TOLD
        left = f"; and {more} more." if more > 0 else ""
        raise SpecError("; ".join(complaints[:_MOST_TOLD]) + left)
    return spec


def of_key(key: str) -> Spec:
    """Return the spec with this `Spec.key`, without default rules. Reading it may import code."""
    spec, complaints, _ = _read(json.loads(key), trust=True)
    if spec is None:
        raise SpecError("; ".join(complaints))
    return spec


def board_of(family: Family, data: Mapping[str, Any]) -> Any:
    """Return the board of plain data."""
    wrong: list[str] = []
    board = _board(family, data, wrong)
    if board is None:
        raise SpecError("; ".join(wrong))
    return board


def read(data: Any, *, trust: bool = False, trial: bool = True) -> tuple[Spec | None, list[str]]:
    """Return the spec of plain data, if it is valid, and one sentence for everything that is wrong.

    Without a `trial` the spec is the same; the trial only looks for errors.
    """
    spec, wrong, endless = _read(data, trust=trust)
    if spec is not None and trial:
        wrong = complaints_about(spec)
    if spec is not None and not wrong and not endless:
        spec = spec.with_rules(*spec.family.by_default(spec))
    return spec, wrong


def _read(data: Any, *, trust: bool) -> tuple[Spec | None, list[str], bool]:
    """Return the spec of plain data, the errors, and whether the game is endless."""
    if not isinstance(data, Mapping):
        kind = type(data).__name__
        return None, [f"A game is a table with {', '.join(_KEYS)}, not {kind}."], False
    large = too_large(data)
    if large:
        return None, [large], False
    strange = [key for key in data if key not in _KEYS]
    wrong = [f"{cut(key)}: unknown key; {nearest(key, _KEYS)}" for key in strange]
    try:
        family = family_named(data.get("family"))
    except SpecError as error:
        return None, [*wrong, f"family: {error}"], False
    name = data.get("name", "loose")
    if not isinstance(name, str) or not name.isidentifier():
        wrong.append(f"name: {quoted(name)} is not a word of letters, digits and _.")
    board = _board(family, data.get("board", {"kind": next(iter(family.boards))}), wrong)
    rules = _rules(family, data.get("rules"), trust, wrong)
    endless = data.get("endless", False)
    wanted = wrong_kind("bool", endless)
    if wanted:
        wrong.append(f"endless: it is {wanted}, not {quoted(endless)}.")
    elif endless:
        wrong += [f"endless: {said}" for said in _never_endless(family, rules)]
    if board is None or wrong:
        return None, wrong, False
    return Spec(name, family, board, tuple(rules)), [], endless


def _never_endless(family: Family, rules: list[Rule]) -> list[str]:
    """Return why a game cannot continue when no player can ever move again."""
    if not family.has_pass:
        return [f"in a game of the family {family.name!r} nobody passes; leave it out."]
    return [
        f"the rule {quoted(rule.name)} ends a game that has come to a stop; leave one of them out."
        for rule in rules
        if rule.facts.get("stalls")
    ]


def _board(family: Family, data: Any, wrong: list[str]) -> Any:
    """Return the board, or None and the errors."""
    if not isinstance(data, Mapping):
        wrong.append(f"board: it is a table, not {type(data).__name__}.")
        return None
    kind = data.get("kind", "")
    if not isinstance(kind, str) or kind not in family.boards:
        kinds = [word for word in family.boards if word]
        wrong.append(f"board.kind: {quoted(kind)} is not a kind of board; {nearest(kind, kinds)}")
        return None
    make = family.boards[kind]
    known = inspect.signature(make).parameters
    given = {key: _frozen(value) for key, value in data.items() if key != "kind"}
    strange = [key for key in given if key not in known]
    missing = [
        name
        for name, parameter in known.items()
        if parameter.default is inspect.Parameter.empty and name not in given
    ]
    wanted = {
        key: wrong_kind(known[key].annotation, value)
        for key, value in given.items()
        if key in known
    }
    unfit = [key for key, words in wanted.items() if words]
    wrong += [f"board.{cut(key)}: unknown part; {nearest(key, known)}" for key in strange]
    wrong += [f"board.{name}: it must be given." for name in missing]
    wrong += [f"board.{key}: it is {wanted[key]}, not {quoted(data[key])}." for key in unfit]
    if strange or missing or unfit:
        return None
    try:
        return make(**given)
    except SpecError as error:
        wrong.append(f"board: {error}")
    except (TypeError, ValueError, ArithmeticError, LookupError) as error:
        wrong.append(f"board: {reason(error)}.")
    return None


def _rules(family: Family, data: Any, trust: bool, wrong: list[str]) -> list[Rule]:
    if not isinstance(data, list) or not data:
        wrong.append("rules: a game has a list of rules (rule 1: the rules are known).")
        return []
    found = []
    for number, line in enumerate(data):
        try:
            found.append(_rule(family, line, trust))
        except SpecError as error:  # noqa: PERF203  (all errors are reported)
            wrong.append(f"rules[{number}]: {error}")
    return found


def _rule(family: Family, line: Any, trust: bool) -> Rule:
    """Return one rule with its parameters."""
    if not isinstance(line, Mapping) or not isinstance(line.get("rule"), str):
        raise SpecError('a rule is a table with its name as `rule`, such as {rule = "blocks"}.')
    name = line["rule"]
    parameters = {key: _frozen(value) for key, value in line.items() if key not in KEPT}
    maker = family.library.get(name) or _plugged_in(name)
    if maker is not None:
        return at_its_time(maker(**parameters), line)
    if ":" not in name:
        known = {*family.library, *plug_ins("rules")}
        raise SpecError(f"unknown rule {quoted(name)}; {nearest(name, known)}")
    if not trust:
        raise SpecError(
            f"{quoted(name)} is code of its own; trust=True (--trust) says that it may run."
        )
    with interrupts_noted() as interrupts:
        try:
            return Rule.from_dict({**line, **parameters})
        except SpecError:
            raise
        except BaseException as error:  # code of the user's own can raise anything
            if interrupts:
                raise
            why = reason(error) if isinstance(error, ImportError) else f"it {raised(error)}"
            raise SpecError(f"{quoted(name)} cannot be imported: {why}.") from error


def added_rules() -> Mapping[str, RuleMaker]:
    """Return the rules of other packages by name; those that fail are left out."""
    points = plug_ins("rules")
    return each_loaded(points, lambda name: _rule_of(points[name]))


def _plugged_in(name: str) -> RuleMaker | None:
    """Return the rule of an entry point, by its name or by the import path that a dump writes."""
    points = plug_ins("rules")
    point = points.get(name) or next((p for p in points.values() if p.value == name), None)
    return None if point is None else _rule_of(point)


def _rule_of(point: EntryPoint) -> RuleMaker:
    maker = loaded(point, "rule", SpecError)
    if not isinstance(maker, RuleMaker):
        raise wrong_kind_of(point, "rule", maker, "a function with @rule", SpecError)
    return maker


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
