"""What an action would do, as something to point out: found by playing it on a copy."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ludo_env.core.game import Game
from ludo_env.core.state import Record
from ludo_env.render.scene import captured
from ludo_env.render.seen import HIDDEN, words_seen
from ludo_env.track.numbers import numbers_of


class Effect(NamedTuple):
    """What there is to see of an action before it is played."""

    captures: tuple[str, ...]  # keys of the pieces or cells that it captures
    spent: tuple[str, ...]  # keys of the dice that it uses up: "die 0", ..


def effect_of(game: Game, record: Record, action: int) -> Effect:
    """What a legal action captures and uses up."""
    after = played(game, record, action)
    spent = _spent(faces_of(game, record), faces_of(game, after))
    return Effect(captured(game, record, after), spent)


def played(game: Game, record: Record, action: int) -> Record:
    """The state after a legal action, before chance has spoken."""
    state = game.layout.unpack(record)
    mask, notes, choices = game.scratch()
    game.plain.machine.find(state, mask, notes, choices)
    game.plain.machine.play(state, notes, action)
    after: Record = record.copy()
    game.layout.pack(state, after)
    return after


def faces_of(game: Game, record: Record, viewer: int | None = None) -> list[str]:
    """The dice or cards that the player to act has, as a viewer sees them."""
    words = words_seen(game, record, viewer)
    faces = words.get("dice", words.get("die", ""))
    return [] if faces in ("", HIDDEN) else faces.split(",")


def actions_of(game: Game, key: str, mover: int) -> list[int]:
    """The numbers of all actions, legal or not, by which the mover plays what has this key."""
    return _ACTIONS[game.spec.family.name](game, key, mover)


def _of_piece(game: Game, key: str, mover: int) -> list[int]:
    """A piece of a race; `piece 0 2` is piece 2 of player 0."""
    kind, *numbers = key.split()
    if kind != "piece":
        return []
    player, piece = map(int, numbers)
    counted = numbers_of(game.plain.tables, game.facts)
    index = (player - mover) % game.players * game.spec.board.pieces + piece
    return [action for action in range(counted.moves) if counted.parts(action)[0] == index]


def _of_cell(game: Game, key: str, mover: int) -> list[int]:
    """The unit on a cell of a grid, as one that moves or is chosen."""
    kind, _, cell = key.partition(" ")
    if kind != "cell":
        return []
    tables = game.plain.tables
    first = int(cell) * tables.ways
    return [*range(first, first + tables.ways), tables.first_source + int(cell)]


_ACTIONS = {"grid": _of_cell, "track": _of_piece}


def _spent(before: list[str], after: list[str]) -> tuple[str, ...]:
    """Of dice that look alike, the last ones."""
    left = Counter(after)
    gone = []
    for index, face in enumerate(before):
        if left[face]:
            left[face] -= 1
        elif face != "-":
            gone.append(f"die {index}")
    return tuple(gone)
