"""The proof that a race can never stall, and its conditions."""

import pytest
from small_races import stalling

from ludo_env import Spec, hooks, loose_ludo_v0, rule
from ludo_env._engine.game_data import from_dict, of_key
from ludo_env._families.track.stall_proof import may_stall
from ludo_env.arena.plan import Plan
from ludo_env.rules import counting


@pytest.mark.parametrize("name", ["ludo", "strict", "mensch", "petits_chevaux", "uckers", "eight"])
def test_games_that_can_never_stall(name):
    """A game that provably never stalls is not watched, and pays nothing."""
    spec = loose_ludo_v0.spec(name)
    assert not may_stall(spec)
    assert "endless" not in spec.to_dict()
    assert Spec.from_dict(spec.to_dict()) == spec


@pytest.mark.parametrize("name", ["french", "parchis", "tock", "storm"])
def test_games_of_which_nothing_can_be_proved(name):
    """Bags, owed steps and cards cannot all be tried; a limit ends a game anyway."""
    spec = loose_ludo_v0.spec(name)
    assert not may_stall(spec)
    assert Spec.from_dict(spec.to_dict()) == spec


@rule()
def kind(board):
    """Who comes home rolls again."""
    return hooks(again=lambda s, steps, hits, arrived: arrived)


@rule()
def strict(board):
    """Nobody lands on square 7."""
    return hooks(may_land=lambda s, colour, cell: cell != 7)


def test_a_rule_says_that_it_bars_occupied_cells():
    """Then the proof counts the room, as for the rules of the library."""

    def threes(**said):
        @rule(**said)
        def blocks_of_three(board):
            """Nobody lands where three pieces of one colour stand."""
            count_on, players = counting(board), board.players

            def may_land(s, colour, cell):
                return all(count_on(s, other, cell) < 3 for other in range(players))

            return hooks(may_land=may_land)

        return loose_ludo_v0.spec("ludo").with_rules(blocks_of_three())

    assert not may_stall(threes(bars="occupied cells"))
    assert may_stall(threes())


def test_rules_of_ones_own():
    """A rule that can bar a way is not known; others change nothing."""
    ludo = loose_ludo_v0.spec("ludo")
    assert not may_stall(ludo.with_rules(kind()))
    assert may_stall(ludo.with_rules(strict()))
    assert ludo.with_rules(strict()).to_dict()["endless"] is True
    assert "endless" not in ludo.with_rules(kind()).to_dict()


_STEPS = 0


@rule()
def fails(board):
    """A hook that cannot be called."""
    return hooks(setup=lambda s: 1 // _STEPS)


def test_a_rule_that_fails_proves_nothing():
    """A game that cannot be played for a proof may stall; its data can be written."""
    spec = loose_ludo_v0.spec("ludo").with_rules(fails())
    assert may_stall(spec)
    assert spec.to_dict()["endless"] is True


def test_a_rule_that_was_edited_is_looked_at_again(monkeypatch):
    """The proof is repeated when a global of a rule has changed."""
    spec = loose_ludo_v0.spec("ludo").with_rules(fails())
    assert may_stall(spec)
    monkeypatch.setitem(globals(), "_STEPS", 1)
    assert not may_stall(spec)


@pytest.mark.parametrize("said", [{}, {"endless": True}])
def test_a_file_is_the_same_spec_without_a_trial(said):
    """L-1: a trial looks for what is wrong, and changes nothing."""
    assert Spec.from_dict(stalling(**said)) == from_dict(stalling(**said), trial=False)


def test_a_key_gives_its_own_rules():
    """A plan for another process keeps the rules of an endless game."""
    for said in ({}, {"endless": True}):
        spec = Spec.from_dict(stalling(**said))
        assert of_key(spec.key) == spec
        plan = Plan(spec, ("random", "random"), 2)
        assert Plan.unpacked(plan.packed()).spec == spec
