"""Cards are dealt, held in private and played one a turn.  Clauses: L-10.

A deck has 13 kinds, four cards of each: kind 0 is the ace, 10 the jack, 11 the queen, 12 the king.
`hand` counts them, 13 numbers a player; `gone` counts the cards played and discarded; the rest
is the deck. No order is kept: the next card is any of those left, all equally likely.

    use 0 .. 12     a card of this kind, for as many steps as its number (ace 1, king 13)
    use 13 .. 18    1 .. 6 steps of a seven; the rest, `seven_left`, must be played on

A seven stays in the hand until all of it is played; a rest that cannot be played is lost by PASS.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ludo_env._engine.errors import PositionError, SpecError, cut, quoted
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Field, Hooks, field, hooks, rule
from ludo_env._families.track.card_hands import (
    CARDS,
    KINDS,
    SEVEN,
    SIX,
    HandState,
    discard,
    hand_in_words,
    holds,
)
from ludo_env._families.track.tables import Tables

PARTS = KINDS  # the first use that is a part of a seven
STEPS = 7
EACH = 4  # cards of a kind in a deck
MOST_COPIES = 4


class DeckState(HandState, Protocol):
    """A race with this rule: its deck, and what `card_hands` keeps."""

    deck: int


def _fields(hand: int, then: int, deck_copies: int) -> tuple[Field, ...]:
    of_a_kind = EACH * deck_copies
    deck, most = KINDS * of_a_kind, max(hand, then)
    return (
        field(
            "hand", "hand", high=of_a_kind, observe="value", private=True, key="hands", text="cards"
        ),
        # The number of cards that each player holds, and that are left in the deck: both are
        # public.
        field("held", "player", high=deck, observe="value", shown=most, written=True),
        field("deck", high=deck, start=deck, observe="value", written=True),
        field("gone", "kind", high=of_a_kind, observe="value", key="gone", text="list"),
        field("seven_left", high=STEPS - 1, observe="value", written=True),
    )


def _facts(hand: int, then: int, deck_copies: int) -> dict[str, Any]:
    if not 1 <= deck_copies <= MOST_COPIES:
        raise SpecError(
            f"Cards are played with 1 to {MOST_COPIES} decks, not {quoted(deck_copies)}."
        )
    deck = KINDS * EACH * deck_copies
    for cards_each in (hand, then):
        if not 1 <= cards_each <= deck:
            raise SpecError(f"A hand has 1 to {deck} cards, not {quoted(cards_each)}.")
    return {
        "dice": deck,
        "uses": PARTS + STEPS - 1,
        "faces": tuple(range(1, KINDS + 1)),
        "longest": KINDS,
        "by_piece": False,
        "tickets": deck,
        "lines": {"hand": KINDS},
        "sizes": {"kind": KINDS},
    }


@rule(clauses="L-10", fields=_fields, facts=_facts, role="mechanism")
def cards(board: Tables, hand: int = 5, then: int = 4, deck_copies: int = 1) -> Hooks:
    """Each turn a player plays a card; a player who can play none discards the whole hand."""
    players, after = board.players, board.after
    of_a_kind = EACH * deck_copies
    deck = KINDS * of_a_kind
    if max(hand, then) * players > deck:
        raise SpecError(
            f"{deck} cards do not give each of {players} players {max(hand, then)} of them."
        )

    def draws(s: DeckState) -> int:
        """Deal when all hands are empty: `hand` cards after shuffling, then `then` cards each."""
        recount(s)
        if in_hands(s) > 0:
            return 0
        if s.deck < then * players:
            for kind in range(KINDS):
                s.gone[kind] = 0
            recount(s)
        return (hand if s.deck == deck else then) * players

    def recount(s: DeckState) -> None:
        """Count the hands and the deck; also after a position text was read."""
        s.deck = 0
        for kind in range(KINDS):
            s.deck += max(left_of(s, kind), 0)
        for player in range(players):
            count = 0
            for kind in range(KINDS):
                count += s.hand[player * KINDS + kind]
            s.held[player] = count

    def left_of(s: DeckState, kind: int) -> int:
        """Return how many cards of a kind the deck still has."""
        left = of_a_kind - s.gone[kind]
        for player in range(players):
            left -= s.hand[player * KINDS + kind]
        return left

    def in_hands(s: DeckState) -> int:
        count = 0
        for player in range(players):
            count += s.held[player]
        return count

    def tickets(s: DeckState) -> Any:
        return s.deck

    def shows(s: DeckState, outcome: int) -> int:
        """Return the kind of the card at this depth of a deck sorted by kinds, from 1."""
        deep = outcome
        for kind in range(KINDS):
            deep -= left_of(s, kind)
            if deep < 0:
                return kind + 1
        return KINDS

    def take(s: DeckState, face: int, index: int) -> None:
        """Deal a card, round the table from the player to act on; none is taken back."""
        if face > 0:
            player = (s.seat + in_hands(s)) % players
            s.hand[player * KINDS + face - 1] += 1
            s.held[player] += 1
            s.deck -= 1

    def uses(s: DeckState) -> int:
        return PARTS + STEPS - 1

    def pips(s: DeckState, use: int) -> int:
        if use >= PARTS:
            part = use - PARTS + 1
            return part if part <= s.seven_left or holds(s, SEVEN) > 0 else 0
        return use + 1 if holds(s, use) > 0 else 0

    def spend(s: DeckState, use: int) -> None:
        if use < PARTS:
            discard(s, use)
            return
        if s.seven_left == 0:
            s.seven_left = STEPS - 1 - (use - PARTS)
        else:
            s.seven_left -= use - PARTS + 1
        if s.seven_left == 0:
            discard(s, SEVEN)
        else:
            # If the rest cannot be played, the player passes: nothing else may be possible.
            s.played = 0

    def unspent(s: DeckState) -> bool:
        return s.seven_left > 0

    def dice_in(s: DeckState, use: int) -> int:
        return 1

    def sixes_in(s: DeckState, use: int) -> int:
        return int(use == SIX)

    # One card is played a turn, so nothing is left to combine, and `dice_left` and `sixes_left`
    # have no answer.
    def six_use(s: DeckState) -> int:
        return SIX if holds(s, SIX) > 0 else NO_OPINION

    def gives_up(s: DeckState, player: int) -> None:
        """Discard the rest of a seven, or else the whole hand."""
        if s.seven_left > 0:
            s.seven_left = 0
            discard(s, SEVEN)
            return
        for kind in range(KINDS):
            while s.hand[player * KINDS + kind] > 0:
                discard(s, kind)

    def next_player(s: DeckState, player: int) -> Any:
        """Pass over players without cards, until new cards are dealt."""
        following = after[player]
        for _ in range(players):
            if s.held[following] > 0:
                return following
            following = after[following]
        return NO_OPINION

    def write_dice(s: DeckState) -> str:
        words = hand_in_words(s.hand[s.seat * KINDS : (s.seat + 1) * KINDS])
        return words.replace("7", f"7:{s.seven_left}", 1) if s.seven_left else words

    def read_dice(s: DeckState, words: Sequence[str]) -> None:
        text = ",".join(words)
        for kind in range(KINDS):
            s.hand[s.seat * KINDS + kind] = 0
        for word in words:
            card, colon, rest = word.partition(":")
            if card not in CARDS:
                raise PositionError(
                    f"dice={cut(text)}: a card is one of {', '.join(CARDS)}; not {cut(word)}."
                )
            if colon:
                if card != "7" or rest not in ("1", "2", "3", "4", "5", "6") or s.seven_left:
                    raise PositionError(
                        f"dice={cut(text)}: one seven may have 1..6 steps left: 7:3."
                    )
                s.seven_left = int(rest)
            s.hand[s.seat * KINDS + CARDS.index(card)] += 1
        for kind, card in enumerate(CARDS):
            if left_of(s, kind) < 0:
                raise PositionError(f"There are {of_a_kind} cards {card}, and no more.")
        recount(s)

    def say_dice(s: DeckState, use: int) -> str:
        return CARDS[use] if use < PARTS else f"{use - PARTS + 1} of a 7"

    return hooks(
        draws=draws, tickets=tickets, shows=shows, take=take,
        uses=uses, pips=pips, spend=spend, unspent=unspent,
        dice_in=dice_in, sixes_in=sixes_in, six_use=six_use,
        gives_up=gives_up, next_player=next_player,
        write_dice=write_dice, read_dice=read_dice, say_dice=say_dice,
    )  # fmt: skip
