"""Fields of phases, and the functions that a trial writes."""

from dataclasses import replace
from functools import partial

import pytest
from phase_games import TAKING_TURNS, data
from refusals import refusal_of

from ludo_env import Spec, game_of, hooks, rule
from ludo_env._engine.composition.phases import phase_field, setting, whose_time
from ludo_env._families.track import trial
from ludo_env.rules import (
    blocks,
)


@rule(fields=(replace(phase_field("frost"), key="cold"),))
def _freezes(board):
    """A phase whose flag has another key in positions."""
    return hooks()


@rule(fields=(replace(phase_field("frost"), key=""),))
def _freezes_unseen(board):
    """A phase whose flag has no key."""
    return hooks()


@pytest.mark.parametrize("maker", [_freezes, _freezes_unseen])
def test_a_phase_goes_by_the_name_of_its_flag(maker):
    """Its key in positions does not matter."""
    spec = Spec.from_dict(data()).with_rules(maker())
    spec.with_rules(blocks().during("frost")).check()
    said = str(refusal_of(spec.with_rules(blocks().during("frosd"))))
    assert said.endswith("; did you mean 'frost'?")
    for word in ("cold", "frosd"):
        lone = Spec.from_dict(data()).with_rules(blocks().during(word))
        assert str(refusal_of(lone)).endswith("waits for.")


def test_a_trial_writes_its_functions_once(monkeypatch):
    """What sets the phases and says whose time it is, is the same in every position."""
    game = game_of(TAKING_TURNS["dice and dice"], "python")
    made = []

    def counted(make, *arguments):
        made.append(make.__name__)
        return make(*arguments)

    for make in (setting, whose_time):
        monkeypatch.setattr(trial, make.__name__, partial(counted, make))
    assert trial.complaints(game) == []
    assert sorted(made) == ["setting", "whose_time"]
