"""Random games of races: valid ones, and damaged ones."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st

JUNK = (None, True, -1, 0, 7, 10**9, 2.5, "", "x", "dice", [], [0], [1, 1], ["a"], {}, {"a": 1})


# Ways split at a1 and at b1, and meet again: a board that is no ring.
FORKED_BOARD = {
    "kind": "graph",
    "paths": [
        "a0 > a1 > a2 > a3 > b0 > b1 > b2 > b3 > a0",
        "a1 > c0 > a3",
        "b1 > d0 > b3",
        "b3 > la > ha for 0",
        "a3 > lb > hb for 1",
    ],
    "entries": ["a0", "b0"],
    "homes": ["ha", "hb"],
    "pieces": 3,
}


@st.composite
def games(draw: Any) -> dict[str, Any]:
    """The data of a game: a board, a mechanism, and rules that go together."""
    players = draw(st.integers(2, 6))
    board = draw(st.sampled_from((_cross, _ring, _graph)))(draw, players)
    mechanism, number = draw(st.sampled_from((_dice, _dice, _chain, _spinner, _bonus_dice)))(draw)
    enters = {"rule": "leave_yard", "number": number}
    rules = [mechanism, enters, *_ending(draw), *_contact(draw, board), *_extras(draw, mechanism)]
    phase = draw(st.sampled_from((None, "homes", "turns", "capture", "comes and goes")))
    if phase is not None:
        rules += _phase(draw, phase)
    if phase in {"turns", "comes and goes"} and draw(st.booleans()):
        second, _ = draw(st.sampled_from((_dice, _chain, _spinner)))(draw)
        rules.insert(draw(st.integers(0, 1)), {**second, "during": "later"})
    if any(rule["rule"] == "others_turn_back" for rule in rules) or draw(st.booleans()):
        rules.append({"rule": "turn_limit", "turns": draw(st.integers(20, 300))})
    if board["kind"] == "graph" and any("if captured" in path for path in board["paths"]):
        rules.append({"rule": "doors_after_capture"})
    return {"name": "fuzzed", "family": "track", "board": board, "rules": rules}


@st.composite
def damaged_games(draw: Any) -> Any:
    """The data of a game with one to three damaging changes."""
    data = copy.deepcopy(draw(games()))
    for _ in range(draw(st.integers(1, 3))):
        _damage(draw, data)
    return data


def _damage(draw: Any, data: Any) -> None:
    """Put junk somewhere, take something away, or repeat it."""
    part = draw(st.sampled_from(("top", "board", "rules", "rule")))
    target: Any = data
    if part == "board" and isinstance(data.get("board"), dict):
        target = data["board"]
    rules = data.get("rules")
    if part in ("rules", "rule") and isinstance(rules, list) and rules:
        at = draw(st.integers(0, len(rules) - 1))
        if part == "rule" and isinstance(rules[at], dict):
            target = rules[at]
        else:
            kind = draw(st.sampled_from(("drop", "double", "junk")))
            if kind == "drop":
                del rules[at]
            elif kind == "double":
                rules.append(copy.deepcopy(rules[at]))
            else:
                rules[at] = draw(st.sampled_from(JUNK))
            return
    names = [*target, "nonsense", "during", "kind"]
    name = draw(st.sampled_from(names))
    if name in target and draw(st.booleans()):
        del target[name]
    else:
        target[name] = draw(st.sampled_from(JUNK))


def _seats(draw: Any, arms: int, players: int) -> dict[str, Any]:
    """The seats, the number of pieces of each, and the teams."""
    seats = sorted(draw(st.permutations(range(arms)))[:players])
    pieces = draw(st.integers(1, 4))
    said: dict[str, Any] = {"seats": seats, "pieces": pieces}
    if draw(st.booleans()):
        said["markers"] = [draw(st.integers(1, pieces)) for _ in seats]
    if players % 2 == 0 and draw(st.booleans()):
        said["teams"] = [player % 2 for player in range(players)]
    return said


def _cross(draw: Any, players: int) -> dict[str, Any]:
    arms = draw(st.integers(players, 12))
    end_path, corners = draw(st.integers(1, 6)), draw(st.booleans())
    length = arms * (2 * end_path + 3 + corners)
    safe = sorted(draw(st.sets(st.integers(0, length - 1), max_size=6)))
    return {
        "kind": "cross",
        "arms": arms,
        "end_path": end_path,
        "corners": corners,
        "safe": safe,
        **_seats(draw, arms, players),
    }


def _ring(draw: Any, players: int) -> dict[str, Any]:
    arms = draw(st.integers(players, 8))
    length = draw(st.integers(max(arms, 8), 60))
    safe = sorted(draw(st.sets(st.integers(0, length - 1), max_size=6)))
    return {
        "kind": "ring",
        "length": length,
        "arms": arms,
        "lane": draw(st.integers(1, 6)),
        "gate": draw(st.integers(length // 2, length - 1)),
        "safe": safe,
        **_seats(draw, arms, players),
    }


def _graph(draw: Any, players: int) -> dict[str, Any]:
    """A loop that everybody walks, with chords, a second loop, doors, and a lane for each arm."""
    size = draw(st.integers(2 * players, 30))
    paths = [f"t0..t{size - 1} > t0"]
    chords = set()
    for _ in range(draw(st.integers(0, 3))):
        start, end = draw(st.integers(0, size - 1)), draw(st.integers(0, size - 1))
        if (end - start) % size > 1:
            chords.add((start, end))
    for start, end in sorted(chords):
        door = " if captured" if draw(st.booleans()) else ""
        paths.append(f"t{start} > t{end}{door}")
    if draw(st.booleans()):
        joint = draw(st.integers(0, size - 1))
        paths.append(f"t{joint} > u0..u{draw(st.integers(2, 8))} > t{joint}")
    spots = draw(st.permutations(range(size)))
    homes = []
    for arm in range(players):
        lane = draw(st.integers(1, 4))
        paths.append(f"t{spots[arm]} > lane{arm}_0..lane{arm}_{lane} > home{arm}_0 for {arm}")
        homes.append(f"home{arm}_0")
    entries = [f"t{spots[-1 - arm]}" for arm in range(players)]
    safe = [f"t{tile}" for tile in sorted(draw(st.sets(st.integers(0, size - 1), max_size=4)))]
    said = _seats(draw, players, players)
    return {
        "kind": "graph", "paths": paths, "entries": entries, "homes": homes, "safe": safe, **said
    }  # fmt: skip


def _dice(draw: Any) -> tuple[dict[str, Any], int]:
    faces = sorted(draw(st.sets(st.integers(1, 12), min_size=2, max_size=6)) | {1})
    said: dict[str, Any] = {"rule": "dice", "count": draw(st.integers(1, 3)), "faces": faces}
    if draw(st.booleans()):
        said["weights"] = [draw(st.integers(1, 5)) for _ in faces]
    if draw(st.booleans()) and said["count"] * faces[-1] <= 24:
        said["together"] = True
    return said, draw(st.sampled_from(faces))


def _chain(draw: Any) -> tuple[dict[str, Any], int]:
    most = draw(st.integers(2, 4))
    return {"rule": "chained_die", "on": draw(st.integers(4, 6)), "most": most}, 1


def _spinner(draw: Any) -> tuple[dict[str, Any], int]:
    values = draw(st.lists(st.integers(-4, 8), min_size=2, max_size=6, unique=True))
    return {"rule": "spinner", "values": sorted({*values, 1, 5})}, 5


def _bonus_dice(draw: Any) -> tuple[dict[str, Any], int]:
    said = {"rule": "bonus_dice", "capture": draw(st.integers(1, 20)), "finish": 10}
    return said, draw(st.integers(1, 6))


def _ending(draw: Any) -> list[dict[str, Any]]:
    last = draw(st.sampled_from(("exact_finish", "overshoot_finishes", "bounce_back")))
    if draw(st.booleans()):
        return [{"rule": last}, {"rule": "all_home_wins"}]
    return [{"rule": last}, {"rule": "no_sharing"}, {"rule": "slots_filled_wins"}]


def _contact(draw: Any, board: dict[str, Any]) -> list[dict[str, Any]]:
    """At least one rule by which players get in each other's way."""
    captures = ["capture_lone", "capture_all", "capture_by_swapping", "capture_back", "prison"]
    found = [draw(st.sampled_from([*captures, "blocks", "enemy_blocks"]))]
    others = ["capture_by_passing", "blocks", "enemy_blocks", "protected_entry", "capacity"]
    found += draw(st.lists(st.sampled_from(others), max_size=2, unique=True))
    rules = [{"rule": name} for name in dict.fromkeys(found)]
    if board["kind"] != "graph" and draw(st.booleans()):
        rules.append({"rule": "capture_before_home"})
    return rules


def _extras(draw: Any, mechanism: dict[str, Any]) -> list[dict[str, Any]]:
    names = [
        "bonus_six",
        "bonus_capture",
        "bonus_finish",
        "three_tries",
        "no_passing_in_lane",
        "no_passing",
        "first_player_random",
        "help_mate",
    ]
    if mechanism["rule"] == "dice":
        names += ["forced_entry", "three_sixes"]
    return [
        {"rule": name} for name in draw(st.lists(st.sampled_from(names), max_size=4, unique=True))
    ]


def _phase(draw: Any, kind: str) -> list[dict[str, Any]]:
    """A phase and a rule that waits for it."""
    trigger: dict[str, Any] = {"rule": f"phase_after_{kind}", "name": "later"}
    if kind == "homes":
        trigger["count"] = 1
    if kind == "comes and goes":
        trigger = {"rule": "phase", "name": "later", **_changes(draw)}
    waiting = draw(st.sampled_from(("others_turn_back", "lock_after_capture", "capture_on_entry")))
    rules = [trigger, {"rule": waiting, draw(st.sampled_from(("during", "until"))): "later"}]
    if waiting == "others_turn_back":
        rules[1]["count"] = 1
    return rules


def _changes(draw: Any) -> dict[str, Any]:
    """When a phase begins and ends."""
    begins, ends = (_moment(draw) for _ in range(2))
    if draw(st.booleans()):
        return {"begins": begins, "ends": ends, "repeats": True}
    if draw(st.booleans()):
        return {"begins": "at the start", "ends": ends, "repeats": False}
    return {"begins": begins, "ends": draw(st.sampled_from((ends, "never"))), "repeats": False}


def _moment(draw: Any) -> str:
    count, number = draw(st.integers(1, 9)), draw(st.integers(1, 6))
    kinds = ("turns", "captures", "homes", f"throws of {number}")
    return f"after {count} {draw(st.sampled_from(kinds))}"
