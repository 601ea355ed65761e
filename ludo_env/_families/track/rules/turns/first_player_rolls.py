"""The highest roll starts; tied players roll again.  Clauses: B-14 to B-16, L-12.

`order_rolls` has a line of sums for each round; 0 is "did not roll". Rounds after the last line
overwrite it.
"""

from __future__ import annotations

from typing import Any, Protocol

from ludo_env._engine.errors import SpecError
from ludo_env._engine.family import DIE
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Field, Hooks, field, hooks, rule
from ludo_env._families.track.state import Numbers, RaceState
from ludo_env._families.track.tables import Tables

ROUNDS = 8


class OpeningState(RaceState, Protocol):
    """A race with this rule: the throws of the opening."""

    contends: Numbers
    order_round: int
    order_rolls: Numbers
    order_thrown: int
    opening_kept: int


def _fields(count: int, kept: bool) -> tuple[Field, ...]:
    """Declare the fields; `opening_kept`: the dice of the opening are to be played."""
    return (
        field("order_rolls", per="order", high=36),
        field("order_round", high=ROUNDS - 1),
        field("order_thrown", high=36),
        field("contends", per="player"),
        *((field("opening_kept"),) if kept else ()),
    )


def _facts(count: int, kept: bool) -> dict[str, Any]:
    dice = {"dice": 2} if kept else {}
    return {"lines": {"order": ROUNDS}, "infos": {"turn_order_rolls": "order_rolls"}, **dice}


@rule(clauses="B-14 B-15 B-16 L-12", fields=_fields, facts=_facts, role="opening")
def first_player_rolls(board: Tables, count: int = 1, kept: bool = False) -> Hooks:
    """Everybody rolls in seat order; the highest starts, and those who tie roll again.

    Where dice are `kept`, two players roll one die each, and the first turn is played with both.
    """
    players, take = board.players, board.ask.take
    if kept and (players != 2 or count != 1):
        raise SpecError(
            "first_player_rolls: kept dice are one of each of two players, "
            f"not {count} of each of {players}."
        )

    def setup(s: OpeningState) -> None:
        s.opening = 1
        s.phase = DIE
        s.seat = 0
        for player in range(players):
            s.contends[player] = 1

    def opening(s: OpeningState, face: int) -> int:
        line = s.order_round * players
        s.order_rolls[line + s.seat] += face
        s.order_thrown += 1
        if s.order_thrown < count:
            return NO_OPINION
        s.order_thrown = 0
        s.seat = next_contender(s, s.seat + 1)
        if s.seat < players:
            return NO_OPINION
        return settle(s, line)

    def next_contender(s: OpeningState, player: int) -> int:
        while player < players and not s.contends[player]:
            player += 1
        return player

    def settle(s: OpeningState, line: int) -> int:
        """Keep only the players with the highest sum of this round; a single one starts."""
        highest = 0
        for player in range(players):
            if s.contends[player]:
                highest = max(highest, s.order_rolls[line + player])
        left = 0
        for player in range(players):
            if s.contends[player] and s.order_rolls[line + player] < highest:
                s.contends[player] = 0
            left += s.contends[player]
        s.seat = next_contender(s, 0)
        if left == 1:
            keep(s, line)
            return s.seat
        next_round(s)
        return NO_OPINION

    def keep_dice(s: OpeningState, line: int) -> None:
        """Make the dice of both players the first throw, the starter's die first."""
        take(s, s.order_rolls[line + s.seat], 0)
        take(s, s.order_rolls[line + 1 - s.seat], 1)
        s.opening_kept = 1

    def drop_dice(s: OpeningState, line: int) -> None:
        """Discard the dice: the starter rolls again."""

    keep = keep_dice if kept else drop_dice

    def next_round(s: OpeningState) -> None:
        if s.order_round < ROUNDS - 1:
            s.order_round += 1
        for player in range(players):
            s.order_rolls[s.order_round * players + player] = 0

    def draws(s: OpeningState) -> int:
        """Throw no dice: the first throw has already been made."""
        if s.opening_kept == 0:
            return NO_OPINION
        s.opening_kept = 0
        return 0

    return hooks(setup=setup, opening=opening, **(hooks(draws=draws) if kept else {}))
