"""Checks of any game that comes from outside, independent of its rules."""

from __future__ import annotations

from ludo_env._engine.answers import answers
from ludo_env._engine.composition.conflicts import (
    check_families,
    check_roles,
    check_words,
    time_complaints,
)
from ludo_env._engine.composition.error_source import failure, what_of
from ludo_env._engine.dry_run import dry_run
from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.game import Game
from ludo_env._engine.spec import Spec
from ludo_env._engine.state import table

# Number of decisions of the trial games.
_DECISIONS = 200


def complaints_about(spec: Spec) -> list[str]:
    """Return everything that is wrong with a spec of valid parts, one sentence each."""
    wrong = _doubles(spec)
    timed = time_complaints(spec.rules, spec.family.questions)
    wrong += [f"rules[{number}]: {said}" for number, said in timed]
    if wrong:
        return wrong
    try:
        wrong = _unanswered(spec)
        if wrong:
            return wrong
        game = Game(spec, "python")
    except SpecError as error:
        return [f"rules: {error}"]
    except Exception as error:  # noqa: BLE001  (a rule of the user's own can raise anything)
        return [f"rules: making it fails: {what_of(error)}"]
    try:
        return spec.family.trial(game) or _silences(game)
    except SpecError as error:
        return [f"rules: {error}"]
    except Exception as error:  # noqa: BLE001
        who = failure(error, spec.rules, game.plain.answers)
        return [f"rules: {who or f'playing it fails: {what_of(error)}'}"]


def _silences(game: Game) -> list[str]:
    """Play a while and inspect every answer; raise on None."""
    dry_run(game, game.listened(lambda *_: None), seed=0, decisions=_DECISIONS)
    return []


def _doubles(spec: Spec) -> list[str]:
    labels = [rule.label for rule in spec.rules]
    return [
        f"rules[{number}]: rule {quoted(label)} appears twice."
        for number, label in enumerate(labels)
        if label in labels[:number]
    ]


def _unanswered(spec: Spec) -> list[str]:
    """Return the demands that no rule of the game meets."""
    asked = spec.family.questions
    try:
        check_families(spec.rules, spec.family)
        check_words(spec.rules, spec.family.library)
        check_roles(spec.rules, spec.family)
        tables = spec.family.tables(spec.board, table, spec.facts)
        found = answers(spec.rules, tables, asked, spec.family.library)
    except SpecError as error:
        return [f"rules: {error}"]
    return [
        f"rules: no rule {demand.meaning} ({demand.source})."
        for demand in spec.family.demands
        if not any(found[question] for question in demand.questions)
        and not getattr(spec.facts, demand.unless, False)
    ]
