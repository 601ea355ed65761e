"""Who sits where and who starts: the two choices that every race leaves to the caller."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ludo_env.core.errors import SpecError
from ludo_env.core.rule import Rule
from ludo_env.track.rules import first_player_random, first_player_rolls

FIRST_PLAYERS = ("fixed", "random", "roll")


def chosen_seats(
    num_players: int, seats: Iterable[int] | None, usual: Mapping[int, tuple[int, ...]]
) -> tuple[int, ...]:
    """The seats in ascending order: those asked for, or the usual ones for so many players."""
    if isinstance(num_players, bool) or num_players not in usual:
        raise SpecError(f"num_players is one of {', '.join(map(str, usual))}, not {num_players!r}.")
    if seats is None:
        return usual[num_players]
    places = tuple(sorted(seats))
    if len(places) != num_players:
        raise SpecError(f"seats={places} names {len(places)} seats for {num_players} players.")
    return places


def opening_rules(first_player: str, dice: int) -> tuple[Rule, ...]:
    """The rule that finds the first player: none, a lot, or a roll of the dice."""
    if first_player not in FIRST_PLAYERS:
        raise SpecError(f"first_player is one of {', '.join(FIRST_PLAYERS)}, not {first_player!r}.")
    if first_player == "random":
        return (first_player_random(),)
    if first_player == "roll":
        return (first_player_rolls(count=dice),)
    return ()
