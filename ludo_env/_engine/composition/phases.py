"""Phases: rules that hold only during a phase of the game, or only outside it.

A rule that begins a phase keeps a flag, `phase_field(name)`, and sets it when the phase begins.
A rule with `.during(name)` answers only while the flag is set, one with `.until(name)` only while
it is not; otherwise it is inactive.

Several rules that must be the only ones to answer a question (mechanisms) can take turns: those
with a phase are asked before the one without.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ludo_env._engine.errors import nearest, quoted
from ludo_env._engine.generated import compile_function
from ludo_env._engine.rule import Field, Hook, Rule, field

if TYPE_CHECKING:
    from ludo_env._engine.questions import Question

# The neutral answer of each fold.
_SILENCE = {"any": "False", "all": "True", "first": "-1", "pipe": "arguments[0]", "each": "None"}
_PREFIX = "during_"


def phase_field(name: str, start: int = 0) -> Field:
    """Return the flag field of a phase: 1 while it lasts."""
    return field(f"{_PREFIX}{name}", observe="value", key=name, start=start)


def flags_in(names: Sequence[str]) -> list[str]:
    """Return which of these field names are flags of phases."""
    return [name for name in names if name.startswith(_PREFIX)]


def needed_roles(questions: Mapping[str, Question]) -> list[str]:
    """Return the roles that a game needs filled at any time."""
    return [asked.role for asked in questions.values() if asked.fold == "one" and asked.role]


def taking_turns(rules: Sequence[Rule], questions: Mapping[str, Question]) -> tuple[Rule, ...]:
    """Return the rules of the role that must always be filled, if there are several."""
    for role in needed_roles(questions):
        found = tuple(dict.fromkeys(rule for rule in rules if rule.ties.role == role))
        if len(found) > 1:
            return found
    return ()


def hold_throughout(rules: Sequence[Rule]) -> bool:
    """Return whether one of these rules holds at any time."""
    times = {(rule.phase, rule.outside) for rule in rules}
    return ("", False) in times or any((phase, not out) in times for phase, out in times)


def in_phase(rule: Rule, hook: Hook, fold: str, turns: Sequence[Rule] = ()) -> Hook:
    """Return a hook that answers only while its rule holds and it is the rule's turn."""
    earlier = []
    if rule in turns:
        order = [turns[at] for at in _by_time(turns)]
        earlier = order[: order.index(rule)]
    conditions = [f"not ({_holds(other)})" for other in earlier]
    conditions += [_holds(rule)] if rule.phase else []
    lines = [
        "def answer(s, *arguments):",
        f"    if not ({' and '.join(conditions)}):",
        f"        return {_SILENCE[fold]}",
        "    return hook(s, *arguments)",
    ]
    return compile_function(lines, "answer", {"hook": hook})


def in_turns(rules: Sequence[Rule], hooks: Sequence[Hook]) -> Hook:
    """Combine the hooks of rules that take turns: the rule whose phase it is answers."""
    answers = [f"hook{at}(s, *arguments)" for at in range(len(rules))]
    lines = ["def answer(s, *arguments):", *_by_turns(rules, answers)]
    return compile_function(lines, "answer", {f"hook{at}": hook for at, hook in enumerate(hooks)})


def whose_time(rules: Sequence[Rule]) -> Hook:
    """which(s) -> the index of the active rule, of rules that take turns."""
    places = [str(at) for at in range(len(rules))]
    return compile_function(["def which(s):", *_by_turns(rules, places)], "which")


def setting(flags: Sequence[str]) -> Hook:
    """change(s, number): set these flags to the binary digits of a number."""
    lines = ["def change(s, number):"]
    lines += [f"    s.{flag} = (number >> {at}) & 1" for at, flag in enumerate(flags)]
    return compile_function([*lines, "    return None"], "change")


def reading(flags: Sequence[str]) -> Hook:
    """read(s) -> these flags as the binary digits of a number."""
    digits = [f"(s.{flag} << {at})" for at, flag in enumerate(flags)]
    return compile_function(["def read(s):", f"    return {' + '.join(digits) or '0'}"], "read")


def phase_complaints(rules: Sequence[Rule]) -> list[tuple[int, str]]:
    """Return what is wrong with the phases of rules: the index of each rule, and a sentence."""
    flags = flags_in([kept.name for rule in rules for kept in rule.fields])
    begun = {flag.removeprefix(_PREFIX) for flag in flags}
    wrong = []
    for number, rule in enumerate(rules):
        flag = phase_field(rule.phase).name
        if not rule.phase:
            continue
        if rule.phase not in begun:
            hint = f"; {nearest(rule.phase, begun)}" if begun else "."
            said = f"No rule begins the phase {quoted(rule.phase)} that {rule} waits for{hint}"
            wrong.append((number, said))
        elif flag in [kept.name for kept in rule.fields]:
            said = f"Rule {quoted(rule.name)} waits for the phase {quoted(rule.phase)}, its own."
            wrong.append((number, said))
    return wrong


def turn_complaints(rules: Sequence[Rule], role: str) -> list[tuple[int, str]]:
    """Return what is wrong with rules of a role that must always be filled: index and sentence."""
    numbers = [at for at, rule in enumerate(rules) if rule.ties.role == role]
    takers = [rules[at] for at in numbers]
    throughout = hold_throughout(takers)
    wrong = []
    for at, rule in zip(numbers, takers, strict=True):
        if rule.phase and not throughout:
            other = "during" if rule.outside else "until"
            said = (
                f"Rule {quoted(rule.name)} waits for the phase {quoted(rule.phase)}, and a {role} "
                f'is needed throughout: add one with {other} = "{rule.phase}", or one without a '
                "phase."
            )
            wrong.append((at, said))
        for beginner in _beginners(rules, rule.phase):
            if not beginner.facts.get("between_turns"):
                said = (
                    f"Rule {quoted(rule.name)} cannot wait for the phase {quoted(rule.phase)}, "
                    f"which {quoted(beginner.name)} changes in the middle of a turn; the rule "
                    "'phase' changes it between turns."
                )
                wrong.append((at, said))
    return wrong


def _beginners(rules: Sequence[Rule], phase: str) -> list[Rule]:
    """Return the rules that keep the flag of a phase."""
    flag = phase_field(phase).name
    return [rule for rule in rules if phase and flag in [kept.name for kept in rule.fields]]


def _by_turns(rules: Sequence[Rule], answers: Sequence[str]) -> list[str]:
    """Return source lines that select the answer of the active rule of those that take turns."""
    order = _by_time(rules)
    lines = []
    for at in order[:-1]:
        lines += [f"    if {_holds(rules[at])}:", f"        return {answers[at]}"]
    return [*lines, f"    return {answers[order[-1]]}"]


def _by_time(rules: Sequence[Rule]) -> list[int]:
    """Return the indices of rules that take turns, in the order in which they are checked."""
    places = range(len(rules))
    waiting = [at for at in places if rules[at].phase]
    return [*waiting, *(at for at in places if not rules[at].phase)]


def _holds(rule: Rule) -> str:
    return f"s.{phase_field(rule.phase).name} {'==' if rule.outside else '!='} 0"
