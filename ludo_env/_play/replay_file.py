"""Replay files: JSON with the game, the dice and the actions; `docs/replays.md` has the schema.

A file is untrusted data: it is played through before it is returned. Custom rules are code, so
they need `trust`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ludo_env._engine.chance import WIDEST_SEED
from ludo_env._engine.errors import LudoError, cut, cut_path
from ludo_env._play.json_file import (
    Kind,
    about,
    check_game,
    game_as_data,
    game_of_data,
    read_json,
    write_json,
)
from ludo_env._play.replay import ENDS, Replay, Result, outcome_of_replay
from ludo_env._version import __version__

KIND = Kind("replay", "ludo-env replay", 1)
MOST_MOVES = 50_000
_MOST_DICE = 8 * MOST_MOVES
_MOST_LETTERS = 20_000  # of a position
_LARGEST = 2**63 - 1


def save_replay(replay: Replay, path: str | Path) -> None:
    """Write a replay to a file; refuse to overwrite a file of another kind."""
    if len(replay.actions) > MOST_MOVES:
        raise LudoError(f"A replay has at most {MOST_MOVES} moves, not {len(replay.actions)}.")
    data = replay_as_data(replay)
    try:
        _check(data, replay.spec.players)
        check_game(data["game"])
    except LudoError as error:
        raise LudoError(f"This replay cannot be kept in a file: {error}") from error
    write_json(path, KIND, data)


def load_replay(path: str | Path, *, trust: bool = False) -> Replay:
    """Return the verified replay of a file; raise a `LudoError` for any other file."""
    return replay_of_data(read_json(path, KIND), cut_path(path), trust=trust)


def replay_of_data(data: Mapping[str, Any], name: str, *, trust: bool = False) -> Replay:
    """Return the verified replay of plain data; `name` is the name of the file in errors."""
    with about(name):
        return _replay(data, trust)


def replay_as_data(replay: Replay) -> dict[str, Any]:
    """Return a replay as the plain data of its file, without the format and version."""
    return {
        "library": __version__,
        "game": game_as_data(replay.spec),
        "seed": replay.seed,
        "number": replay.number,
        "start": replay.start,
        "dice": list(replay.dice),
        "actions": list(replay.actions),
        "agents": list(replay.agents),
        "result": {"end": replay.result.end, "returns": list(replay.result.returns)},
        "final": outcome_of_replay(replay)[1],
    }


def _check(data: Mapping[str, Any], players: int) -> None:
    """Refuse invalid data, before a file is written and after it was read."""
    for name in ("library", "start", "final"):
        _check_text(data, name)
    for name, most in (("dice", _MOST_DICE), ("actions", MOST_MOVES)):
        _check_numbers(data, name, most)
    seed, number = data.get("seed", ""), data.get("number")
    if seed is not None and (type(seed) is not int or not 0 <= seed < WIDEST_SEED):
        raise LudoError("seed is a whole number of 0 or more, or null.")
    if type(number) is not int or not 0 <= number <= _LARGEST:
        raise LudoError("number is a whole number of 0 or more.")
    _agents(data.get("agents"), players)
    _result(data.get("result"), players)


def _replay(data: Mapping[str, Any], trust: bool) -> Replay:
    spec = game_of_data(data.get("game"), trust=trust)
    _check(data, spec.players)
    replay = Replay(
        spec, data["seed"], data["number"], data["start"],
        tuple(data["dice"]), tuple(data["actions"]),
        _agents(data["agents"], spec.players), _result(data["result"], spec.players),
    )  # fmt: skip
    result, mark = outcome_of_replay(replay)
    if (result, mark) != (replay.result, data["final"]):
        raise LudoError(
            "its moves do not lead to the end in the file; has the game changed "
            f"(it was written by ludo-env {cut(data['library'])})?"
        )
    return replay


def _check_text(data: Mapping[str, Any], name: str) -> None:
    if not _is_line(data.get(name)):
        raise LudoError(f"{name} is a text of one line, of at most {_MOST_LETTERS} letters.")


def _is_line(text: Any) -> bool:
    """Return whether this is a line of text that a terminal can show without harm."""
    return isinstance(text, str) and len(text) <= _MOST_LETTERS and text.isprintable()


def _check_numbers(data: Mapping[str, Any], name: str, most: int) -> None:
    numbers = data.get(name)
    if not isinstance(numbers, list) or len(numbers) > most:
        raise LudoError(f"{name} is a list of at most {most} numbers.")
    if not all(type(number) is int and 0 <= number <= _LARGEST for number in numbers):
        raise LudoError(f"{name} is a list of whole numbers of 0 or more.")


def _agents(agents: Any, players: int) -> tuple[str, ...]:
    if not isinstance(agents, list) or len(agents) != players or not all(map(_is_line, agents)):
        raise LudoError(f"agents is a list of {players} texts, one for each seat.")
    return tuple(agents)


def _result(result: Any, players: int) -> Result:
    if not isinstance(result, Mapping) or result.get("end") not in ENDS:
        raise LudoError(f"result.end is one of {', '.join(ENDS)}.")
    returns = result.get("returns")
    if not isinstance(returns, list) or len(returns) != players:
        raise LudoError(f"result.returns is a list of {players} numbers.")
    if not all(type(gain) in {int, float} and -1 <= gain <= 1 for gain in returns):
        raise LudoError("result.returns is a list of numbers -1 to 1.")
    return Result(result["end"], tuple(float(gain) for gain in returns))
