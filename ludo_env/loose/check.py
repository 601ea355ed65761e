"""What must hold of any loose game, whatever its rules: rule numbers are those of Loose Ludo."""

from __future__ import annotations

from ludo_env.core.errors import SpecError
from ludo_env.core.laws import answers
from ludo_env.core.spec import Spec
from ludo_env.core.state import table

# Of races: what somebody must answer, what it is for, and the rule of Loose Ludo that demands it.
_DEMANDS = (
    (("enters",), "lets a piece leave the yard", "rule 25: there is a way to leave the Start"),
    (("over",), "says when somebody has won", "rule 13: the game can be won"),
    (
        ("react", "may_pass", "may_land"),
        "lets players get in each other's way",
        "rule 32: opponents interact, by capture or by blocks",
    ),
    (("overshoot",), "brings pieces home", "rule 27: every Finish can be reached"),
)


def complaints_about(spec: Spec) -> list[str]:
    """Everything that is wrong with a spec whose parts are right, a sentence each."""
    wrong = _doubles(spec) or _unanswered(spec)
    if wrong:
        return wrong
    try:
        spec.check()
    except SpecError as error:
        return [f"rules: {error}"]
    if spec.facts.get("faces", 2) < 2:
        return ["rules: the die has one face (rule 14: the mechanism is random)."]
    return []


def _doubles(spec: Spec) -> list[str]:
    names = [rule.name for rule in spec.rules]
    return [
        f"rules[{number}]: rule {name!r} stands twice."
        for number, name in enumerate(names)
        if name in names[:number]
    ]


def _unanswered(spec: Spec) -> list[str]:
    """Demands that no rule of the game meets."""
    asked = spec.family.questions
    try:
        found = answers(spec.rules, spec.family.tables(spec.board, table), asked)
    except SpecError as error:
        return [f"rules: {error}"]
    return [
        f"rules: no rule {meaning} ({demand})."
        for questions, meaning, demand in _DEMANDS
        if all(question in asked for question in questions)
        and not any(found[question] for question in questions)
    ]
