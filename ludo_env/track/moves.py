"""The move generator: the only place that knows which moves are legal.

A move is a piece and a use of the dice. `landing` says where it leads, or NOWHERE; `find` marks
every move that leads somewhere, and the turn plays one. The mask, the step, the error that
explains an illegal action and the words for a legal one all come from `landing`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ludo_env.core.laws import NO_OPINION
from ludo_env.core.rule import Hook
from ludo_env.core.state import State
from ludo_env.track.board import HOMEWARD, NOWHERE, YARD, Tables


class Moves(NamedTuple):
    """The verbs of the move generator."""

    landing: Hook  # landing(s, colour, piece, use) -> progress or NOWHERE
    find: Hook  # find(s, mask, notes) -> how many moves the player to act has


def move_generator(board: Tables, laws: Mapping[str, Hook], uses: int) -> Moves:
    """The move generator of a game. Action number: use * pieces + index of the piece."""
    cell, path, finish = board.cell, board.path, board.finish
    pieces = board.pieces
    moves = uses * pieces
    pips, enters, helps = laws["pips"], laws["enters"], laws["helps"]
    which_way, overshoot = laws["way"], laws["overshoot"]
    may_pass, may_land = laws["may_pass"], laws["may_land"]

    def landing(s: State, colour: int, piece: int, use: int) -> int:
        """Where a piece would land with a use of the dice, or NOWHERE if it may not."""
        steps = pips(s, use)
        here = s.progress[piece]
        if steps == 0 or here == finish:
            return NOWHERE
        if here <= YARD:
            return enter(s, colour, steps)
        return walk(s, colour, here, steps)

    def enter(s: State, colour: int, steps: int) -> int:
        """From the yard to the entry, whatever the number on the die."""
        if enters(s, colour, steps) and may_land(s, colour, cell[colour, 0]):
            return 0
        return NOWHERE

    def walk(s: State, colour: int, here: int, steps: int) -> Any:
        """Cell by cell along the way that the rules say, to where the last step ends."""
        way = which_way(s, colour)
        if way == NO_OPINION:
            way = HOMEWARD
        left = steps
        while left > 0:
            here = path[way, here]
            if here < 0:  # the way ends, and steps are left
                return overshoot(s, colour, left)
            left -= 1
            if left > 0 and not may_pass(s, colour, cell[colour, here]):
                return NOWHERE
        if may_land(s, colour, cell[colour, here]):
            return here
        return NOWHERE

    def find(s: State, mask: Any, notes: Any) -> int:
        """Marks the legal moves of the player to act; notes where they lead, and whose they are."""
        mask[moves] = 0
        mate = helps(s, s.seat, False)
        s.colour = s.seat if mate == NO_OPINION else mate
        count = mark(s, mask, notes, s.colour)
        if count == 0 and mate == NO_OPINION:
            mate = helps(s, s.seat, True)
            if mate != NO_OPINION:
                s.colour = mate
                count = mark(s, mask, notes, s.colour)
        return count

    def mark(s: State, mask: Any, notes: Any, colour: int) -> int:
        count = 0
        for use in range(uses):
            for index in range(pieces):
                target = landing(s, colour, colour * pieces + index, use)
                legal = target != NOWHERE
                notes[use * pieces + index] = target
                mask[use * pieces + index] = legal
                count += legal
        return count

    return Moves(landing, find)
