"""The log of a game: a line for each action, in words, and the lines since a person's turn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ludo_env._engine.effects import Effects
from ludo_env._engine.errors import LudoError
from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._play.replay import Replay
from ludo_env._play.table import Table
from ludo_env._render.display_options import Look
from ludo_env._render.plain_words import listed, name_in_words, plain
from ludo_env._render.player_view import faces_seen, has_hands
from ludo_env._render.scene import captured, scene_of

_PAST = 30  # lines of the log of a game that is continued


class News(NamedTuple):
    """A line of the log."""

    player: int
    words: str
    captures: bool
    places: tuple[tuple[float, float], ...]  # of captured pieces on the board


def news_of(
    game: Game,
    before: Record,
    player: int,
    done: Effects,
    viewer: int | None,
    people: Sequence[int] = (),
) -> News:
    """Return the line of the log for an action, with the places of its captures.

    If there is only one person, the words address them.
    """
    words = news_words(game, before, player, done.action, people[0] if len(people) == 1 else None)
    places = _places(game, before, done, viewer) if done.captures_any else []
    return News(player, words, done.captures_any, tuple(places))


def news_words(
    game: Game, before: Record, player: int, action: int, reader: int | None = None
) -> str:
    """Return an action in words: "green: piece 1: 3 steps, 3 to 6", "red: 2, no move"."""
    if action != game.pass_action:
        words = plain(game, before, game.describe(before, action), reader)
    else:
        faces = [] if has_hands(game) else faces_seen(game, before)
        words = f"{listed(faces)}, no move" if faces else "no move"
    return f"{name_in_words(game, before, player)}: {words}"


def past_news(game: Game, table: Table) -> list[News]:
    """Return the last lines of the log of a game that is continued."""
    if not table.actions:
        return []
    try:
        steps = list(pairwise(Replay.of_table(table).frames()))[-_PAST:]
    except LudoError:
        return []  # the table was set to a state whose moves are unknown
    return [
        news_of(
            game, one.record, two.player, game.effects(one.record, two.action), None, table.people
        )
        for one, two in steps
    ]


def news_since(people: list[int], turn: int, news: list[News], acts: bool) -> list[News] | None:
    """Return the lines since the last turn of the reader; None if there is no reader.

    The reader is the only person, or the person to act; `acts` is whether a person acts now.
    """
    reader, start = people[0] if len(people) == 1 else turn, len(news)
    if reader not in people:
        return None
    while start and news[start - 1].player == reader and acts:
        start -= 1  # moves of this turn
    while start and news[start - 1].player != reader:
        start -= 1
    return news[start:]


def _places(
    game: Game, before: Record, done: Effects, viewer: int | None
) -> list[tuple[float, float]]:
    """Return the places of the pieces that a move captures."""
    spots = {
        spot.key: (spot.x, spot.y) for spot in scene_of(game, before, Look(viewer=viewer)).spots
    }
    return [spots[key] for key in captured(game, done) if key in spots]
