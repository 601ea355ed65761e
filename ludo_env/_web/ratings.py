"""Ratings: the strengths of people and agents in the games of the database, as in the arena."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from ludo_env._engine.spec import Spec
from ludo_env._play.json_file import game_of_data
from ludo_env._play.table import PERSON

MOST_RATED = 10_000  # games, the newest


class Rated(NamedTuple):
    """A game for the ratings: the texts of its rules, result and sitters in the database."""

    game: str
    result: str
    sitters: str


def ratings_of(games: Iterable[Rated]) -> dict[str, Any]:
    """Return the strengths of all people and agents, best first, and the number of games used.

    A game does not count if a person has no name, if somebody plays against themselves, or if it
    was broken off.
    """
    # Imported here because ratings are rare, and computed in a worker.
    from ludo_env.arena.plackett_luce import plackett_luce

    placed, met, won = [], dict[Any, int](), dict[Any, int]()
    for rated in games:
        found = _placed(rated)
        if found is None:
            continue
        placed.append(found)
        best = min(place for _, place in found)
        for side, place in found:
            for name in side:
                met[name] = met.get(name, 0) + 1
                won[name] = won.get(name, 0) + (place == best)
    strengths = plackett_luce(placed) if placed else {}
    rows = [
        {
            "kind": kind, "name": name, "played": met[kind, name], "won": won[kind, name],
            "points": strength.points, "low": strength.low, "high": strength.high,
        }
        for (kind, name), strength in strengths.items()
    ]  # fmt: skip
    rows.sort(key=lambda row: (-row["points"], row["kind"], row["name"]))
    return {"games": len(placed), "ratings": rows}


def _placed(rated: Rated) -> list[tuple[tuple[tuple[str, str], ...], float]] | None:
    """Return the sides of a game with their places; None if it does not count."""
    from ludo_env.arena.sides import sides_of

    _, returns = json.loads(rated.result)
    seats = [
        ("person", name) if sitter == PERSON else ("agent", sitter)
        for sitter, name in json.loads(rated.sitters)
    ]
    if ("person", "") in seats or max(returns) <= 0:
        return None
    sides = [tuple(seats[seat] for seat in side) for side in sides_of(_spec(rated.game))]
    people = [name for side in sides for name in set(side) if name[0] == "person"]
    if len(set(people)) < len(people) or len(set(sides)) < 2:
        return None
    places = [-returns[side[0]] for side in sides_of(_spec(rated.game))]
    return list(zip(sides, places, strict=True))


@lru_cache(maxsize=64)
def _spec(game: str) -> Spec:
    return game_of_data(json.loads(game), trust=False)
