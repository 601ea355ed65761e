"""Caravans, move by move: six on one road, and captured camels change sides."""

from functools import partial

import numpy as np
import pytest
from positions import expect, expect_ends, expect_page, legal_set, loose, on_backends, over

from ludo_env import SpecError, game_of, loose_ludo_v0
from ludo_env.rules import OVER, homes_win
from ludo_env.sessions import BEGIN, PLAY, SETTLE, unpack_status
from ludo_env.testing import check_env, check_game

caravans = partial(loose, "caravans")


def test_two_share_a_gate():
    """L-14: green and red come out at a1, yellow and cyan at a13, blue and purple at a25."""
    gates = ["a1", "a13", "a25"]
    for player in range(6):
        env = caravans(f"turn={player} dice=6")
        expect_ends(env, dict.fromkeys((0, 2, 4), gates[player % 3]))


def test_both_can_stand_there():
    """L-14, L-18: the gate is safe, and holds camels of both colours."""
    env = caravans("p3=a1,y,y turn=0 dice=6", [1])
    env.step(0)
    expect(env, p0="a1,y,y", p3="a1,y,y")


def test_a_capture_changes_sides():
    """L-7, L-19: the camel stays on its tile and is the captor's; a capture rolls again."""
    env = caravans("p0=a4,y,y p1=a7,y,y turn=0 dice=3", [2])
    assert "takes a piece of player_1 on square a7" in env.describe(0)
    env.step(0)
    expect(env, p0="a7,y,y", p1="a7@0,y,y", turn=0)
    expect_ends(env, {0: "a9", 6: "a9"})


def test_it_goes_home_by_the_captors_lane():
    """L-7: from a36 to gr2, and yellow's own lane is closed to it."""
    expect_ends(caravans("p1=a36@0,y,y turn=0 dice=2"), {6: "a2", 7: "gr2"})
    expect_ends(caravans("p1=a12@0,y,y turn=0 dice=2"), {6: "a14"})


def test_pairs_are_safe():
    """L-19: two camels of a colour are not taken over, and stop nobody."""
    env = caravans("p0=a4,y,y p1=a7,a7,y turn=0 dice=3", [1])
    env.step(0)
    expect(env, p1="a7,a7,y")


def test_gates_are_safe():
    """L-19: no camel is captured there."""
    env = caravans("p0=a10,y,y p1=a13,y,y turn=0 dice=3", [1])
    env.step(0)
    expect(env, p1="a13,y,y")


def test_the_third_capture_brings_a_truce():
    """L-2: it begins with the next turn; the roll that the capture earned has one die."""
    env = caravans("p0=a4,y,y p1=a7,y,y turn=0 dice=3 truce_count=2", [2, 4, 5])
    env.step(0)
    expect(env, truce=0, dice=2)
    env.step(0)
    expect(env, truce=1, turn=1, dice="4,5")
    assert {info["truce"] for info in env.infos.values()} == {1}


def test_in_a_truce_nothing_is_taken():
    """L-2: two dice are thrown, and camels of different colours share a tile."""
    env = caravans("p0=a4,a4,y p3=a5,y,y turn=0 dice=1,2 truce=1", [6])
    expect_ends(env, {0: "a5", 2: "a5", 36: "a6", 38: "a6"})
    env.step(0)
    expect(env, p0="a5,a4,y", p3="a5,y,y", dice="-,2")


def test_twelve_turns_of_truce():
    """L-2: then everybody throws one die again, and captures are counted from zero."""
    env = caravans("p0=a4,a4,y turn=0 dice=1,2 truce=1 truce_count=11", [3])
    env.step(0)
    env.step(min(legal_set(env)))
    expect(env, truce=0, truce_count=0, dice=3)


def test_a_number_too_large_will_do():
    """L-15: from gr3 and from the road every larger number leads home."""
    expect_ends(caravans("p0=gr3,y,y turn=0 dice=5"), {0: "home"})


def test_three_homes_win():
    """L-7, L-13: captured camels count for their owner."""
    env = caravans("p0=f,y,y p1=f@0,y,y p2=gr3@0,y,y turn=0 dice=1")
    env.step(12)
    assert env.rewards["player_0"] == 1
    assert {env.rewards[f"player_{player}"] for player in range(1, 6)} == {-1}


def test_homes_of_others_do_not_count():
    """L-7, L-13: two own camels, and one of another player."""
    env = caravans("p0=f,gr3,a5@1 turn=0 dice=1", [1])
    env.step(2)
    assert not any(env.terminations.values())


def test_a_trader_without_camels_passes():
    """L-7: a player without camels has not won, and waits."""
    expect_ends(caravans("p0=a5@1,a9@1,f@1 turn=0 dice=6"), {72: "pass"})


def test_homes_win_counts_pieces():
    """L-13: the count is limited by the pieces of a side at the start."""
    ludo = loose_ludo_v0.spec("ludo")
    two = ludo.without("all_home_wins").with_rules(homes_win(count=2))
    for first, won in (("y", False), ("f", True)):
        env = loose(two, f"p0={first},h4,y,y p1=y,y,y,y p2=y,y,y,y p3=y,y,y,y turn=0 dice=1")
        env.step(1)
        assert over(env) is won
    for count in (0, 5):
        with pytest.raises(SpecError, match=r"homes_win.count is a number of pieces 1\.\.4"):
            ludo.without("all_home_wins").with_rules(homes_win(count=count)).check()
    with pytest.raises(SpecError, match="exclude each other: choose one goal"):
        ludo.with_rules(homes_win(count=2)).check()


@on_backends
def test_caravans_keeps_every_promise(backends):
    """Both backends agree, and an environment keeps the promises of environments."""
    assert check_game(loose_ludo_v0.spec("caravans"), games=4, backends=backends).decisions > 300
    assert check_env(partial(loose_ludo_v0.env, "caravans", backend="python"), games=1) > 30


def test_the_page():
    """The positions of the page are legal, and lead where it says."""
    expect_page("caravans", rows=5)


def random_games(count, seed, backend="numba"):
    """Play random games; return their lengths and their winners."""
    game, rng = game_of(loose_ludo_v0.spec("caravans"), backend), np.random.default_rng(seed)
    lengths, winners = [], []
    for number in range(count):
        session = game.session("features", seed, number)
        status, length = session.run(BEGIN | SETTLE, 0), 0
        while unpack_status(status)[1] < OVER:
            status = session.run(PLAY | SETTLE, int(rng.choice(np.flatnonzero(session.mask))))
            length += 1
        lengths.append(length)
        winners.append(int(session.record["winner"][0]))
    return np.array(lengths), np.bincount(winners, minlength=6)


def test_games_end():
    """L-13: every game has a winner, after some hundred decisions."""
    lengths, winners = random_games(12, 1, "python")
    assert winners.sum() == 12
    assert 150 < lengths.mean() < 450


@pytest.mark.long
def test_no_seat_has_an_advantage():
    """Of 1200 random games each of six seats wins about 200."""
    _, winners = random_games(1200, seed=2)
    assert winners.sum() == 1200
    assert (abs(winners - 200) < 60).all()
