"""Fields of phases, and the functions that a trial writes."""

import sys
from dataclasses import replace
from functools import partial

import pytest
from phase_games import data

from ludo_env import Spec, SpecError, game_of, hooks, ludo_v0, rule
from ludo_env._engine.composition.phases import phase_field, setting, whose_time
from ludo_env._families.track import trial
from ludo_env.rules import (
    blocks,
    cards,
    chained_die,
    dice,
    double_six_bag,
    phase,
    phase_after_turns,
    spinner,
)

if sys.version_info >= (3, 11):
    pass
else:
    pass


def race(*mechanisms, change="after 4 turns", back="after 3 turns", more=()):
    """Ludo for two with these mechanisms, and the phase that they wait for."""
    ludo = ludo_v0.spec(num_players=2)
    rules = [rule for rule in ludo.rules if rule.name != "dice"]
    gone = ("three_sixes", "bonus_six") if any(one.name == "cards" for one in mechanisms) else ()
    rules = [rule for rule in rules if rule.name not in gone]
    turn = phase(begins=change, ends=back)
    return replace(
        ludo_v0.spec(num_players=2), name="turns", rules=(*mechanisms, *rules, turn, *more)
    )


TAKING_TURNS = {
    "dice and dice": race(dice(), dice(count=2).during("night"), change="after a capture"),
    "die and spinner": race(dice().until("night"), spinner().during("night")),
    "chain and bag": race(chained_die(), double_six_bag().during("night"), back="after a home"),
    "many dice": race(
        dice(faces=(1, 2, 3, 4, 6)).until("night"),
        dice(faces=(2, 6, 8), count=3, together=True).during("night"),
        change="after a throw of 6",
        back="after 2 throws of 8",
    ),
    "three of them": race(
        chained_die().during("night"),
        spinner(weights=(1, 2, 1, 1, 1, 3, 1, 0)).during("late"),
        dice(),
        more=(phase_after_turns(name="late", turns=15),),
    ),
    "cards for a while": race(dice(), cards().during("night"), back="after 10 turns"),
    "a bag first": race(double_six_bag().until("night"), dice(count=4).during("night")),
}


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
    """What a position calls it is another matter."""
    spec = Spec.from_dict(data()).with_rules(maker())
    spec.with_rules(blocks().during("frost")).check()
    said = str(_refused(spec.with_rules(blocks().during("frosd"))))
    assert said.endswith("; did you mean 'frost'?")
    for word in ("cold", "frosd"):
        lone = Spec.from_dict(data()).with_rules(blocks().during(word))
        assert str(_refused(lone)).endswith("waits for.")


def _refused(spec):
    """The error with which a spec is refused."""
    with pytest.raises(SpecError) as caught:
        spec.check()
    return caught.value


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
