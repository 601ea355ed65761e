"""The sides of a game: the seats that win together, by the rewards of its rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ludo_env._engine.family import OVER
from ludo_env._engine.game import game_of
from ludo_env._engine.spec import Spec
from ludo_env.arena.batch_play import Played
from ludo_env.arena.plackett_luce import Strength, plackett_luce

Side = tuple[int, ...]


@lru_cache(maxsize=64)
def sides_of(spec: Spec) -> tuple[Side, ...]:
    """Return the seats of each side; every seat is a side if the rules do not define sides."""
    game, found = game_of(spec, "python"), []
    for winner in range(spec.players):
        record = game.layout.new()
        record["phase"], record["winner"] = OVER, winner
        gained = game.returns(record)
        side = tuple(seat for seat in range(spec.players) if gained[seat] > 0)
        if side and side not in found:
            found.append(side)
    if sorted(seat for side in found for seat in side) != list(range(spec.players)):
        return tuple((seat,) for seat in range(spec.players))
    return tuple(found)


def strengths_of(spec: Spec, count: int, games: Sequence[Played]) -> list[Strength | None]:
    """Return the strength of each agent by its number; None without opponents."""
    sides = sides_of(spec)
    if len(sides) < 2:
        return [None] * count
    found = plackett_luce(
        [(tuple(game.seating[seat] for seat in side), -game.returns[side[0]]) for side in sides]
        for game in games
    )
    return [found.get(agent) for agent in range(count)]
