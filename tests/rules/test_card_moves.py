"""The rule `card_moves`.

A 4 goes back on the ring, a 5 moves an opponent there, a jack swaps; the rest move own.
"""

from mechanism_races import given, race
from positions import expect, legal_set, play

from ludo_env.rules import card_moves


def test_a_four_goes_back():
    """It works on the ring; it does not move a piece in the yard."""
    env = given(race("cards", card_moves()), "p0=10,f,f,f turn=0 dice=4")
    assert [env.describe(action) for action in legal_set(env)] == ["piece 0: 4 from 10 to 6"]


def test_a_five_moves_an_opponent():
    """It moves piece 0 of player 1 by five squares."""
    env = given(race("cards", card_moves()), "p0=10,f,f,f p1=20 turn=0 dice=5")
    said = [env.describe(action) for action in legal_set(env)]
    assert said == ["piece 0 of player_1: 5 from 20 to 25"]


def test_a_jack_swaps():
    """An own piece and another player's change places on the ring."""
    env = given(race("cards", card_moves()), "p0=10,f,f,f p1=20 turn=0 dice=J")
    (action,) = legal_set(env)
    assert env.describe(action).endswith(" from 10 to 33, player_1 from 33 to 10")
    play(env, action)
    expect(env, p0="33,f,f,f", p1="49")


def test_the_rest_move_own_pieces():
    """Other cards move own pieces by their number."""
    env = given(race("cards", card_moves()), "p0=10,f,f,f p1=20 turn=0 dice=8")
    assert [env.describe(action) for action in legal_set(env)] == ["piece 0: 8 from 10 to 18"]
