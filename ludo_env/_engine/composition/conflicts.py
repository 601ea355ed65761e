"""Conflicts and order of the rules of a game.

Three things are refused, each in a sentence that names both rules: two rules with one role, a rule
placed before one whose results it depends on, and a rule that is never asked because a rule before
it always answers.
"""

from __future__ import annotations

import dis
import types
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ludo_env._engine.compile.code_walk import Absent
from ludo_env._engine.composition.phases import needed_roles, phase_complaints, turn_complaints
from ludo_env._engine.errors import SpecError, nearest, quoted
from ludo_env._engine.family import Family
from ludo_env._engine.family_registry import FAMILIES
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.questions import Questions
from ludo_env._engine.rule import Hook, Rule, RuleMaker

Answers = Mapping[str, Sequence[tuple[Rule, Hook]]]
Library = Mapping[str, RuleMaker]
_UNKNOWN = ("unknown", None)
# The instruction after one of these is not reached.
_LEAVES = ("JUMP_FORWARD", "JUMP_ABSOLUTE", "RETURN_VALUE", "RAISE_VARARGS", "RERAISE")


def check_families(rules: Sequence[Rule], family: Family) -> None:
    """Refuse a rule of another family's library, unless this family has it in its own, too."""
    for rule in rules:
        own = family.library.get(rule.name)
        if own is not None and own.path == rule.path:
            continue
        for other in FAMILIES.values():
            maker = other.library.get(rule.name)
            if other is not family and maker is not None and maker.path == rule.path:
                raise SpecError(
                    f"Rule {quoted(rule.name)} is for games of the family {other.name!r}, "
                    f"and this game is of the family {family.name!r}."
                )


def check_words(rules: Sequence[Rule], library: Library) -> None:
    """Refuse a misspelt role, or a misspelt rule in `beside` or `after`."""
    makers = library.values()
    known = {maker.name for maker in makers} | {maker.ties.role for maker in makers} - {""}
    for rule in rules:
        others = [other for other in rules if other is not rule]
        here = {other.name for other in others} | {other.ties.role for other in others} | {""}
        for word in (rule.ties.role, *rule.ties.beside, *rule.ties.after):
            if word in known or word in here:
                continue
            hint = nearest(word, known)
            if hint.startswith("did you mean"):  # else it is a word of the author's own
                raise SpecError(f"Rule {quoted(rule.name)} names {quoted(word)}; {hint}")


def check_roles(rules: Sequence[Rule], family: Family) -> None:
    """Refuse two rules with one role that may neither be combined nor take turns."""
    needed = needed_roles(family.questions)
    for at, rule in enumerate(rules):
        role = rule.ties.role
        for other in rules[:at]:
            if not role or other.ties.role != role or other.name in rule.ties.beside:
                continue
            if (other.phase or role in needed) and other.time != rule.time:
                continue  # outside its phase it leaves the role free
            raise SpecError(
                f"Rules {quoted(other.name)} and {quoted(rule.name)} exclude each other: "
                f"{choose_one(role, family.library)}."
            )


def time_complaints(rules: Sequence[Rule], questions: Questions) -> list[tuple[int, str]]:
    """Return what is wrong with the times of rules: the index of each rule, and a sentence."""
    wrong = phase_complaints(rules)
    for role in needed_roles(questions) if not wrong else ():
        wrong += turn_complaints(rules, role)
    return wrong


def check_order(rules: Sequence[Rule]) -> None:
    """Refuse a rule placed before one of those that it depends on."""
    for at, rule in enumerate(rules):
        for other in rules[at + 1 :]:
            if other.ties.role in rule.ties.after or other.name in rule.ties.after:
                raise SpecError(
                    f"Rule {quoted(other.name)} must come before {quoted(rule.name)}, "
                    "which depends on its result."
                )


def check_speech(found: Answers, questions: Questions, turns: Sequence[Rule]) -> None:
    """Refuse a rule that can never answer, because one before it always does.

    Rules in `turns` only answer in their own phase.
    """
    for name, question in questions.items():
        speakers = [spoken for spoken in found[name] if spoken[0] not in turns]
        if question.fold != "first" or question.plain or len(speakers) < 2:
            continue
        for at, (rule, hook) in enumerate(speakers[:-1]):
            muted = speakers[at + 1][0]
            if (rule.phase and rule.time != muted.time) or not always_answers(hook):
                continue
            move = "leave one of them out"
            if not always_answers(speakers[at + 1][1]):
                move = f"put {muted.name} before {rule.name}, or leave one of them out"
            raise SpecError(
                f"Rule {quoted(muted.name)} can never answer {name!r} ({question.meaning}), "
                f"because {quoted(rule.name)} before it always does; {move}."
            )


def choose_one(role: str, library: Library) -> str:
    """Return which rules of the library have a role: "choose one mechanism: dice, cards"."""
    names = [maker.name for maker in library.values() if maker.ties.role == role]
    return f"choose one {role}: {', '.join(names)}" if names else f"choose one {role}"


def always_answers(hook: Hook) -> bool:
    """Return whether every path through a hook ends in the same known answers, none of them -1."""
    ends = answers_of(hook)
    return bool(ends) and None not in ends and NO_OPINION not in ends


def answers_of(hook: Hook) -> set[Any]:
    """Return the numbers that a hook can answer, or None if its code does not show them."""
    if not isinstance(hook, types.FunctionType):
        return {None}
    cells = dict(zip(hook.__code__.co_freevars, hook.__closure__ or (), strict=True))
    found: set[Any] = set()
    for kind, value in _ends(hook.__code__):
        known: Any = value
        if kind == "cell":
            known = _inside(cells.get(value))
        elif kind == "global":
            known = hook.__globals__.get(value)
        found.add(known if isinstance(known, (int, float)) else None)
    return found


@lru_cache(maxsize=4096)
def _ends(code: types.CodeType) -> frozenset[tuple[str, Any]]:
    """Return what code returns at each of its ends: a constant, or a cell or global by name."""
    skipped = ("EXTENDED_ARG", "CACHE")
    steps = [step for step in dis.get_instructions(code) if step.opname not in skipped]
    found: set[tuple[str, Any]] = set()
    for at, step in enumerate(steps):
        if step.opname == "RETURN_CONST":
            found.add(("constant", step.argval))
        elif step.opname == "RETURN_VALUE":
            found |= {_named(source) for source in _sources(steps, at)}
        elif step.opname in ("YIELD_VALUE", "RETURN_GENERATOR"):
            found.add(_UNKNOWN)
    return frozenset(found)


def _sources(steps: list[dis.Instruction], at: int) -> list[dis.Instruction | None]:
    """Return the instructions that push an instruction's result: None where that is not known."""
    found: list[dis.Instruction | None] = []
    if at > 0 and steps[at - 1].opname not in _LEAVES:
        found.append(steps[at - 1])
    if steps[at].is_jump_target:
        for before, step in zip([None, *steps], steps, strict=False):
            jumps = step.opcode in dis.hasjrel or step.opcode in dis.hasjabs
            if jumps and step.argval == steps[at].offset:
                found.append(before if step.opname in _LEAVES else None)
    return found


def _named(step: dis.Instruction | None) -> tuple[str, Any]:
    if step is not None:
        if step.opcode in dis.hasconst or step.opname == "LOAD_SMALL_INT":
            return ("constant", step.argval)
        if step.opname in ("LOAD_DEREF", "LOAD_GLOBAL"):
            return ("cell" if step.opname == "LOAD_DEREF" else "global", step.argval)
    return _UNKNOWN


def _inside(cell: types.CellType | None) -> Any:
    try:
        return Absent if cell is None else cell.cell_contents
    except ValueError:  # not filled yet
        return Absent
