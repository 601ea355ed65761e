"""The typed laws of each family agree with its table of questions."""

import inspect
from dataclasses import fields
from types import NoneType
from typing import get_type_hints

import pytest

from ludo_env import french_ludo_v0, game_of, generals_v0
from ludo_env._engine.family_registry import FAMILIES
from ludo_env._families.track.laws import Asked

TYPED = [FAMILIES[name] for name in ("track", "grid")]
QUESTIONS = [(family, name) for family in TYPED for name in family.questions]
WORDS = [f"{family.name} {name}" for family, name in QUESTIONS]


def arguments(protocol):
    """The names of the arguments of a call, and the type of its answer."""
    call = protocol.__call__
    names = list(inspect.signature(call).parameters)[1:]
    return ", ".join(names), get_type_hints(call)["return"]


@pytest.mark.parametrize("family", TYPED, ids=lambda family: family.name)
def test_every_question_has_a_type(family):
    """A question without an attribute, and an attribute without a question, is an error."""
    assert {field.name for field in fields(family.laws)} == set(family.questions)


@pytest.mark.parametrize(("family", "name"), QUESTIONS, ids=WORDS)
def test_the_type_has_the_arguments_of_the_question(family, name):
    """It has the arguments of the question in order, and an answer of the kind its fold needs."""
    question = family.questions[name]
    given, answer = arguments(get_type_hints(family.laws)[name])
    if question.late:
        assert given == question.late
        given, answer = arguments(answer)
    assert given == question.arguments
    if not question.wants_answer:
        assert answer is NoneType
    elif question.fold in {"any", "all"}:
        assert answer is bool
    else:
        assert answer is not NoneType


def test_rules_may_ask_what_is_shared():
    """`board.ask` has exactly the shared questions."""
    shared = {name for name, question in TYPED[0].questions.items() if question.shared}
    assert {field.name for field in fields(Asked)} == shared


@pytest.mark.parametrize("module", [french_ludo_v0, generals_v0])
def test_laws_are_read_only_attributes(module):
    """A game has a function for each question, under its name."""
    laws = game_of(module.spec(), "python").plain.laws
    assert callable(laws.may_pass)
    with pytest.raises(AttributeError):
        laws.may_pass = None
    with pytest.raises(TypeError):
        laws["may_pass"]
