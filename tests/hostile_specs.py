"""Hostile specs: games that come along and large ones, damaged by a seeded generator."""

from __future__ import annotations

import copy
import random
from typing import Any

from ludo_env import generals_v0, load_game
from ludo_env.catalogue import games

HUGE = 10**30
JUNK: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 3, 7, 12, 13, 15, 16, 64, 100, 120, 121, 127, 128, 255, 256,
    500, 999, 1000, 1001, 30_000, 32_767, 32_768, 65_536, 10**6, 10**9, 2**31, 2**63, HUGE, -HUGE,
    2.5, float("nan"), float("inf"), "", "x", "y", "a0", "dice", "x" * 5000, "../x:y", "os:system",
    "\x1b[31m", "\u202e", "\ud800", b"raw", [], {}, [0], [1, 1], ["a"], [[]], [{}], {"a": 1},
    {"rule": "dice"}, list(range(12)), list(range(200)), [0] * 5000, list(range(1, 121)),
    [250] * 120, ["a > b"] * 300, object(), (0, 1), {0, 1},
)  # fmt: skip
# Values that push a game to its limits without breaking it.
LARGE_BOARDS: tuple[dict[str, Any], ...] = (
    {"kind": "cross", "arms": 12, "end_path": 40, "pieces": 15},
    {"kind": "cross", "arms": 12, "end_path": 500, "pieces": 4},
    {"kind": "ring", "length": 1000, "lane": 1000, "arms": 12, "pieces": 15},
    {"kind": "ring", "length": 30_000, "lane": 5, "arms": 2},
    {"kind": "ring", "length": 24, "lane": 900, "arms": 2, "pieces": 1},
    {"kind": "ring", "length": 1000, "lane": 1, "arms": 4, "pieces": 15},
)
LARGE_RULES: tuple[dict[str, Any], ...] = (
    {"rule": "dice", "count": 4, "faces": list(range(1, 121))},
    {"rule": "dice", "count": 4, "faces": list(range(1, 31)), "together": True},
    {"rule": "dice", "count": 1, "faces": list(range(1, 121)), "weights": [250] * 120},
    {"rule": "dice", "count": 1, "faces": [1, 120], "weights": [1, 29_999]},
    {"rule": "dice", "count": 4, "faces": [1, 2], "weights": [15_000, 15_000]},
    {"rule": "spinner", "values": list(range(-60, 60)), "weights": [250] * 120},
    {"rule": "spinner", "values": [0, 1], "weights": [29_000, 1]},
    {"rule": "chained_die", "on": 6, "most": 20},
    {"rule": "chained_die", "on": 1, "most": 120, "faces": [1, 2], "weights": [29_000, 1]},
    {"rule": "cards", "hand": 17, "then": 17, "deck_copies": 4},
    {"rule": "cards", "hand": 1, "then": 1, "deck_copies": 1},
    {"rule": "bonus_dice", "count": 4, "capture": 120, "finish": 120},
    {"rule": "double_six_bag"},
    {"rule": "three_tries", "count": 1000},
)


def hostile(number: int) -> Any:
    """The data of hostile spec `number`, always the same."""
    rng = random.Random(number)
    data = copy.deepcopy(rng.choice(_bases()))
    if rng.random() < 0.4:
        _stretch(rng, data)
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        _damage(rng, data)
    return data


def _bases() -> list[dict[str, Any]]:
    if not _BASES:
        files = sorted(name for name, game in games().items() if game.file is not None)
        _BASES.extend(load_game(name).to_dict() for name in files)
        grid = generals_v0.spec().to_dict()
        _BASES.extend([grid, grid, {**grid, "board": {"kind": "generals"}}])
        _BASES.append({**_BASES[0], "board": large_graph()})
    return _BASES


_BASES: list[dict[str, Any]] = []


def large_graph(size: int = 480, loops: int = 60) -> dict[str, Any]:
    """A loop of many tiles with short cuts everywhere."""
    paths = [f"t0..t{size - 1} > t0"]
    paths += [f"t{at} > t{at + 3}" for at in range(0, size - 8, size // loops)]
    paths += ["t7 > la > ha for 0", "t9 > lb > hb for 1"]
    return {
        "kind": "graph", "paths": paths, "entries": ["t0", "t100"], "homes": ["ha", "hb"],
        "pieces": 15,
    }  # fmt: skip


def _stretch(rng: random.Random, data: dict[str, Any]) -> None:
    """Make the game large: its board, its dice, or the number of its rules."""
    rules = data["rules"]
    kind = rng.randrange(4)
    if kind in (0, 3) and data["family"] == "track":
        data["board"] = dict(rng.choice(LARGE_BOARDS))
    if kind in (1, 3) and data["family"] == "track":
        mechanism = rng.choice(LARGE_RULES)
        names = {"dice", "spinner", "chained_die", "cards", "bonus_dice", "double_six_bag"}
        rules[:] = [rule for rule in rules if rule["rule"] not in names] + [mechanism]
    if kind == 2:
        rules += rng.choices(rules, k=rng.choice((1, 50, 2000)))


def _damage(rng: random.Random, data: Any) -> None:
    """Put junk somewhere, take something away, repeat it many times, or bury it."""
    places = list(_places(data))
    if not places:
        return
    holder, key = rng.choice(places)
    kind = rng.randrange(8)
    if kind == 0:
        del holder[key]
    elif kind == 1 and isinstance(holder, list):
        holder[key:key] = [holder[key]] * rng.choice((1, 40, 3000))
    elif kind == 2:
        for _ in range(rng.choice((3, 50, 3000))):
            holder[key] = [holder[key]] if rng.random() < 0.5 else {"a": holder[key]}
    elif kind == 3 and isinstance(holder, dict):
        holder[rng.choice(("nonsense", "during", "kind", "x" * 3000, 7, ""))] = _junk(rng)
    elif kind == 4 and type(holder[key]) is int:
        holder[key] += rng.choice((-1, 1, 10, 1000))
    elif kind == 5 and type(holder[key]) is str:
        holder[key] = rng.choice((holder[key] * 500, holder[key][:-1], holder[key] + " > " * 9))
    else:
        holder[key] = _junk(rng)


def _junk(rng: random.Random) -> Any:
    # A copy, because the inserted value may be damaged further.
    return copy.deepcopy(rng.choice(JUNK))


def _places(value: Any) -> Any:
    """Every place in the data, as its container and its key there."""
    waiting = [value]
    while waiting:
        holder = waiting.pop()
        if len(waiting) > 10_000:
            return
        items = holder.items() if isinstance(holder, dict) else enumerate(holder)
        for key, inner in list(items):
            yield holder, key
            if isinstance(inner, (dict, list)) and inner:
                waiting.append(inner)
