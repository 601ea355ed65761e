"""Storm, move by move: Strict Ludo until a player has three pieces home."""

from functools import partial

import pytest
from positions import expect_ends, loose, on_backends

from ludo_env import SpecError, loose_ludo_v0, strict_ludo_v0
from ludo_env.rules import blocks, others_turn_back, phase_after_homes
from ludo_env.testing import check_env, check_game

CALM = "p0=f,f,30,y p1=10,y,y,y p2=20,y,y,y p3=y,y,y,y"


storm = partial(loose, "storm")


def test_before_the_storm_everybody_walks_on():
    """L-2: with two pieces home nothing has changed: from 10 a three leads to 13."""
    expect_ends(storm(f"{CALM} turn=1", [3]), {0: "13"})


def test_L_T12_the_third_piece_home_begins_it():
    """L-T12: right after the third finish a marker of the next player at 10 goes back to 7."""
    env = storm("p0=f,f,h4,21 p1=10,y,y,y turn=0", [1, 3])
    assert env.infos["player_2"]["storm"] == 0
    env.step(2)
    assert {info["storm"] for info in env.infos.values()} == {1}
    assert "storm=1" in env.position
    assert env.agent_selection == "player_1"
    expect_ends(env, {0: "7"})


def test_who_has_three_home_walks_on():
    """L-2: the player who began it still goes towards home."""
    expect_ends(storm("p0=f,f,f,20 turn=0 storm=1", [3]), {3: "23"})


def test_a_second_player_with_three_home_walks_on():
    """L-2: so do all other players with three pieces home."""
    expect_ends(storm("p0=f,f,f,20 p1=f,f,f,10 turn=1 storm=1", [3]), {3: "13"})


def test_back_out_of_the_lane():
    """L-16: backwards leads through the gate: from h1 three steps back is 49."""
    expect_ends(storm("p0=f,f,f,20 p1=h1,y,y,y turn=1 storm=1", [3]), {0: "49"})


def test_back_round_the_ring():
    """L-16: the ring continues behind the own entry: from 1 three steps back is 50."""
    expect_ends(storm("p0=f,f,f,20 p1=1,y,y,y turn=1 storm=1", [3]), {0: "50"})


def test_pieces_still_come_out():
    """L-14: a six brings a piece out as before, and one on the way goes back."""
    env = storm("p0=f,f,f,20 p1=y,y,y,30 turn=1 storm=1", [6])
    expect_ends(env, {0: "0", 1: "0", 2: "0", 3: "24"})


def test_a_pair_blocks_in_the_storm():
    """L-18: two pieces of seat 2 on square 20 (its progress 46) stop seat 1, seven squares on."""
    env = storm("p0=f,f,f,20 p1=10,y,y,y p2=46,46,y,y turn=1 storm=1", [4])
    expect_ends(env, {4: "pass"})
    assert "blocks" in env.explain(0)


def test_a_pair_does_not_block_before():
    """L-18: before the storm nothing is blocked; here the pair is three squares ahead."""
    env = storm("p1=10,y,y,y p2=0,0,y,y turn=1", [4])
    expect_ends(env, {0: "14"})


def test_captures_go_on():
    """L-19: a piece that goes back onto an enemy captures it: square 20 is progress 7 of seat 1."""
    env = storm("p0=f,f,f,20 p1=10,y,y,y turn=1 storm=1", [3, 1])
    env.step(0)
    assert env.position.startswith("p0=f,f,f,y p1=7,y,y,y")


def test_an_entry_still_protects():
    """L-19: no landing on seat 2's entry, square 26, while seat 2 stands there (progress 13)."""
    env = storm("p0=f,f,f,20 p1=16,y,y,y p2=0,y,y,y turn=1 storm=1", [3])
    expect_ends(env, {4: "pass"})


def test_the_last_piece_wins():
    """L-9: all four home is the end, in the storm as before."""
    env = storm("p0=f,f,f,h4 p1=10,y,y,y turn=0 storm=1", [1])
    env.step(3)
    assert env.rewards["player_0"] == 1
    assert all(env.terminations.values())


def test_the_clock_ends_it():
    """L-13: after turn two thousand the game is truncated, and nobody has won."""
    env = storm("p1=10,y,y,y turn=1 turns=1999", [3])
    env.step(0)
    assert all(env.truncations.values())
    assert set(env.rewards.values()) == {0.0}


def test_the_rest_is_strict_ludo():
    """L-1: without the rules of the storm it has exactly the rules of Strict Ludo."""
    calm = loose_ludo_v0.spec("storm").without(
        "phase_after_homes", "others_turn_back", "blocks", "turn_limit"
    )
    assert calm.rules == strict_ludo_v0.spec().rules
    assert calm.board == strict_ludo_v0.spec().board


@on_backends
def test_storm_keeps_every_promise(backends):
    """Both backends agree, and an environment keeps the promises of environments."""
    assert check_game(loose_ludo_v0.spec("storm"), games=3, backends=backends).decisions > 100
    assert check_env(partial(loose_ludo_v0.env, "storm", backend="python"), games=1) > 30


def test_phases_that_cannot_be():
    """L-2, L-13: a phase that never begins, and a game that may never end, are refused."""
    strict = strict_ludo_v0.spec()
    with pytest.raises(SpecError, match="No rule begins the phase 'storm'"):
        strict.with_rules(blocks().during("storm")).check()
    with pytest.raises(SpecError, match="A phase is a word"):
        blocks().during("a storm")
    endless = strict.with_rules(phase_after_homes(), others_turn_back().during("storm"))
    data = endless.to_dict()
    with pytest.raises(SpecError, match="rule 20"):
        loose_ludo_v0.env(data)
    dice = next(rule for rule in strict.rules if rule.name == "dice")
    with pytest.raises(SpecError, match="needed throughout"):
        strict.replace(dice.during("storm")).with_rules(phase_after_homes()).check()
