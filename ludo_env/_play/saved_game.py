"""Saved games: JSON with the game, seats and actions, and state and dice as numbers.

A file is untrusted data. Custom rules and agents are code, so they need `trust`; the caller can
name other agents instead. Every number is checked before a running game uses it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from ludo_env._engine.errors import LudoError, SpecError, cut_path, quoted
from ludo_env._engine.family import DECIDE
from ludo_env._engine.game import Game
from ludo_env._engine.session import STREAM_LAYOUT
from ludo_env._engine.state import Layout, Plain, Record
from ludo_env._engine.state_check import checked
from ludo_env._envs.dealer import Dealt
from ludo_env._play.json_file import (
    Kind,
    about,
    check_game,
    game_as_data,
    game_of_data,
    read_json,
    write_json,
)
from ludo_env._play.replay import Replay
from ludo_env._play.table import Moment, Table, seated
from ludo_env.agents.make import names_code
from ludo_env.agents.view import Agent

# Returns the players that continue the game, from the texts of the seats in a file.
Players: TypeAlias = Callable[[list[str]], list[str | Agent]]

KIND = Kind("saved game", "ludo-env game", 2)


def save_table(table: Table, path: str | Path) -> None:
    """Write a running game to a file; refuse to overwrite a file of another kind."""
    if table.over:
        raise LudoError("This game has ended, and nothing goes on from there; keep its replay.")
    data = sealed(_data(table))
    try:
        check_game(data["game"])
    except LudoError as error:
        raise LudoError(f"This game cannot be kept in a file: {error}") from error
    write_json(path, KIND, data)


def load_table(
    path: str | Path,
    backend: str | None = None,
    *,
    trust: bool = False,
    seats: Sequence[str | Agent] | None = None,
) -> Table:
    """Return the game of a file, with the same dice to come; raise a `LudoError` if it is invalid.

    `seats` replace the players of the file, from player_0 on. An agent from a module or file is
    code: it must be in `seats`, or the file must be trusted.
    """
    return _read(path, backend, trust, partial(_players, path, seats, trust))


def load_game_so_far(path: str | Path, *, trust: bool = False) -> Replay:
    """Return the replay of a saved game; its agents need not be available."""
    names: list[str] = []

    def nobody(kept: list[str]) -> list[str | Agent]:
        names[:] = kept
        return []

    return replace(Replay.of_table(_read(path, "python", trust, nobody)), agents=tuple(names))


def _read(path: str | Path, backend: str | None, trust: bool, players: Players) -> Table:
    """Return the game of a file; `players` returns its seats, from the texts in the file."""
    data = read_json(path, KIND)
    name = cut_path(path)
    try:
        with about(name):
            if data != sealed(data):
                raise LudoError("it is not as it was written.")
            return _table(data, backend, trust, players)
    except _SeatError as error:
        raise LudoError(str(error)) from error.__cause__


def sealed(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data with a hash over all of it, which reveals damage."""
    kept = {key: value for key, value in data.items() if key not in {"format", "version", "hash"}}
    text = json.dumps(kept, sort_keys=True)
    return {**data, "hash": hashlib.sha256(text.encode()).hexdigest()}


def _data(table: Table) -> dict[str, Any]:
    moment = table.moment()
    return {
        "game": game_as_data(table.game.spec),
        "seats": table.seats,
        "seed": table.seed,
        "number": table.number,
        "actions": list(moment.actions),
        "state": _numbers(table.game.layout, moment.dealt.record),
        "stream": _numbers(STREAM_LAYOUT, moment.dealt.stream),
        "chances": moment.chances,
        **({"start": table.start} if table.start else {}),
    }


def _table(data: Mapping[str, Any], backend: str | None, trust: bool, players: Players) -> Table:
    seats = data["seats"]
    spec = game_of_data(data["game"], trust=trust)
    if not isinstance(seats, list) or len(seats) != spec.players or not all(map(_is_text, seats)):
        raise LudoError("the seats are not those of the game.")
    start = data.get("start", "")
    if not isinstance(start, str):
        raise LudoError("its start is not a position.")
    table = Table(spec, players(seats), data["seed"], data["number"], backend, start)
    record = _record(table.game.layout, data["state"])
    stream = _record(STREAM_LAYOUT, data["stream"])
    _check(table.game, record)
    actions = _actions(data["actions"], table.game)
    table.go_to(Moment(Dealt(record, stream, ()), data["chances"], actions))
    return table


def _is_text(seat: object) -> bool:
    return isinstance(seat, str)


def _players(
    path: str | Path, given: Sequence[str | Agent] | None, trust: bool, kept: list[str]
) -> list[str | Agent]:
    """Return the players: those given, then those of the file, which may be code if trusted."""
    named: list[str | Agent] = []
    if given is not None:
        if not isinstance(given, (list, tuple)) or len(given) > len(kept):
            raise _SeatError(f"seats is a list of at most {len(kept)} agents, not {quoted(given)}.")
        named = list(given)
        for player in named:
            _check_seat(player, f"seats: {quoted(player)}")
    for number in range(len(named), len(kept)):
        text = kept[number]
        who = f"In {cut_path(path)} player_{number} is {quoted(text)}"
        if not trust and _is_code(text):
            raise _SeatError(
                f"{who}, which is code of its own; say who plays on, by seats= or --seats, or "
                "allow the code, by trust=True or --trust."
            )
        _check_seat(text, who, "; say who plays on, by seats= or --seats.")
        named.append(text)
    return named


def _is_code(text: str) -> bool:
    try:
        return names_code(text)
    except LudoError:
        return False  # too long for an agent, which is refused anyway


def _check_seat(player: str | Agent, who: str, advice: str = ".") -> None:
    try:
        seated(player)
    except LudoError as error:
        said = str(error).rstrip(".?")
        raise _SeatError(f"{who}, which cannot play here ({said}){advice}") from error


class _SeatError(Exception):
    """An error about the player of a seat; the file itself is valid."""


def _actions(actions: Any, game: Game) -> tuple[int, ...]:
    """Return the actions played so far; refuse numbers that are not actions of the game."""
    if not isinstance(actions, list) or not all(
        type(action) is int and 0 <= action < game.actions for action in actions
    ):
        raise LudoError("the actions are not those of the game.")
    return tuple(actions)


def _check(game: Game, record: Record) -> None:
    """Refuse a state that the game cannot have, or in which no player is to act."""
    if record["phase"][0] != DECIDE:
        raise LudoError("nobody is to act in it.")
    checked(game, record)


def _numbers(layout: Layout, record: Record) -> dict[str, Any]:
    return {name: record[name][0].tolist() for name in layout.fields}


def _record(layout: Layout, numbers: Any) -> Record:
    """Return the record of numbers by name; refuse other fields and numbers out of range."""
    if not isinstance(numbers, Mapping) or set(numbers) != set(layout.fields):
        raise LudoError("the numbers are not those of the game.")
    for name, value in numbers.items():
        many = isinstance(value, list)
        wanted = None if layout.fields[name].per == "game" else layout.size(name)
        if (len(value) if many else None) != wanted or not all(
            type(number) is int for number in (value if many else [value])
        ):
            raise LudoError(f"{name} is not what it is in the game.")
    record = layout.new()
    try:
        layout.pack(Plain(dict(numbers)), record)
    except SpecError as error:
        raise LudoError(str(error)) from error
    return record
