"""The answers of all rules of a game by question, each checked before it is used."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from ludo_env._engine.composition.missing_answers import never_answers, silence
from ludo_env._engine.composition.missing_needs import lacks_answer
from ludo_env._engine.composition.phases import hold_throughout, taking_turns
from ludo_env._engine.composition.shared_questions import Exchange
from ludo_env._engine.errors import SpecError, nearest, quoted
from ludo_env._engine.folding import fold_all
from ludo_env._engine.questions import Question, Questions
from ludo_env._engine.rule import Hook, Rule, RuleMaker


def answers(
    rules: Sequence[Rule],
    board: Any,
    asked: Questions,
    library: Mapping[str, RuleMaker] | None = None,
    *,
    guarded: bool = True,
) -> dict[str, list[tuple[Rule, Hook]]]:
    """Return the rules and their hooks by question, in the order of the rules.

    Questions that rules ask each other are folded here; `guarded` is as in `fold_all`.
    """
    table: dict[str, list[tuple[Rule, Hook]]] = {name: [] for name in asked}
    shared = {name: question for name, question in asked.items() if question.shared}
    exchange = Exchange.of(asked)
    for rule in rules:
        found = exchange.bind(rule, board)
        complaints = check_hooks(rule, found, asked)
        if complaints:
            raise SpecError(complaints[0])
        for name, hook in found.items():
            table[name].append((rule, hook))
    turns = taking_turns(rules, asked)
    for name, question in asked.items():
        speakers = tuple(rule for rule, _ in table[name])
        if question.fold == "one" and not _one_at_a_time(speakers, turns):
            raise SpecError(_not_one(question, speakers, turns, library or {}))
    exchange.settle(
        speakers={name: [rule for rule, _ in table[name]] for name in shared},
        laws=fold_all(table, shared, turns, guarded=guarded),
        lacks=lambda rule, name: lacks_answer(
            rule, name, shared[name].meaning, rules, library or {}, board
        ),
    )
    return table


def check_hooks(rule: Rule, found: Mapping[str, Hook], asked: Questions) -> list[str]:
    """Return what is wrong with the hooks of a rule, one sentence each."""
    complaints = []
    for name, hook in found.items():
        if name not in asked:
            complaints.append(
                f"Rule {rule.name!r} answers {name!r}, which nobody asks: {nearest(name, asked)}"
            )
            continue
        arguments = asked[name].late or asked[name].arguments
        wanted = [word.strip() for word in arguments.split(",")]
        try:
            has = len(inspect.signature(hook).parameters)
        except (TypeError, ValueError):
            complaints.append(f"Rule {rule.name!r}: its {name!r} is not a function.")
            continue
        if not (1 <= has <= len(wanted) if asked[name].late else has == len(wanted)):
            complaints.append(
                f"Rule {rule.name!r}: its {name!r} takes {has} arguments, and gets "
                f"{len(wanted)}: ({', '.join(wanted)})."
            )
        elif _is_paused(hook):
            complaints.append(
                f"Rule {quoted(rule.name)}: its {name!r} is a coroutine or a generator; a hook is "
                "a plain function, without async and yield."
            )
        elif asked[name].wants_answer and never_answers(hook):
            complaints.append(silence(rule, name))
    return complaints


def _is_paused(hook: Hook) -> bool:
    kinds = (inspect.iscoroutinefunction, inspect.isgeneratorfunction, inspect.isasyncgenfunction)
    return any(is_kind(hook) for is_kind in kinds)


def _one_at_a_time(speakers: Sequence[Rule], turns: Sequence[Rule]) -> bool:
    """Return whether exactly one rule answers at any time; several must be those of `turns`."""
    times = {(rule.phase, rule.outside) for rule in speakers}
    alone = len(speakers) == 1 and not turns
    return (
        (alone or tuple(speakers) == tuple(turns))
        and len(speakers) == len(times)
        and hold_throughout(speakers)
    )


def _not_one(
    question: Question,
    speakers: Sequence[Rule],
    turns: Sequence[Rule],
    library: Mapping[str, RuleMaker],
) -> str:
    """Return the error for a question without exactly one answer at any time."""
    asked = f"{question.name!r} ({question.meaning})"
    silent = [rule for rule in turns if rule not in speakers]
    if silent and speakers:
        others = [rule for rule in speakers if rule not in turns]
        fault = f"{quoted(silent[0].name)} does not answer"
        if others:
            fault = f"{quoted(others[0].name)} answers"
        return f"Rules {_both(turns)} take turns, and {fault} {asked}."
    said = f"No rule answers {asked}"
    if len(speakers) > 1:
        said = f"Rules {_both(speakers)} both answer {asked}"
    elif speakers:
        name, phase = quoted(speakers[0].name), quoted(speakers[0].phase)
        said = f"Rule {name} alone answers {asked}, and it waits for the phase {phase}"
    known = [maker.name for maker in library.values() if maker.ties.role == question.role != ""]
    choose = f"choose one {question.role}: {', '.join(known)}" if known else "a game has one such"
    return f"{said}; {choose}."


def _both(rules: Sequence[Rule]) -> str:
    return " and ".join(quoted(rule.name) for rule in rules[:2])
