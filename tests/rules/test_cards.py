"""`cards`: each turn a player plays a card; a player who can play none discards the whole hand."""

import pytest
from mechanism_races import given, race
from positions import expect, legal_set, play

from ludo_env import PositionError, SpecError
from ludo_env.rules import cards


def test_a_card_is_a_move():
    """A card moves a piece by its number, and leaves the hand."""
    env = given(race("cards"), "p0=10,f,f,f turn=0 dice=5,6")
    assert {action: env.describe(action) for action in legal_set(env)} == {
        16: "piece 0: 5 from 10 to 15",
        20: "piece 0: 6 from 10 to 16",
    }
    play(env, 20)
    expect(env, p0="16,f,f,f", gone="0,0,0,0,0,1,0,0,0,0,0,0,0")


def test_a_hand_without_a_move_is_thrown_away():
    """The whole hand is discarded: the next player is to act, and two cards are gone."""
    env = given(race("cards"), "p0=f,f,f,y turn=0 dice=5,2")
    assert [env.describe(action) for action in legal_set(env)] == ["pass"]
    play(env, *legal_set(env))
    expect(env, turn=1, gone="0,1,0,0,1,0,0,0,0,0,0,0,0")


@pytest.mark.parametrize(
    ("wrong", "refusal"),
    [
        ({"deck_copies": 0}, "1 to 4 decks, not 0"),
        ({"hand": 0}, "A hand has 1 to 52 cards, not 0"),
        ({"hand": 14}, "52 cards do not give each of 4 players 14 of them"),
    ],
)
def test_cards_refuse(wrong, refusal):
    """Impossible hands are refused."""
    with pytest.raises(SpecError, match=refusal):
        race("cards").replace(cards(**wrong)).check()


@pytest.mark.parametrize(
    ("hand", "refusal"),
    [("5,1", "a card is one of A, 2, "), ("5,5,5,5,5", "There are 4 cards 5, and no more")],
)
def test_hands_that_cannot_be(hand, refusal):
    """Unknown cards, and a card too many, are refused."""
    with pytest.raises(PositionError, match=refusal):
        given(race("cards"), f"p0=10 turn=0 dice={hand}")
