"""Ebb, move by move: four carts, a ford that the tide covers, and the clock."""

from functools import partial

import numpy as np
import pytest
from positions import expect_ends, expect_page, legal_set, loose, on_backends, words_of

from ludo_env import SpecError, game_of, loose_ludo_v0
from ludo_env.play import Table
from ludo_env.rules import open_doors
from ludo_env.testing import check_env, check_game

ebb = partial(loose, "ebb")


def spins(env, *places):
    """Play the first legal action for each of these places of the spinner, as scripted."""
    seen = []
    for _ in places:
        env.step(min(legal_set(env)))
        seen.append(words_of(env)["ebb"])
    return seen


def test_a_six_brings_a_cart_out():
    """L-14: the fifth place of the spinner is a six; each of the four carts may come out."""
    expect_ends(ebb("turn=0", [5]), {0: "a1", 2: "a1", 4: "a1", 6: "a1"})


def test_any_other_number_does_not():
    """L-14: four is not a six, and no piece leaves backwards."""
    for place in (1, 2, 3, 4, 6):
        expect_ends(ebb("turn=0", [place]), {8: "pass"})


def test_the_ford_is_under_water():
    """L-2: at flood the coast is the only way."""
    expect_ends(ebb("p0=a2,y,y,y turn=0 dice=3"), {0: "a5"})


def test_the_ford_at_ebb():
    """L-2, L-16: at ebb there are two ways from a4, and the sands lead to a16."""
    expect_ends(ebb("p0=a2,y,y,y turn=0 dice=3 ebb=1"), {0: "a5", 1: "s1"})
    expect_ends(ebb("p0=s3,a17,y,y turn=0 dice=4 ebb=1"), {0: "a18", 2: "home"})


def test_the_flood_meets_a_cart_on_the_sands():
    """L-2: it waits there; it can go backwards."""
    expect_ends(ebb("p0=s2,y,y,y turn=0 dice=2"), {8: "pass"})
    expect_ends(ebb("p0=s4,y,y,y turn=0 dice=1"), {8: "pass"})
    expect_ends(ebb("p0=s2,y,y,y turn=0 dice=-2"), {0: "a4"})


def test_no_two_carts_on_a_tile():
    """L-18: a tile takes one of them, the port any number; they pass each other."""
    expect_ends(ebb("p0=a18,a20,y,y turn=0 dice=2"), {8: "pass"})
    expect_ends(ebb("p0=a18,a20,f,f turn=0 dice=3"), {0: "home"})
    expect_ends(ebb("p0=a1,y,y,y turn=0 dice=6"), {0: "a7"})


def test_the_port_takes_the_exact_number():
    """L-15: from a19 two steps are home, three are too many."""
    expect_ends(ebb("p0=a19,f,f,y turn=0 dice=2"), {0: "home"})
    expect_ends(ebb("p0=a19,f,f,y turn=0 dice=3"), {8: "pass"})


def test_two_back():
    """L-16: back along the coast, and never into the yard."""
    expect_ends(ebb("p0=a5,y,y,y turn=0 dice=-2"), {0: "a3"})
    expect_ends(ebb("p0=a2,y,y,y turn=0 dice=-2"), {8: "pass"})


def test_the_tide():
    """L-2: six turns of flood, four of ebb, repeatedly; infos and position show it."""
    env = ebb("p0=a1,y,y,y turn=0 dice=1", [6, 1] * 12)
    tide = [words_of(env)["ebb"], *spins(env, *range(20))]
    assert "".join(tide) == "000000" + "1111" + "000000" + "1111" + "0"
    assert env.infos["player_0"]["ebb"] == 0


def test_the_last_cart_wins():
    """L-9: even with the last turn of the clock."""
    env = ebb("p0=f,f,f,a17 turn=0 dice=4 clock=41")
    env.step(6)
    assert env.rewards["player_0"] == 1
    assert all(env.terminations.values())


def test_the_light_is_gone():
    """L-4, L-13: after 42 turns the game is lost: terminated, not truncated."""
    env = ebb("p0=f,f,f,a16 turn=0 dice=4 clock=41")
    env.step(6)
    assert env.rewards["player_0"] == -1
    assert all(env.terminations.values())
    assert not any(env.truncations.values())


@on_backends
def test_ebb_keeps_every_promise(backends):
    """Both backends agree, and an environment keeps the promises of environments."""
    assert check_game(loose_ludo_v0.spec("ebb"), games=20, backends=backends).decisions > 500
    assert check_env(partial(loose_ludo_v0.env, "ebb", backend="python"), games=2) > 30


def test_the_page():
    """The positions of the page are legal, and lead where it says."""
    expect_page("ebb", rows=6)


def games_won(agent, games):
    """Return how many of so many games an agent wins."""
    won = 0
    for number in range(games):
        table = Table(loose_ludo_v0.spec("ebb"), [agent], 3, number, "python")
        while not table.over:
            assert table.moves <= 42
            table.play(table.choose())
        won += table.game.returns(table.record)[0] > 0
    return won


def test_it_is_neither_won_nor_lost_beforehand():
    """Random play wins some games and loses some."""
    assert 4 <= games_won("random", 20) <= 14


@pytest.mark.long
def test_play_is_worth_the_while():
    """Greedy wins more often than random play."""
    won = {agent: games_won(agent, 200) for agent in ("random", "greedy")}
    assert 50 <= won["random"] < won["greedy"] <= 130


def test_doors_that_nobody_opens():
    """L-15: a door's word must be opened by some rule, and a rule needs existing doors."""
    spec = loose_ludo_v0.spec("ebb")
    with pytest.raises(SpecError, match="No rule opens the doors that say 'ebb'"):
        spec.without("open_doors").check()
    with pytest.raises(SpecError, match="no door of this board says 'eb'; did you mean 'ebb'"):
        spec.with_rules(open_doors(word="eb")).check()
    with pytest.raises(SpecError, match="Rule 'open_doors' is for graphs with doors"):
        loose_ludo_v0.spec("ludo").with_rules(open_doors(word="ebb")).check()


def test_rows_tell_the_tide():
    """An observation has the phase, its count and the clock."""
    game = game_of(loose_ludo_v0.spec("ebb"), "python")
    shown = dict.fromkeys(name for name, _ in game.styles["features"].columns)
    assert {"during_ebb", "ebb_count", "clock"} <= shown.keys()
    rows = []
    for text in ("ebb=0", "ebb=1"):
        env = ebb(f"p0=a2,y,y,y turn=0 dice=3 {text}")
        rows.append(np.array(env.observe("player_0")["observation"]))
    assert (rows[0] != rows[1]).any()
