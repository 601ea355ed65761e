"""The effects of an action of a grid game: moved, captured, removed and converted units."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ludo_env._engine.effects import UNKNOWN, Decision, Effects, copied, decision_of, end_of
from ludo_env._engine.family import DECIDE, TOSS
from ludo_env._engine.overlay import HIT
from ludo_env._engine.state import Plain, Record
from ludo_env._families.grid.board import EMPTY, NOWHERE, Tables
from ludo_env._families.grid.landing import ending
from ludo_env._families.grid.units import player_of, role_of

if TYPE_CHECKING:
    from ludo_env._engine.game import Game


class Journey(NamedTuple):
    """A unit that has left its cell."""

    start: int
    end: int
    cells: tuple[int, ...]  # cells that it passes, both ends included
    arrives: bool  # whether it remains there, or is used up


class Capture(NamedTuple):
    """A unit of the other player that was captured, removed or converted."""

    player: int  # the player who owned it
    cell: int


class Change(NamedTuple):
    """A cell whose content has changed."""

    cell: int
    old: int  # EMPTY or a unit: its role plus one
    new: int


@dataclass(frozen=True)
class GridEffects(Effects):
    """The effects of an action of a grid game."""

    unit: int  # the player's role plus one
    journey: Journey | None
    chosen: int  # the cell of a unit that is to be garrisoned next; NOWHERE if none
    said: int  # the number of the chosen word, here a role; NOWHERE without one
    captures: tuple[Capture, ...]  # units that are gone: captured or removed
    converted: tuple[Capture, ...]  # units that now belong to the player
    changes: tuple[Change, ...]  # all changed cells
    hits: int  # number of hits on the General
    lot: tuple[int, ...]  # an interception: the cells of the Defenders, one of whom dies
    goes_on: bool  # whether the same player chooses again, with the same die

    @property
    def killed(self) -> int:
        """The cell of the Defender who dies in an interception; NOWHERE until the lot is drawn."""
        return self.lot[0] if len(self.lot) == 1 else NOWHERE

    @property
    def taken(self) -> tuple[Capture, ...]:
        """All units that the other player loses at once, converted ones included."""
        return self.captures + self.converted

    @property
    def captures_any(self) -> bool:
        """Return whether the action takes a unit of the other player, at once or in a lot."""
        return bool(self.taken or self.lot)


def effects(game: Game, record: Record, actions: Iterable[int] | None = None) -> list[GridEffects]:
    """Return the effects of these actions, or of all legal ones in ascending order."""
    decision = decision_of(game, record)
    return [effects_of(decision, action) for action in decision.asked(actions)]


def between(game: Game, before: Record, after: Record) -> GridEffects:
    """Return the effects between two positions: those of the action that leads there.

    If no single action does, with or without a lot, only the changed cells are given.
    """
    old, new = game.layout.unpack(before), game.layout.unpack(after)
    moved = _changes(old, new)
    if moved:
        for found in effects(game, before):
            fallen = [(*found.changes, Change(cell, old.board[cell], EMPTY)) for cell in found.lot]
            if moved in (found.changes, *(tuple(sorted(changes)) for changes in fallen)):
                return found
    over, winners = end_of(game, new)
    unit = role_of(old, old.seat) + 1
    return GridEffects(
        action=UNKNOWN, player=int(old.seat), dice=(), over=over, winners=winners, unit=unit,
        journey=None, chosen=NOWHERE, said=NOWHERE, captures=_gone(old, moved, unit, NOWHERE),
        converted=_turned(old, moved, unit, NOWHERE), changes=moved,
        hits=_hits(game, new) - _hits(game, old), lot=(), goes_on=False,
    )  # fmt: skip


def effects_of(decision: Decision, action: int) -> GridEffects:
    """Return the effects of a legal action of a decision."""
    game, tables, before = decision.game, decision.game.plain.tables, decision.state
    unit = role_of(before, before.seat) + 1
    state = copied(before)
    game.plain.machine.play(state, decision.notes, action)
    moved = _changes(before, state)
    over, winners = end_of(game, state)
    is_source = tables.first_source <= action < tables.first_target
    shown = before.die != 0
    journey = _journey(tables, before, state, action)
    end = NOWHERE if journey is None else journey.end
    return GridEffects(
        action=action,
        player=int(before.seat),
        dice=(0,) if shown and state.phase != DECIDE else (),
        over=over,
        winners=winners,
        unit=unit,
        journey=journey,
        chosen=action - tables.first_source if is_source else NOWHERE,
        said=action - tables.first_word if action >= tables.first_word else NOWHERE,
        captures=_gone(before, moved, unit, end),
        converted=_turned(before, moved, unit, end),
        changes=moved,
        hits=_hits(game, state) - _hits(game, before),
        lot=_lot(game, state),
        goes_on=state.phase == DECIDE,
    )


def _journey(tables: Tables, before: Plain, after: Plain, action: int) -> Journey | None:
    """Return a straight move, or the second step of a choice that began with a unit."""
    if action < tables.first_source:
        cell, way = divmod(action, tables.ways)
        end, cells = int(ending(tables)(before, action)), [cell]
        while cells[-1] != end:
            cells.append(int(tables.ahead[cells[-1], way]))
        return Journey(cell, end, tuple(cells), after.board[end] == before.board[cell])
    if tables.first_target <= action < tables.first_word:
        start, end = before.source, action - tables.first_target
        if start != NOWHERE and before.board[end] == EMPTY and after.board[start] == EMPTY:
            return Journey(start, end, (start, end), arrives=True)
    return None


def _changes(before: Plain, after: Plain) -> tuple[Change, ...]:
    pairs = enumerate(zip(before.board, after.board, strict=True))
    return tuple(Change(cell, old, new) for cell, (old, new) in pairs if old != new)


def _gone(s: Plain, changes: Iterable[Change], unit: int, end: int) -> tuple[Capture, ...]:
    """Return the other player's units that left the board: captured by a move, or removed."""
    return _lost(s, [one for one in changes if one.cell == end or one.new == EMPTY], unit)


def _turned(s: Plain, changes: Iterable[Change], unit: int, end: int) -> tuple[Capture, ...]:
    """Return the other player's units that became the player's own without a move there."""
    return _lost(s, [one for one in changes if one.cell != end and one.new == unit], unit)


def _lost(s: Plain, changes: Iterable[Change], unit: int) -> tuple[Capture, ...]:
    enemies = [one for one in changes if one.old not in (EMPTY, unit)]
    return tuple(Capture(int(player_of(s, one.old - 1)), one.cell) for one in enemies)


def _hits(game: Game, s: Plain) -> int:
    """Return how often the General has been hit."""
    marks = game.plain.laws.overlay(s, ())
    return sum(mark.at for mark in marks if mark.kind == HIT)


def _lot(game: Game, s: Plain) -> tuple[int, ...]:
    """Return the cells that some outcome of a pending lot empties."""
    if s.phase != TOSS:
        return ()
    found = []
    for outcome in range(s.sides):
        drawn = copied(s)
        game.plain.machine.roll(drawn, outcome)
        found += [change.cell for change in _changes(s, drawn) if change.new == EMPTY]
    return tuple(sorted(set(found)))
