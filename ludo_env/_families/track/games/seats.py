"""Seats and starting player: the two choices that every race leaves to the caller."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ludo_env._engine.arguments import check_choice, is_whole, whole_numbers
from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.rule import Rule
from ludo_env._engine.spec import Spec
from ludo_env._families.track.rules import first_player_random, first_player_rolls

FIRST_PLAYERS = ("fixed", "random", "roll")


def chosen_seats(
    num_players: int, seats: Sequence[int] | None, usual: Mapping[int, tuple[int, ...]]
) -> tuple[int, ...]:
    """Return the seats in ascending order: the given ones, or the default for this many players."""
    if not is_whole(num_players, min(usual), max(usual)):
        raise SpecError(
            f"num_players is one of {', '.join(map(str, usual))}, not {quoted(num_players)}."
        )
    if seats is None:
        return usual[num_players]
    places = tuple(sorted(whole_numbers("seats", seats)))
    if len(places) != num_players:
        raise SpecError(
            f"seats={quoted(places)} names {len(places)} seats for {num_players} players."
        )
    return places


def with_opening(spec: Spec, first_player: str, dice: int) -> Spec:
    """Return the game in which the first player is fixed, or found by a lot or by a roll."""
    others = [rule for rule in spec.rules if not rule.name.startswith("first_player_")]
    return replace(spec, rules=(*_opening_rules(first_player, dice), *others))


def _opening_rules(first_player: str, dice: int) -> tuple[Rule, ...]:
    check_choice("first_player", first_player, FIRST_PLAYERS)
    if first_player == "random":
        return (first_player_random(),)
    if first_player == "roll":
        return (first_player_rolls(count=dice),)
    return ()
