"""A little play from positions that games hardly reach: few units, anywhere on the grid."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from ludo_env.core.errors import SpecError
from ludo_env.core.machine import DECIDE, DIE, OVER, Machine
from ludo_env.core.state import Plain
from ludo_env.grid.board import ATTACKING, DEFENDING, EMPTY, Board
from ludo_env.grid.units import put

if TYPE_CHECKING:
    from ludo_env.core.game import Game

_DECISIONS = 30
_EVENTS = 1000  # chance events before a game is given up


def stretch(game: Game, machine: Machine, seed: int) -> int:
    """Play a little from a position of few units; how many decisions that took."""
    draw = random.Random(seed)
    mask, notes, choices = game.scratch()
    record = game.layout.new()
    s = game.layout.unpack(record)
    machine.begin(s)
    scattered, decisions = False, 0
    for _ in range(_EVENTS):
        if s.phase >= OVER or decisions == _DECISIONS:
            break
        if s.phase == DIE and not scattered:
            _scatter(s, game.spec.board, draw)
            scattered = True
        if s.phase != DECIDE:
            machine.roll(s, draw.randrange(s.sides))
            continue
        count = machine.find(s, mask, notes, choices)
        if s.phase == DECIDE:
            machine.play(s, notes, draw.choice(choices[:count]))
            decisions += 1
            game.layout.pack(s, record)
            wrong = game.audit(record)
            if wrong:
                raise SpecError(f"{wrong} in {game.position(record)!r}.")
    return decisions


def _scatter(s: Plain, board: Board, draw: random.Random) -> None:
    """Take all units up and put a few of each role down: Defenders in the Moat, too."""
    outside = [cell for cell in range(board.cells) if cell not in (*board.general, *board.moat)]
    for cell in range(board.cells):
        put(s, cell, EMPTY)
    for unit, cells in ((ATTACKING, outside), (DEFENDING, [*outside, *board.moat])):
        free = [cell for cell in cells if s.board[cell] == EMPTY]
        for cell in draw.sample(free, draw.choice((1, 2, 5, 12))):
            put(s, cell, unit)
