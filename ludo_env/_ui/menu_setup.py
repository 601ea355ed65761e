"""The settings of the menu: a game, its players and seats, as rows of choices."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

from ludo_env._engine.game import Game, game_of
from ludo_env._play.table import FILLER, PERSON
from ludo_env._render.display_options import Look
from ludo_env._render.keys import Key, Seat
from ludo_env._render.paint.theme import THEMES
from ludo_env._render.plain_words import name_in_words, signs_in_words
from ludo_env._render.scene import scene_of
from ludo_env._render.shapes import Scene
from ludo_env._ui.dialogs import Card
from ludo_env._ui.options import SPEEDS
from ludo_env._ui.side_panel import Button
from ludo_env.agents.make import agent_names
from ludo_env.catalogue import listed_games, spec_with

_WORDS = {"ffa": "free for all", "teams": "two teams of two"}
# People and agents in the order of their strength, with their labels.
LEVELS = {
    PERSON: "a person", "random": "easy (random)", "greedy": "medium (greedy)", "hard": "hard",
    "expert": "expert",
}  # fmt: skip


@dataclass(frozen=True)
class Setup:
    """The chosen game and its settings."""

    game: str = "ludo"
    players: int = 4
    mode: str = "ffa"
    seats: tuple[str, ...] = field(default=(PERSON, FILLER, FILLER, FILLER))
    theme: str = "day"
    speed: str = "normal"


class Row(NamedTuple):
    """A setting: its key, its name, the choices, and the present choice."""

    key: Key
    name: str
    choices: tuple[str, ...]
    at: int


def rows_of(setup: Setup) -> list[Row]:
    """Return all settings that apply now, from top to bottom."""
    names, game = tuple(listed_games()), listed_games()[setup.game]
    sitters = (*LEVELS, *(name for name in agent_names() if name not in LEVELS))
    rows = [Row("game", "Game", names, names.index(setup.game))]
    if len(game.players) > 1:
        counts = tuple(map(str, game.players))
        rows.append(_row("players", "Players", counts, str(setup.players)))
    if game.modes and setup.players == game.players[-1]:
        words = tuple(_WORDS[mode] for mode in game.modes)
        rows.append(_row("mode", "Mode", words, _WORDS[setup.mode]))
    colours = names_of(setup)
    rows += [
        _row(Seat(seat), colours[seat], sitters, setup.seats[seat]) for seat in range(setup.players)
    ]
    rows.append(_row("theme", "Colours", tuple(THEMES), setup.theme))
    rows.append(_row("speed", "Speed", tuple(SPEEDS), setup.speed))
    return rows


def chosen(setup: Setup, row: Row, at: int) -> Setup:
    """Return the settings with another choice of a row."""
    key, game = row.key, listed_games()[setup.game]
    if isinstance(key, Seat):
        seats = setup.seats
        seats = (*seats[: key.player], row.choices[at], *seats[key.player + 1 :])
        return replace(setup, seats=seats)
    known: dict[str, tuple[Any, ...]] = {"players": game.players, "mode": game.modes}
    change = {str(key): known.get(str(key), row.choices)[at]}
    return settled(replace(setup, **change))


def settled(setup: Setup) -> Setup:
    """Return the settings with a seat for every player, and with only what the game offers."""
    game = listed_games()[setup.game]
    players = setup.players if setup.players in game.players else game.players[-1]
    seats = (*setup.seats, *[FILLER] * (players - len(setup.seats)))
    teams = game.modes and players == game.players[-1]
    return replace(setup, players=players, seats=seats, mode=setup.mode if teams else "ffa")


def names_of(setup: Setup) -> list[str]:
    """Return the colours of the players of a game."""
    game = _game_of(setup.game, setup.players, setup.mode)
    record = game.read("")[0]
    return [name_in_words(game, record, player) for player in range(game.players)]


def rules_card(setup: Setup) -> Card:
    """Return the rules of a game on one page, each in a sentence."""
    game = _game_of(setup.game, setup.players, setup.mode)
    lines = [*signs_in_words(game), *(rule.title for rule in game.spec.rules)]
    words = (listed_games()[setup.game].summary, *(f"-  {line}" for line in lines))
    return Card(f"The rules of {spaced(setup.game)}", words, (Button("ok", "Close"),))


def board_of(setup: Setup, symbols: bool) -> Scene:
    """Return the board of the chosen game at its start."""
    return _board_of(setup.game, setup.players, setup.mode, symbols)


@lru_cache(maxsize=32)
def _board_of(name: str, players: int, mode: str, symbols: bool) -> Scene:
    game = _game_of(name, players, mode)
    return scene_of(game, game.read("")[0], Look(symbols=symbols))


@lru_cache(maxsize=32)
def _game_of(name: str, players: int, mode: str) -> Game:
    asked = players if len(listed_games()[name].players) > 1 else None
    spec = spec_with(name, asked, mode if listed_games()[name].modes else None)
    return game_of(spec, "python")


def spaced(name: str) -> str:
    """Return the name of a game in words."""
    return name.replace("_", " ")


def _row(key: Key, name: str, choices: tuple[str, ...], chosen: str) -> Row:
    """Return a row; a choice outside the menu, such as an agent with parameters, comes first."""
    known = choices if chosen in choices else (chosen, *choices)
    return Row(key, name, known, known.index(chosen))
