"""The names of the games in the registry of OpenSpiel, and the function that finds them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import pyspiel

from ludo_env._engine.errors import LudoError, quoted
from ludo_env._engine.spec import Spec
from ludo_env._envs.game_keywords import unexpected
from ludo_env._families.track.seating import MOST_PLAYERS
from ludo_env.adapters.openspiel.game import MAX_STEPS, SpielGame
from ludo_env.adapters.openspiel.game_types import game_type
from ludo_env.catalogue import GameEntry, games, load_game

PREFIX = "ludo_env_"
# The registered name for games outside the library: `game` is a file or a name.
OTHER = f"{PREFIX}game"
# The parameters of every game, with their defaults.
SHARED = {"max_steps": MAX_STEPS, "observation": "", "backend": "auto", "stake": 1}
# Names and paths that can be in the text of a game; OpenSpiel splits it at other characters.
_SIMPLE = re.compile(r"[\w./-]+")
_SPEC = "spec-"
# Specs that were passed to `openspiel_game`, by the text that names them in this process.
_SPECS: dict[str, Spec] = {}


def openspiel_game(
    game: str | Path | Spec | Mapping[str, Any] = "ludo",
    *,
    max_steps: int = MAX_STEPS,
    observation: str = "",
    backend: str = "auto",
    stake: int = 1,
    **keywords: Any,
) -> SpielGame:
    """Return a game for OpenSpiel.

    Args:
        game: a name, a file, plain data or a spec, as `load_game` takes it.
        max_steps: the number of decisions after which a game is broken off, with returns of 0.
        observation: an observation style; empty for the game's default.
        backend: "auto", "numba" or "python".
        stake: the largest value of a win, in games in which wins can count several times.
        keywords: the keywords of a named game, such as `num_players=2`.
    """
    shared = {
        "max_steps": max_steps,
        "observation": observation,
        "backend": backend,
        "stake": stake,
    }
    entry = games().get(game) if isinstance(game, str) else None
    known = () if entry is None else entry.keywords
    for keyword in keywords.keys() - {*known}:
        raise unexpected("openspiel_game", keyword, [*known, *SHARED])
    _check_types(shared)
    if entry is not None and _are_parameters(keywords, _NAMED.get(entry.name)):
        return _loaded(PREFIX + entry.name, keywords | shared)
    if isinstance(game, str | Path) and not keywords and _SIMPLE.fullmatch(str(game)):
        return _loaded(OTHER, {"game": str(game)} | shared)
    spec = load_game(game) if entry is None else entry.make(**keywords)
    name = f"{_SPEC}{sha256(spec.key.encode()).hexdigest()[:16]}"
    _SPECS[name] = spec
    return _loaded(OTHER, {"game": name} | shared)


def load_text(text: str) -> SpielGame:
    """Return the game of a text such as "ludo_env_ludo(num_players=2)"; used by pickles."""
    return pyspiel.load_game(text)  # type: ignore[no-any-return]


def _loaded(name: str, parameters: Mapping[str, Any]) -> SpielGame:
    return pyspiel.load_game(name, dict(parameters))  # type: ignore[no-any-return]


def _check_types(shared: Mapping[str, Any]) -> None:
    """Refuse values that OpenSpiel would refuse with its own messages."""
    for name, value in shared.items():
        if type(value) is not type(SHARED[name]):
            wanted = "a text" if isinstance(SHARED[name], str) else "a whole number"
            raise LudoError(f"{name} is {wanted}, not {quoted(value)}.")


def _are_parameters(keywords: Mapping[str, Any], known: Mapping[str, Any] | None) -> bool:
    """Return whether OpenSpiel accepts these keywords; others are for the library alone."""
    return known is not None and all(
        key in known and type(value) is type(known[key]) for key, value in keywords.items()
    )


def _register() -> None:
    """Register the games of the library, and one name for all other games."""
    for name, keywords in _NAMED.items():
        entry = games()[name]
        _register_one(PREFIX + name, entry.make, keywords, entry.players)
    _register_one(OTHER, _other, {"game": "ludo"}, (1, MOST_PLAYERS))


def _register_one(
    name: str, make: Callable[..., Spec], keywords: Mapping[str, Any], players: tuple[int, ...]
) -> None:
    defaults = {**keywords, **SHARED}

    # It must be a class: other callables in OpenSpiel's registry fail at interpreter exit.
    class Registered(SpielGame):
        def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
            chosen = defaults | dict(parameters or {})
            spec = make(**{key: chosen[key] for key in keywords})
            super().__init__(name, spec, defaults, chosen)

        def __reduce__(self) -> tuple[Any, ...]:
            return load_text, (str(self),)

    pyspiel.register_game(game_type(name, make(**keywords), defaults, players), Registered)


def _other(game: str) -> Spec:
    if game.startswith(_SPEC) and game not in _SPECS:
        raise LudoError(
            f"{quoted(game)} is a spec of another process; in this one call openspiel_game() with "
            "it, or write it to a file and name the file."
        )
    return _SPECS[game] if game in _SPECS else load_game(game)


def _simple_keywords(entry: GameEntry) -> dict[str, Any]:
    """Return the keywords of a game whose types OpenSpiel supports, with their defaults."""
    parameters = inspect.signature(entry.make).parameters.values()
    return {
        parameter.name: parameter.default
        for parameter in parameters
        if isinstance(parameter.default, bool | int | str)
    }


# The games of the library by name, with the keywords that are parameters of OpenSpiel's game.
_NAMED = {name: _simple_keywords(entry) for name, entry in games().items() if entry.point is None}
_register()
