"""Short play from positions that games hardly reach: few units, anywhere on the grid."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from ludo_env._engine.dry_run import dry_run
from ludo_env._engine.family import Machine
from ludo_env._engine.state import Plain
from ludo_env._families.grid.board import ATTACKING, DEFENDING, EMPTY, Board
from ludo_env._families.grid.units import put

if TYPE_CHECKING:
    from ludo_env._engine.game import Game

_DECISIONS = 30


def stretch(game: Game, machine: Machine, seed: int) -> int:
    """Play a little from a position of few units; return the number of decisions."""
    draw = random.Random(seed)
    s = game.layout.unpack(game.layout.new())
    machine.begin(s)
    s.attacker = draw.randrange(game.players)
    _scatter(s, game.spec.board, draw)
    machine.start_turn(s, s.attacker)
    record = game.layout.new()
    game.layout.pack(s, record)
    return dry_run(game, machine, seed, _DECISIONS, audited=True, start=record)


def _scatter(s: Plain, board: Board, draw: random.Random) -> None:
    """Remove all units and place a few of each role: Defenders in the Moat, too."""
    outside = [cell for cell in range(board.cells) if cell not in (*board.general, *board.moat)]
    for cell in range(board.cells):
        put(s, cell, EMPTY)
    for unit, cells in ((ATTACKING, outside), (DEFENDING, [*outside, *board.moat])):
        free = [cell for cell in cells if s.board[cell] == EMPTY]
        for cell in draw.sample(free, draw.choice((1, 2, 5, 12))):
            put(s, cell, unit)
