"""Folding: combine the hooks of all rules into one function (a law) per question.

A family of games declares the questions it asks (`_engine/questions.py`). Every rule answers
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
from typing import Any

from ludo_env._engine.composition.missing_answers import answering, may_be_silent
from ludo_env._engine.composition.phases import in_phase, in_turns
from ludo_env._engine.questions import Question, Questions
from ludo_env._engine.rule import Hook, Rule

NO_OPINION = -1

# Called with (rule, question name, arguments, answer) whenever a rule answers; plain Python only.
Listener = Callable[[Rule, str, tuple[Any, ...], Any], None]


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


def is_unanswered(law: Hook) -> bool:
    """Return whether no rule answers the question of a law."""
    return law in (_never, _always, _silence, _same, _nothing)


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
