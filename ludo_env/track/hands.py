"""Hands of cards in position texts: A,7,7,K, and with / between the players."""

from __future__ import annotations

from collections.abc import Sequence

from ludo_env.core.errors import PositionError, cut
from ludo_env.core.notation import EMPTY, number, words_of

# The kinds of cards; a hand is kept as how many there are of each.
CARDS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def hand_in_words(counts: Sequence[int]) -> str:
    """Cards by their kinds, from how many there are of each: A,7,7,K."""
    cards = [card for card, count in zip(CARDS, counts, strict=True) for _ in range(count)]
    return ",".join(cards) or EMPTY


def counted(hand: str, key: str, high: int) -> list[int]:
    """How many cards of each kind a hand in words has, at most `high`."""
    cards = words_of(hand)
    if not set(cards) <= set(CARDS):
        raise PositionError(f"{key}={cut(hand)}: a card is one of {', '.join(CARDS)}.")
    return [number(str(cards.count(card)), key, 0, high) for card in CARDS]


def hands_in_words(counts: Sequence[int]) -> str:
    """The hand of each player."""
    starts = range(0, len(counts), len(CARDS))
    return "/".join(hand_in_words(counts[start : start + len(CARDS)]) for start in starts)


def counted_hands(hands: str, key: str, high: int, players: int) -> list[int]:
    """The same the other way round."""
    each = hands.split("/")
    if len(each) != players:
        raise PositionError(f"{key}={cut(hands)} must give {players} hands, with / between.")
    return [count for hand in each for count in counted(hand, key, high)]
