"""What has moved between two states of a grid game, and what was captured."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ludo_env.core.game import Game
from ludo_env.core.machine import DECIDE
from ludo_env.core.state import Plain, Record
from ludo_env.grid.board import EMPTY, NOWHERE
from ludo_env.grid.units import role_of
from ludo_env.render.grid_board import drawn

XY = tuple[float, float]


class Moved(NamedTuple):
    """A unit that has gone from a cell to another."""

    source: int
    target: int
    gone: bool  # is it used up there, or was it kept from arriving?


def ways(
    game: Game, before: Record, after: Record
) -> Iterator[tuple[str, str, tuple[XY, ...], bool]]:
    """A unit goes to its cell; one that is used up there is gone then."""
    moved = _moved(game, before, after)
    if moved is not None:
        lands_as = "" if moved.gone else f"unit {moved.target}"
        place = drawn(game.spec.board).cells[moved.target]
        yield f"unit {moved.source}", lands_as, (place,), True


def captured(game: Game, before: Record, after: Record) -> tuple[str, ...]:
    """The cells of the units that the player to act has taken, removed or converted."""
    old, new = game.layout.unpack(before), game.layout.unpack(after)
    own = role_of(old, old.seat) + 1
    return tuple(
        f"cell {cell}"
        for cell, (was, now) in enumerate(zip(old.board, new.board, strict=True))
        if was not in (EMPTY, own) and was != now
    )


def _moved(game: Game, before: Record, after: Record) -> Moved | None:
    """The unit of the player to act that has left its cell, and where it went; None if none has."""
    old, new = game.layout.unpack(before), game.layout.unpack(after)
    if old.phase != DECIDE:
        return None
    unit = role_of(old, old.seat) + 1
    left = [cell for cell, was in enumerate(old.board) if was == unit and new.board[cell] != unit]
    if len(left) != 1:
        return None
    source = left[0]
    if old.source == source:  # it was chosen before, and put anywhere now
        pairs = enumerate(zip(old.board, new.board, strict=True))
        put = [cell for cell, (was, now) in pairs if (was, now) == (EMPTY, unit)]
        return Moved(source, put[0], gone=False) if len(put) == 1 else None
    targets = _targets(game, old, source)
    for target, board in targets:
        if board == new.board:
            return Moved(source, target, gone=new.board[target] != unit)
    # Chance has had its say as well: whoever is not on a target has gone to the General.
    general = [target for target, _ in targets if target in game.spec.board.general]
    return Moved(source, general[0], gone=True) if general else None


def _targets(game: Game, old: Plain, source: int) -> list[tuple[int, list[int]]]:
    """Where the unit on a cell can go, and what the board then is, before chance has spoken."""
    tables = game.plain.tables
    mask, notes, choices = game.scratch()
    count = game.plain.machine.find(old, mask, notes, choices)
    found = []
    for action in sorted(int(action) for action in choices[:count]):
        if action < tables.first_source and action // tables.ways == source:
            record = game.layout.new()
            game.layout.pack(old, record)
            state = game.layout.unpack(record)
            game.plain.machine.play(state, notes, action)
            if notes[action] != NOWHERE:
                found.append((int(notes[action]), list(state.board)))
    return found
