"""What an action would do, as something to point out."""

from __future__ import annotations

from typing import NamedTuple

from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._families.track.actions import numbers_of
from ludo_env._render.scene import captured


class Effect(NamedTuple):
    """What there is to see of an action before it is played."""

    captures: tuple[str, ...]  # keys of the pieces or cells that it captures
    spent: tuple[str, ...]  # keys of the dice that it uses up: "die 0", ..


def effect_of(game: Game, record: Record, action: int) -> Effect:
    """What a legal action captures and uses up."""
    done = game.effects(record, action)
    return Effect(captured(game, done), tuple(f"die {die}" for die in done.dice))


def actions_of(game: Game, key: str, mover: int) -> list[int]:
    """The numbers of all actions, legal or not, by which the mover plays what has this key."""
    return _ACTIONS[game.spec.family.name](game, key, mover)


def _of_piece(game: Game, key: str, mover: int) -> list[int]:
    """A piece of a race; `piece 0 2` is piece 2 of player 0."""
    kind, *numbers = key.split()
    if kind != "piece":
        return []
    player, piece = map(int, numbers)
    board, counted = game.plain.tables, numbers_of(game.plain.tables, game.facts)
    moves = range(counted.moves)
    return [action for action in moves if counted.piece(board, mover, action) == (player, piece)]


def _of_cell(game: Game, key: str, mover: int) -> list[int]:
    """The unit on a cell of a grid, as one that moves or is chosen."""
    kind, _, cell = key.partition(" ")
    if kind != "cell":
        return []
    tables = game.plain.tables
    first = int(cell) * tables.ways
    return [*range(first, first + tables.ways), tables.first_source + int(cell)]


_ACTIONS = {"grid": _of_cell, "track": _of_piece}
