"""Hands of cards: what a player can play, and how position texts write them.

A hand in a text is A,7,7,K; hands of several players are separated by /.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ludo_env._engine.errors import PositionError, cut
from ludo_env._engine.notation import EMPTY, number, words_of
from ludo_env._families.track.state import Numbers, RaceState

# The kinds of cards; a hand is stored as a count of each.
CARDS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
KINDS = len(CARDS)
ACE, FOUR, FIVE, SIX, SEVEN, JACK, KING = 0, 3, 4, 5, 6, 10, 12


class HandState(RaceState, Protocol):
    """A race with cards."""

    hand: Numbers
    held: Numbers
    gone: Numbers
    seven_left: int


def holds(s: HandState, kind: int) -> Any:
    """Return the number of cards of a kind that the player to act can play: 0 during a seven."""
    return s.hand[s.seat * KINDS + kind] if s.seven_left == 0 else 0


def discard(s: HandState, kind: int) -> None:
    """Put a card of the player to act onto the pile."""
    s.hand[s.seat * KINDS + kind] -= 1
    s.gone[kind] += 1
    s.held[s.seat] -= 1


def hand_in_words(counts: Sequence[int]) -> str:
    """Return the words of a hand, given how many cards of each kind it has: A,7,7,K."""
    cards = [card for card, count in zip(CARDS, counts, strict=True) for _ in range(count)]
    return ",".join(cards) or EMPTY


def counted(hand: str, key: str, high: int) -> list[int]:
    """Return how many cards of each kind a hand in words has, at most `high`."""
    cards = words_of(hand)
    if not set(cards) <= set(CARDS):
        raise PositionError(f"{key}={cut(hand)}: a card is one of {', '.join(CARDS)}.")
    return [number(str(cards.count(card)), key, 0, high) for card in CARDS]


def hands_in_words(counts: Sequence[int]) -> str:
    """Return the hands of all players in words."""
    starts = range(0, len(counts), len(CARDS))
    return "/".join(hand_in_words(counts[start : start + len(CARDS)]) for start in starts)


def counted_hands(hands: str, key: str, high: int, players: int) -> list[int]:
    """Return the cards of all hands in words, counted by player and kind."""
    each = hands.split("/")
    if len(each) != players:
        raise PositionError(f"{key}={cut(hands)} must give {players} hands, with / between.")
    return [count for hand in each for count in counted(hand, key, high)]
