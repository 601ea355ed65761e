"""Replay pages: one HTML file that shows a game step by step, without a network.

Pictures are drawn here as SVG; the page only shows and moves them. All texts are data: no name can
become part of the page, and the page runs no scripts but its own.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from importlib.resources import files
from typing import Any, Protocol, TypeAlias

from ludo_env._engine.effects import Effects
from ludo_env._engine.family import OVER, STOPPED
from ludo_env._engine.game import Game, game_of
from ludo_env._engine.plurals import counted
from ludo_env._engine.spec import Spec
from ludo_env._engine.state import Record
from ludo_env._render.display_options import Look
from ludo_env._render.keys import Plate, key_text
from ludo_env._render.paint.svg import SETTINGS, colour_style, shapes_svg, text_svg
from ludo_env._render.paint.theme import CLEAR, DAY, NIGHT
from ludo_env._render.plain_words import name_in_words, numbered, plain, sentence
from ludo_env._render.player_view import name_of
from ludo_env._render.scene import Way, scene_of, ways_of
from ludo_env._render.shapes import Disc, Scene, Shape

_PARTS = files("ludo_env._render") / "page_parts"
# Tables in the browser use all but the last.
_SCRIPTS = ("board.js", "look.js", "page.js")
_STYLES = ("base.css", "page.css")
_PLACE = re.compile(r"\{\{(\w+)\}\}")
_PALETTES = {
    ":root": DAY,
    ":root[data-scheme=night]": NIGHT,
    ":root[data-signs]": CLEAR,
    ":root[data-scheme=night][data-signs]": replace(NIGHT, seats=CLEAR.seats),
}

_Art: TypeAlias = tuple[Shape, ...]
_Thing: TypeAlias = tuple[str, int, float, float]  # a key, the number of an art, and a place


class Shown(Protocol):
    """A state of a game, and the move that led to it."""

    @property
    def record(self) -> Record:
        """The state."""

    @property
    def action(self) -> int:
        """The move; -1 at the start."""

    @property
    def player(self) -> int:
        """The player who moved; -1 at the start."""

    @property
    def words(self) -> str:
        """The move in words."""


class Replayed(Protocol):
    """A game that was played."""

    @property
    def spec(self) -> Spec:
        """The game."""

    @property
    def agents(self) -> Sequence[str]:
        """The agents, by player."""

    @property
    def seed(self) -> int | None:
        """The seed of the dice, if it is known."""

    @property
    def number(self) -> int:
        """The number of the game of this seed."""

    def frames(self) -> Sequence[Shown]:
        """Return the states: the first decision, then one after each move."""


def replay_page(replay: Replayed) -> str:
    """Return the page of a game: the text of one HTML file that needs no other files."""
    game, frames = game_of(replay.spec, "python"), replay.frames()
    arts: dict[tuple[_Art, _Art], int] = {}
    things: dict[_Thing, int] = {}
    shown, before = [], None
    for frame in frames:
        done: Effects | None = None if before is None else game.effects(before, frame.action)
        usual = numbered(scene_of(game, frame.record, Look(done=done)))
        signed = numbered(scene_of(game, frame.record, Look(done=done, symbols=True)))
        items = []
        for item, other in zip(usual.items, signed.items, strict=True):
            art = arts.setdefault((item.art, other.art), len(arts))
            thing = (key_text(item.key), art, round(item.x, 3), round(item.y, 3))
            items.append(things.setdefault(thing, len(things)))
        ways = ways_of(game, done) if done is not None else ()
        shown.append(_frame(game, before, frame, usual, items, ways))
        before = frame.record
    data = {
        "players": _players(game, frames[-1].record, usual, replay.agents),
        "result": _result(game, frames[-1].record, len(frames) - 1),
        "things": list(things),
        "frames": shown,
    }
    return _page(replay, usual, arts, data)


def _frame(
    game: Game,
    before: Record | None,
    frame: Shown,
    scene: Scene,
    items: list[int],
    ways: Sequence[Way],
) -> list[Any]:
    """Return the data of a state for the page, in the order that its script expects."""
    name, words = "", ""
    if before is not None:
        name = name_in_words(game, before, frame.player)
        words = frame.words.removeprefix(name_of(game, before, frame.player)).strip()
        words = plain(game, before, words)
    return [
        items,
        [
            [key_text(way.key), key_text(way.lands_as), int(way.first), points_in_row(way)]
            for way in ways
        ],
        frame.player,
        hue_of(scene, frame.player),
        name,
        " \u00b7 ".join(filter(None, re.split(r"\s{2,}", words))),
        game.position(frame.record),
    ]


def points_in_row(way: Way) -> list[float]:
    """Return the points of a way as one list of numbers."""
    return [round(number, 2) for point in way.points for number in point]


def _players(
    game: Game, last: Record, scene: Scene, agents: Sequence[str]
) -> list[tuple[str, str, str]]:
    """Return each player by name, agent, and colour."""
    return [
        (name_in_words(game, last, player), agents[player] if player < len(agents) else "", hue)
        for player in range(game.players)
        for hue in [hue_of(scene, player)]
    ]


def hue_of(scene: Scene, player: int) -> str:
    """Return the name of a player's colour from the token on their plate: "3"; "" without one."""
    for item in scene.items:
        if item.key != Plate(player):
            continue
        for shape in item.art:
            if isinstance(shape, Disc) and shape.fill.startswith("seat "):
                return shape.fill.removeprefix("seat ")
    return ""


def _result(game: Game, last: Record, moves: int) -> str:
    """Return the result of a game: "Blue won after 311 moves."."""
    count = counted(moves, "move")
    phase = int(last["phase"][0])
    if phase == STOPPED:
        return f"The game was aborted after {count}."
    if phase != OVER:
        return f"The game has not ended; so far it has {count}."
    gains = game.returns(last)
    winners = [name_in_words(game, last, player) for player, gain in enumerate(gains) if gain > 0]
    return f"{sentence(' and '.join(winners) or 'nobody')} won after {count}."


def _page(
    replay: Replayed, scene: Scene, arts: Mapping[tuple[_Art, _Art], int], data: Mapping[str, Any]
) -> str:
    script = "".join((_PARTS / name).read_text("utf-8") for name in _SCRIPTS)
    style = "".join((_PARTS / name).read_text("utf-8") for name in _STYLES)
    return _filled(
        (_PARTS / "page.html").read_text("utf-8"),
        {
            "script_hash": b64encode(sha256(script.encode()).digest()).decode(),
            "style": palette_style() + style,
            "title": text_svg(replay.spec.name.replace("_", " ")),
            "dice": _dice(replay),
            "width": f"{scene.width:g}",
            "height": f"{scene.height:g}",
            "settings": SETTINGS,
            "arts": "\n".join(map(_drawn, arts, arts.values())),
            "board": shapes_svg(scene.board),
            "last": str(len(data["frames"]) - 1),
            "data": _json(data),
            "script": script,
        },
    )


def _dice(replay: Replayed) -> str:
    """Return the source of the dice: "seed 7, game 2"."""
    if replay.seed is None:
        return ""
    return f"seed {replay.seed}" + (f", game {replay.number}" if replay.number else "")


def _drawn(art: tuple[_Art, _Art], number: int) -> str:
    """Return an art, and its variant with signs if that differs."""
    plain, signed = (shapes_svg(shapes) for shapes in art)
    groups = f'<g id="art-{number}">{plain}</g>'
    return groups if signed == plain else f'{groups}<g id="sign-{number}">{signed}</g>'


def palette_style() -> str:
    """Return the colours of all palettes as a style sheet: light and dark, plain and with signs."""
    return "".join(f"{where}{{{colour_style(theme)}}}\n" for where, theme in _PALETTES.items())


def _json(data: Mapping[str, Any]) -> str:
    """Return data as JSON, escaped so that it cannot end the element around it."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _filled(template: str, values: Mapping[str, str]) -> str:
    """Return the template with its places filled; places inside a value are not filled."""
    return _PLACE.sub(lambda place: values[place[1]], template)
