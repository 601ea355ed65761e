"""Mechanisms that take turns: phases in which other dice are thrown."""

import pickle
from dataclasses import replace
from random import Random

import pytest
from phase_games import DIE, TAKING_TURNS, at, data, first, night
from positions import described, expect, legal_set, on_backends, words_of
from refusals import refusal_of

from ludo_env import Spec, hooks, loose_ludo_v0, rule
from ludo_env.rules import (
    blocks,
    dice,
)
from ludo_env.testing import check_game, complaints_about, read_game

SPIN = '[[rules]]\nrule = "spinner"\nvalues = [3, -2, 9]\nduring = "night"\n'


def test_one_die_and_then_two():
    """L-2, L-10: one die, and two dice while the phase lasts."""
    two = DIE + DIE + 'count = 2\nduring = "night"\n'
    env = at("p0=10,y p2=30,y turn=0 dice=1", night("after 2 turns", "after a turn", repeats=True),
             mechanism=two, rolls=[2, 3, 4, 5])  # fmt: skip
    assert [words_of(env)["dice"], first(env)["dice"], first(env)["dice"]] == ["1", "2", "3,4"]
    assert described(env) == {"piece 0: 3 from 11 to 14", "piece 0: 4 from 11 to 15"}
    assert first(env)["dice"] == "-,4"
    assert first(env)["dice"] == "5"


def test_a_die_and_then_a_spinner():
    """L-2, L-10: what a spinner shows is scripted by the number of its place, as ever."""
    env = at("p0=10,y p2=30,y turn=0 dice=1", night("after 2 turns", "after a turn", repeats=True),
             mechanism=DIE + SPIN, rolls=[2, 2, 4])  # fmt: skip
    first(env, 2)
    assert (words_of(env)["dice"], described(env)) == ("-2", {"piece 0: -2 from 11 to 9"})
    assert first(env)["dice"] == "4"


def test_a_turn_ends_with_the_dice_with_which_it_began():
    """L-2: the capture begins the night, the second die is played, and then the spinner spins."""
    env = at("p0=10,20 p2=38,y turn=0 dice=2,1", night("after a capture"),
             mechanism=DIE + "count = 2\n" + SPIN, rolls=[3])  # fmt: skip
    env.step(0)
    expect(env, dice="-,1", night=0, night_count=1)
    first(env)
    expect(env, dice="9", night=1, turn=2)


def test_a_position_says_the_phase_and_its_dice():
    """L-2: dice are those of the phase that the position says."""
    table, both = night("after 2 turns", "after a turn", repeats=True), DIE + SPIN
    env = at("p0=10,y p2=30,y turn=0 night=1 dice=-2", table, mechanism=both)
    expect(env, night=1, dice="-2", legal={0})
    for text, wrong in (("night=1 dice=4", "spinner shows one of"), ("dice=-2", "a die shows")):
        with pytest.raises(ValueError, match=wrong):
            at(f"p0=10,y p2=30,y turn=0 {text}", table, mechanism=both)


@pytest.mark.parametrize("name", TAKING_TURNS)
def test_mechanisms_take_turns(name):
    """L-2, L-10: files, pickles and every position on the way come back."""
    spec = TAKING_TURNS[name]
    assert Spec.from_dict(spec.to_dict()) == spec
    assert pickle.loads(pickle.dumps(spec)) == spec
    played(spec, seed=5, decisions=250)


@pytest.mark.parametrize("name", ["three of them", "many dice"])
@on_backends
def test_mechanisms_take_turns_on_both_backends(name, backends):
    """L-2, L-10: compiled as in plain Python, bit for bit."""
    assert check_game(TAKING_TURNS[name], games=2, backends=backends).decisions > 60


@pytest.mark.long
@pytest.mark.parametrize("name", TAKING_TURNS)
def test_all_mechanisms_take_turns_on_both_backends(name):
    """L-2, L-10: compiled as in plain Python, bit for bit, for many games."""
    assert check_game(TAKING_TURNS[name], games=20).decisions > 600


def played(spec, seed, decisions):
    """Play on in plain Python, and check that each position comes back from its text."""
    env, again = (loose_ludo_v0.raw_env(spec, backend="python") for _ in range(2))
    env.reset(seed=seed)
    random = Random(seed)
    for number in range(decisions):
        if number % 50 == 0:
            allowed = {action for action in range(env.game.actions) if not env.explain(action)}
            assert allowed == legal_set(env)
        if env.terminations[env.agent_selection] or env.truncations[env.agent_selection]:
            return
        again.reset(options={"position": env.position})
        assert (again.position, legal_set(again)) == (env.position, legal_set(env))
        assert described(again) == described(env)
        assert env.game.audit(env._session.record) == ""
        env.step(random.choice(sorted(legal_set(env))))


def test_every_mechanism_throws():
    """L-2: each of three mechanisms is heard in its time."""
    answered = check_game(TAKING_TURNS["three of them"], games=2, backends=("python",)).answered
    assert all(answered[f"{name}.take"] for name in ("chained_die", "spinner", "dice"))


def test_games_with_one_mechanism_have_none_of_it():
    """Nothing asks about phases where one mechanism throws throughout."""
    for name in ("ludo", "strict", "french", "storm", "tock"):
        assert not loose_ludo_v0.spec(name).facts.turns


@pytest.mark.parametrize(
    ("mechanism", "said"),
    [
        (DIE + 'during = "night"\n', "a mechanism is needed throughout: add one with until"),
        (DIE + 'until = "night"\n', 'add one with during = "night"'),
        (DIE + SPIN.replace("night", "home"), "'phase_after_homes' changes in the middle"),
        (DIE + DIE, "appears twice"),
        (
            DIE + SPIN + SPIN.replace("spinner", "chained_die").replace("values = [3, -2, 9]", ""),
            "exclude each other: choose one mechanism",
        ),
        (DIE + '[[rules]]\nrule = "spinner"\n', "exclude each other: choose one mechanism"),
        (SPIN + SPIN.replace("spinner", "chained_die").replace("values = [3, -2, 9]", ""),
         "a mechanism is needed throughout"),
    ],
)  # fmt: skip
def test_mechanisms_that_cannot_take_turns(mechanism, said):
    """L-2, L-10: somebody throws at any time, one mechanism at a time, from turn to turn."""
    complaints = complaints_with(mechanism, night("after a throw of 6"))
    assert said in complaints[0]
    if "waits" in said or "changes" in said or "needed" in said:
        place = 1 if "phase_after_homes" in said else 0
        assert complaints[0].startswith(f"rules[{place}]: ")


def complaints_with(mechanism, table):
    """The complaints about this mechanism in a race with two phases, one of them by homes."""
    homes = 'rule = "phase_after_homes"\nname = "home"\ncount = 1'
    return read_game(data(table, homes, mechanism=mechanism))[1]


@pytest.mark.parametrize("begins", ["after 4 turns", "after a throw of 6"])
def test_cards_and_dice_take_turns(begins):
    """L-2, L-10: cards show no numbers, so a phase by throws goes by the die alone."""
    mechanism = DIE + '[[rules]]\nrule = "cards"\nduring = "night"\n'
    assert complaints_with(mechanism, night(begins)) == []


def _without_role(maker):
    """The same rule without a role."""
    return replace(maker, ties=replace(maker.ties, role=""))


@pytest.mark.parametrize(
    ("mechanisms", "said"),
    [
        (
            lambda: (_without_role(dice)().during("night"),),
            "Rule 'dice' alone answers 'take' (stores a die that was thrown), and it waits for the",
        ),
        (
            lambda: (_without_role(dice)().during("night"), _without_role(dice)().until("night")),
            "Rules 'dice' and 'dice' both answer 'take'",
        ),
        (
            lambda: (dice(), _without_role(dice)().during("night")),
            "Rules 'dice' and 'dice' both answer 'take'",
        ),
        (
            lambda: (dice(), _only_takes().during("night")),
            "Rules 'dice' and '_only_takes' take turns, and '_only_takes' does not answer 'pips'",
        ),
        (
            lambda: (_only_takes(), _only_takes().during("night"), _only_moves()),
            "Rules '_only_takes' and '_only_takes' take turns, and '_only_moves' answers 'pips'",
        ),
    ],
)
def test_what_always_needs_an_answer_has_one_at_any_time(mechanisms, said):
    """L-2, L-10: by rules of the role that is needed throughout, and all of it by each."""
    spec = Spec.from_dict(data(night("after 4 turns")), trust=True).without("dice")
    spec = replace(spec, rules=(*mechanisms(), *spec.rules))
    for complaint in (str(refusal_of(spec)), *complaints_about(spec)):
        assert said in complaint
        assert len(complaint) < 300


@rule(role="mechanism", facts=dict(dice().facts))
def _only_takes(board):
    """Dice are taken, and that is all."""

    def take(s, face, index):
        s.pending = 0

    return hooks(take=take)


@rule()
def _only_moves(board):
    """Every use of the dice is one step."""
    return hooks(pips=lambda s, use: 1)


def _declaring(**facts):
    """Dice that declare these facts besides their own, or not at all where they are None."""
    made = dice(count=2).during("night")
    declared = {**made.facts, **facts}
    return replace(made, facts={name: one for name, one in declared.items() if one is not None})


def _says(word, value):
    """A rule that declares a fact, and is no mechanism."""
    return replace(blocks(), facts={word: value})


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (
            lambda: (dice(), _declaring(faces=None)),
            "Rule 'dice' takes turns with others and does not declare the fact 'faces'",
        ),
        (lambda: (dice(), _declaring(dice=None)), "does not declare the fact 'dice'"),
        (lambda: (dice(), _declaring(faces=7)), "its fact 'faces' is"),
        (lambda: (dice(), _declaring(longest="far")), "its fact 'longest' is"),
        (
            lambda: (_says("dice", 1), dice(), _declaring()),
            "Rules 'blocks' and 'dice' exclude each other: dice (how many chance events a throw",
        ),
        (
            lambda: (dice(), _declaring(), _says("dice", 1)),
            "is 2 in one and 1 in the other.",
        ),
    ],
)
def test_facts_of_mechanisms_that_take_turns(rules, said):
    """They are checked before they are joined; all of them together are one declarer."""
    spec = Spec.from_dict(data(night("after 4 turns"))).without("dice")
    assert said in str(refusal_of(replace(spec, rules=(*rules(), *spec.rules))))


def test_facts_that_not_all_declare():
    """What one alone declares is joined of what there is; "all" needs each of them."""
    spec = Spec.from_dict(data(night("after 4 turns"))).without("dice")
    for rules in ((dice(), _declaring(tickets=9, lone_throws=None)), (_declaring(), dice())):
        facts = replace(spec, rules=(*rules, *spec.rules)).facts
        assert facts.dice == 2
        assert facts.tickets in {0, 9}
        assert facts.lone_throws == ("lone_throws" in rules[1].facts)
