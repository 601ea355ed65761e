"""Rules that ask each other: which questions they may ask, and which are refused."""

from dataclasses import replace

import pytest
from mechanism_races import given
from positions import expect, on_backends

from ludo_env import SpecError, hooks, load_game, rule
from ludo_env.rules import NO_OPINION, dice, prison
from ludo_env.testing import check_game

LUDO = load_game("ludo")


@rule()
def only_sixes_enter_lanes(board):
    """A piece goes into its lane, or home, with a six only."""
    sixes_in, ring, gate = board.ask.sixes_in, board.ring, board.gate

    def may_use(s, colour, piece, use):
        near = gate - 6 < s.progress[piece] < ring
        return not near or sixes_in(s, use) > 0

    return hooks(may_use=may_use)


@rule()
def fives_are_sixes(board):
    """A five buys a captive back as a six does."""

    def six_use(s):
        return 0 if s.dice[0] == 5 else NO_OPINION

    return hooks(six_use=six_use)


@rule()
def asks_what_it_answers(board):
    """Asks itself."""
    dice_in = board.ask.dice_in

    def answer(s, use):
        return dice_in(s, use)

    return hooks(dice_in=answer)


@rule()
def asks_uses(board):
    """Answers what the next rule asks."""
    sixes_in = board.ask.sixes_in

    def dice_in(s, use):
        return sixes_in(s, use)

    return hooks(dice_in=dice_in)


@rule()
def asks_back(board):
    """Answers what the rule before asks."""
    dice_in = board.ask.dice_in

    def sixes_in(s, use):
        return dice_in(s, use)

    return hooks(sixes_in=sixes_in)


@rule()
def asks_nonsense(board):
    """Asks what nobody has heard of."""
    board.ask.sixes_inn  # noqa: B018
    return hooks()


@rule()
def asks_at_once(board):
    """Wants an answer before there is a game."""
    board.ask.dice_left(None)
    return hooks()


@rule()
def first_verb_only(board):
    """Takes one verb of the three."""

    def prune(can_move):
        def keep(s, count, mask, choices):
            return count

        return keep

    return hooks(prune=prune)


@on_backends
def test_a_rule_asks_the_mechanism(backends):
    """A house rule asks about sixes, and stands on no mechanism by name."""
    for mechanism in (dice(), dice(count=2)):
        spec = LUDO.replace(mechanism).with_rules(only_sixes_enter_lanes())
        shown = "6" if mechanism == dice() else "6,-"
        expect(given(spec, f"p0=46,f,f,f turn=0 dice={shown} hit=0"), legal={0})
    spec = LUDO.with_rules(only_sixes_enter_lanes())
    expect(given(spec, "p0=46,3,f,f turn=0 dice=5 hit=0"), legal={1})
    assert (
        check_game(spec, games=1, backends=backends).answered["only_sixes_enter_lanes.may_use"] > 50
    )


def test_a_rule_may_answer_first():
    """Answers are folded in the order of the rules, like those that the engine asks for."""
    spec = LUDO.with_rules(prison(), after="capture_lone").without("capture_lone")
    fives = replace(spec, rules=(fives_are_sixes(), *spec.rules))
    position = "p0=x1,f,f,f turn=0 dice=5"
    expect(given(spec, position), legal={4})
    expect(given(fives, position), legal={0})


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ((asks_what_it_answers(),), "Rule 'asks_what_it_answers' asks what it answers itself"),
        ((asks_uses(), asks_back()), "Rule 'asks_uses' asks .* that asks it in turn"),
        ((asks_nonsense(),), "asks 'sixes_inn', which rules cannot ask: .*sixes_in"),
        ((asks_at_once(),), "asks others while it is bound"),
    ],
)
def test_what_cannot_be_asked(rules, message):
    """Each is one sentence, and nothing is played."""
    with pytest.raises(SpecError, match=message):
        LUDO.with_rules(*rules).check()


def test_a_rule_takes_the_verbs_that_it_needs():
    """A late hook takes one, two or all of the engine's verbs."""
    spec = LUDO.with_rules(first_verb_only()).check()
    expect(given(spec, "p0=10 turn=0 dice=2"), legal={0})


def test_a_rule_is_bound_outside_a_game():
    """Its hooks can be inspected outside a game, but its questions have no answer there."""
    board = LUDO.board.tables(lambda values, kind=None: values)
    assert set(prison().hooks(board)) >= {"react", "held", "freed"}
