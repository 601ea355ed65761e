"""Folding: combine the hooks of all rules into one function (a law) per question.

A family of games declares the questions it asks (its ``Question`` table). Every rule answers
some of them; `fold` turns the answers to one question into one function, in the order of the
rules. The same functions run as plain Python and inside a compiled kernel.

| fold    | answers combine to                                    | with no answer     |
|---------|-------------------------------------------------------|--------------------|
| "any"   | True if one says True                                 | False              |
| "all"   | True unless one says False                            | True               |
| "first" | the first that is not NO_OPINION                      | NO_OPINION         |
| "pipe"  | the value, passed from one to the next                | the value itself   |
| "each"  | nothing: every one is carried out                     | nothing            |
| "one"   | the only answer at that time; two are an error        | an error           |
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludo_env._engine.composition.missing_answers import (
    answering,
    may_be_silent,
    never_answers,
    silence,
)
from ludo_env._engine.composition.missing_needs import lacks_answer
from ludo_env._engine.composition.phases import hold_throughout, in_phase, in_turns, taking_turns
from ludo_env._engine.composition.shared_questions import Exchange
from ludo_env._engine.errors import SpecError, nearest, quoted
from ludo_env._engine.rule import Hook, Rule, RuleMaker

NO_OPINION = -1

# Called with (rule, question name, arguments, answer) whenever a rule answers; plain Python only.
Listener = Callable[[Rule, str, tuple[Any, ...], Any], None]


@dataclass(frozen=True)
class Question:
    """A question that the engine asks the rules: its arguments, and how answers combine."""

    name: str
    fold: str
    arguments: str
    meaning: str
    # Answered with a function of these verbs of the engine, or of the first few, that returns the
    # hook.
    late: str = ""
    # Whether rules may ask it through `board.ask`: it "may" have an answer, or "must".
    shared: str = ""
    # Answered in plain Python only (notation, words, drawing): never compiled.
    plain: bool = False
    # An action without an answer; with fold "each" all are carried out.
    deed: bool = False
    # With fold "one": the role of the rules that answer it, if their authors declared one.
    role: str = ""

    @property
    def wants_answer(self) -> bool:
        """Return whether a hook must answer it with something other than None."""
        return not self.deed and self.fold != "each"


Questions = Mapping[str, Question]


def questions(*table: Question) -> Questions:
    """Return a family's questions by name."""
    return {question.name: question for question in table}


def check_hooks(rule: Rule, found: Mapping[str, Hook], asked: Questions) -> list[str]:
    """Return what is wrong with the hooks of a rule, a sentence each."""
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


def answers(
    rules: Sequence[Rule],
    board: Any,
    asked: Questions,
    library: Mapping[str, RuleMaker] | None = None,
    *,
    guarded: bool = True,
) -> dict[str, list[tuple[Rule, Hook]]]:
    """Return the rules and their hooks by question, in the order of the rules.

    What rules ask each other is folded here; `guarded` is for that, as in `fold_all`.
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


def fold_all(
    table: Mapping[str, Sequence[tuple[Rule, Hook]]],
    asked: Questions,
    turns: Sequence[Rule],
    listener: Listener | None = None,
    *,
    guarded: bool = False,
) -> dict[str, Hook]:
    """Fold all questions, one function each; a `listener` gets every answer (plain Python only).

    `turns` are the rules that take turns (`phases.taking_turns`); of those that answer any other
    question, each answers in its own phase only. The law of a late question is a function of the
    engine's verbs, which returns the function. With a listener, a hook that answers None is
    refused; `guarded` refuses it where the code shows it, at no cost for other hooks (plain Python
    only).
    """
    return {
        name: _law(question, table[name], listener, turns, guarded=guarded)
        for name, question in asked.items()
    }


def _law(
    question: Question,
    speakers: Sequence[tuple[Rule, Hook]],
    listener: Listener | None,
    turns: Sequence[Rule],
    *,
    guarded: bool,
) -> Hook:
    def law(*verbs: Any) -> Hook:
        parts = []
        for rule, hook in speakers:
            part = hook(*verbs[: len(inspect.signature(hook).parameters)]) if verbs else hook
            watched = listener is not None or (guarded and may_be_silent(part))
            if question.wants_answer and watched:
                part = answering(rule, question.name, part)
            timed = (rule.phase or rule in turns) and question.fold != "one"
            if timed and not question.plain:
                part = in_phase(rule, part, question.fold, turns)
            parts.append(part if listener is None else _heard(rule, question.name, part, listener))
        if question.fold == "one" and len(parts) > 1:
            return in_turns([rule for rule, _ in speakers], parts)
        return FOLDS[question.fold](parts)

    return law if question.late else law()


def _heard(rule: Rule, name: str, hook: Hook, listener: Listener) -> Hook:
    def heard(*arguments: Any) -> Any:
        answer = hook(*arguments)
        listener(rule, name, arguments, answer)
        return answer

    return heard


# Each fold below joins the first answer with the fold of the rest: a chain of plain closures, which
# a compiler flattens into straight code.


def _fold_any(parts: Sequence[Hook]) -> Hook:
    if not parts:
        return _never
    head = parts[0]
    if len(parts) == 1:
        return head
    rest = _fold_any(parts[1:])

    def either(*arguments: Any) -> Any:
        if head(*arguments):
            return True
        return rest(*arguments)

    return either


def _fold_every(parts: Sequence[Hook]) -> Hook:
    if not parts:
        return _always
    head = parts[0]
    if len(parts) == 1:
        return head
    rest = _fold_every(parts[1:])

    def both(*arguments: Any) -> Any:
        if not head(*arguments):
            return False
        return rest(*arguments)

    return both


def _fold_first(parts: Sequence[Hook]) -> Hook:
    if not parts:
        return _silence
    head = parts[0]
    if len(parts) == 1:
        return head
    rest = _fold_first(parts[1:])

    def first(*arguments: Any) -> Any:
        answer = head(*arguments)
        if answer != NO_OPINION:
            return answer
        return rest(*arguments)

    return first


def _fold_pipe(parts: Sequence[Hook]) -> Hook:
    if not parts:
        return _same
    head = parts[0]
    if len(parts) == 1:
        return head
    rest = _fold_pipe(parts[1:])

    def pipe(state: Any, value: Any, *arguments: Any) -> Any:
        return rest(state, head(state, value, *arguments), *arguments)

    return pipe


def _fold_each(parts: Sequence[Hook]) -> Hook:
    if not parts:
        return _nothing
    head = parts[0]
    if len(parts) == 1:
        return head
    rest = _fold_each(parts[1:])

    def each(*arguments: Any) -> None:
        head(*arguments)
        rest(*arguments)

    return each


def _fold_one(parts: Sequence[Hook]) -> Hook:
    return parts[0]


def _never(*_: Any) -> bool:
    return False


def _always(*_: Any) -> bool:
    return True


def _silence(*_: Any) -> int:
    return NO_OPINION


def _same(_: Any, value: Any, *__: Any) -> Any:
    return value


def _nothing(*_: Any) -> None:
    return None


FOLDS: Mapping[str, Callable[[Sequence[Hook]], Hook]] = {
    "any": _fold_any,
    "all": _fold_every,
    "first": _fold_first,
    "pipe": _fold_pipe,
    "each": _fold_each,
    "one": _fold_one,
}
