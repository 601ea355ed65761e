"""Actions in words: what a legal one does, and which rule objects to an illegal one.

A legal action is described by its effects; for an illegal one a listener collects every answer of
every rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludo_env._engine.effects import Decision
from ludo_env._engine.rule import Rule
from ludo_env._engine.state import Plain, Record
from ludo_env._families.grid.board import EMPTY, WAYS_IN_WORDS, Tables
from ludo_env._families.grid.effects import GridEffects, effects_of
from ludo_env._families.grid.questions import MOVE_STAGE
from ludo_env._families.grid.units import colour_of, role_of

if TYPE_CHECKING:
    from ludo_env._engine.game import Game

_ROLES = ("", "the Attacker", "the Defender")


def describe(game: Game, record: Record, action: int) -> str:
    """Return what an action does: "c6 right 2 to e6, hits the General"."""
    decision = Decision(game, record)
    what = _named(game, decision.state, action)
    if action not in decision.legal:
        return what
    done = effects_of(decision, action)
    changes = _changes(game, decision.state, done)
    if done.journey is None:
        # A choice of a cell is described by what happens there.
        return ", ".join(changes) if changes and _is_cell(game, action) else what
    end = game.spec.board.name(done.journey.end)
    if _is_cell(game, action):
        what = game.spec.board.name(done.journey.start)
    return ", ".join([f"{what} to {end}", *changes])


def objection(game: Game, record: Record, action: int) -> str:
    """Return the rule that objects to an action, in its own words; empty if none does."""
    tables: Tables = game.plain.tables
    heard: list[tuple[Rule, str, Any]] = []

    def listen(rule: Rule, question: str, _: tuple[Any, ...], answer: Any) -> None:
        heard.append((rule, question, answer))

    machine = game.listened(listen)
    s = game.layout.unpack(record)
    mask, notes, choices = game.scratch()
    machine.find(s, mask, notes, choices)
    if mask[action]:
        return ""
    if action >= tables.first_source or s.stage != MOVE_STAGE:
        return _unoffered(game, s, action)
    cell, way = divmod(action, tables.ways)
    if s.board[cell] != role_of(s, s.seat) + 1:
        return f"no {_unit(s, role_of(s, s.seat) + 1)} is on {game.spec.board.name(cell)}"
    heard.clear()
    machine.landing(s, role_of(s, s.seat), cell, way)
    refused = [rule for rule, _, answer in heard if answer is False]
    if refused:
        return refused[-1].said
    cells = "1 cell" if s.die == 1 else f"{s.die} cells"
    return f"{cells} {WAYS_IN_WORDS[way]} of {game.spec.board.name(cell)} the board ends"


def _named(game: Game, s: Plain, action: int) -> str:
    """Return the name of an action by its number alone."""
    tables: Tables = game.plain.tables
    name = game.spec.board.name
    if action < tables.first_source:
        cell, way = divmod(action, tables.ways)
        return f"{name(cell)} {WAYS_IN_WORDS[way]} {s.die}"
    if action < tables.first_target:
        return f"{name(action - tables.first_source)} leaves the garrison for any free cell"
    if action < tables.first_word:
        return f"target {name(action - tables.first_target)}"
    return "be " + _ROLES[action - tables.first_word + 1]


def _changes(game: Game, s: Plain, done: GridEffects) -> list[str]:
    """Return what an action has changed, besides the move of a unit."""
    name = game.spec.board.name
    parts, moved = [], set()
    if done.journey is not None:
        moved = {done.journey.start, done.journey.end}
        taken = [one for one in done.changes if one.cell == done.journey.end and one.old != EMPTY]
        parts = [f"takes a {_unit(s, one.old)} there" for one in taken]
    for cell, old, new in done.changes:
        if cell in moved:
            continue
        if old == EMPTY:
            parts.append(f"puts a {_unit(s, new)} there")
        elif new == EMPTY:
            parts.append(f"removes a {_unit(s, old)} on {name(cell)}")
        else:
            parts.append(f"converts a {_unit(s, old)} on {name(cell)}")
    if done.hits > 0:
        parts.append("hits the General")
    if done.lot:
        parts.append("is intercepted")
    return parts


def _is_cell(game: Game, action: int) -> bool:
    """Return whether an action chooses a cell, rather than a move, a unit or a role."""
    return bool(game.plain.tables.first_target <= action < game.plain.tables.first_word)


def _unit(s: Plain, unit: int) -> str:
    return f"{colour_of(s, unit - 1)} unit of {_ROLES[unit]}".lstrip()


def _unoffered(game: Game, s: Plain, action: int) -> str:
    """Return why an action other than a move is illegal, with the rules that can offer it."""
    tables: Tables = game.plain.tables
    question = "targets" if action >= tables.first_target else "sources"
    if action >= tables.first_word:
        question = "says"
    if action < tables.first_source:
        return "another choice must be made before a unit moves again"
    speakers = [rule for rule in game.spec.rules if question in rule.hooks(tables)]
    offered = "; ".join(rule.said for rule in speakers)
    return f"no rule offers that now ({offered})" if offered else "no rule offers that"
