"""A league as JSON: its settings, its members by text, file or name, and their results."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludo_env._engine.arguments import is_real, is_whole
from ludo_env._engine.errors import LudoError, cut, quoted, reason
from ludo_env.agents.league_members import LeagueFolder, LeagueMember, Load
from ludo_env.agents.league_results import LEARNER, LeagueResults
from ludo_env.agents.league_settings import LeagueSettings

if TYPE_CHECKING:
    from ludo_env.agents.league import League

_FORMAT = "ludo_env league 1"
# The tables of results: how many numbers their keys have, and their values.
_TABLES = {"games": (1, 1), "ahead": (2, 1), "recent": (1, 2), "ratings": (1, 2)}
_MOST_LISTED = 300  # characters of the names of missing members


def league_text(league: League) -> str:
    """Return the JSON of a league."""
    folder, results = league._folder, league._results
    data = {
        "format": _FORMAT,
        "settings": asdict(league.settings),
        "folder": None if folder is None else str(folder.path),
        "seen": [] if folder is None else sorted(folder.seen),
        "next": league._next,
        "members": [_member_data(member) for member in league.members],
        "games": _rows(results.games),
        "ahead": _rows(results.ahead),
        "recent": _rows(results.recent),
        "ratings": _rows(results.ratings),
    }
    return json.dumps(data, indent=1) + "\n"


def restored_league(
    kind: type[League], text: str, load: Load | None, agents: Mapping[str, Any]
) -> League:
    """Return the league in a JSON text; refuse a text that `league_text` cannot have written."""
    if not isinstance(agents, Mapping):
        raise LudoError(f"agents= is a dictionary of agents by name, not {quoted(agents)}.")
    try:
        data = json.loads(text)
        if data["format"] != _FORMAT:
            raise ValueError(f"its format is {quoted(data['format'])}")
        settings = LeagueSettings(**data["settings"]).checked()
        league = kind(load=load, **asdict(settings))
        known = [_known(member) for member in data["members"]]
        _check_numbers(data, known)
        results = _results(data, {member["number"] for member in known}, settings.memory)
        folder = None if data["folder"] is None else Path(_text(data["folder"]))
        seen = set(map(_text, data["seen"]))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise LudoError(f"This is not the JSON of a league: {reason(error)}.") from error
    lost = [
        m["name"] for m in known if not m["agent"] and not m["file"] and m["name"] not in agents
    ]
    if lost:
        raise LudoError(
            "Agents that were given as objects are not in the file of a league; give them in "
            f"agents=: {cut(', '.join(map(repr, lost)), _MOST_LISTED)}."
        )
    if folder is not None or any(member["file"] for member in known):
        league._check_loads(folder or Path(next(m["file"] for m in known if m["file"])))
    league._members = tuple(_member(member, load, agents) for member in known)
    league._next, league._results = data["next"], results
    if folder is not None:
        league._folder = LeagueFolder(folder, league.settings.pattern)
        league._folder.seen = seen
    return league


def _member_data(member: LeagueMember) -> dict[str, Any]:
    given = member.given
    return {
        "number": member.number,
        "name": member.name,
        "keep": member.keep,
        "agent": given if isinstance(given, str) else None,
        "file": str(given) if isinstance(given, Path) else None,
    }


def _rows(table: Mapping[Any, Any]) -> list[list[Any]]:
    """Return a table as rows, each with the numbers of a key and then of its value."""
    return [[*_each(key), *_each(value)] for key, value in sorted(table.items())]


def _each(part: Any) -> Iterable[Any]:
    return part if isinstance(part, tuple) else (part,)


def _known(data: Any) -> dict[str, Any]:
    """Return the data of a member, after checking the types of its parts."""
    if not is_whole(data["number"], 0) or data["keep"] not in {True, False}:
        raise ValueError(f"{quoted(data)} is no member")
    for name in ("agent", "file"):
        if data[name] is not None:
            _text(data[name])
    return {"name": _text(data["name"]), **data}


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError(f"{quoted(value)} is no text")
    return value


def _check_numbers(data: Any, known: list[dict[str, Any]]) -> None:
    """Refuse names and numbers that two members share, or that the next member would get."""
    for part in ("number", "name"):
        if len({member[part] for member in known}) < len(known):
            raise ValueError(f"two members have the same {part}")
    if not is_whole(data["next"], 1 + max((member["number"] for member in known), default=-1)):
        raise ValueError(f"the next number is {quoted(data['next'])}")


def _results(data: Any, numbers: set[int], memory: int) -> LeagueResults:
    """Return the tables of results; refuse unknown members, and values that are not numbers."""
    results, players = LeagueResults(memory), {LEARNER, *numbers}
    for name, (keys, values) in _TABLES.items():
        table: dict[Any, Any] = getattr(results, name)
        for row in data[name]:
            key, value = tuple(row[:keys]), tuple(row[keys:])
            sound = len(value) == values and players.issuperset(key)
            if not sound or not all(_is_result(name, number) for number in value):
                raise ValueError(f"{quoted(row)} is no row of {name}")
            table[key if keys > 1 else key[0]] = value if values > 1 else value[0]
    return results


def _is_result(name: str, number: Any) -> bool:
    if name in {"games", "ahead"}:
        return is_whole(number, 0)
    return is_real(number) and math.isfinite(number) and (name == "ratings" or number >= 0)


def _member(data: Mapping[str, Any], load: Load | None, agents: Mapping[str, Any]) -> LeagueMember:
    """Return a member, from `agents` if its name is there, else from its text or file."""
    saved = data["agent"] or (Path(data["file"]) if data["file"] else None)
    given = agents.get(data["name"], saved)
    return LeagueMember(data["number"], data["name"], given, keep=data["keep"], load=load)
