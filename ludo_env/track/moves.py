"""The move generator: the only place that knows which moves are legal.

A move is a piece and a use of the dice. `landing` says where it leads, or NOWHERE; `find` lists
every move that leads somewhere, and the turn plays one. The mask, the step, the error that
explains an illegal action and the words for a legal one all come from `landing`.

    action   0 .. moves-1   a piece and a use: use * pieces + index, or index * uses + use
             moves ..       what rules offer besides moving a piece
             last           PASS
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ludo_env.core.laws import NO_OPINION
from ludo_env.core.rule import Hook
from ludo_env.core.state import State
from ludo_env.track.board import HOMEWARD, NOWHERE, RANSOM, YARD, Tables


def parts_of(pieces: int, facts: Mapping[str, Any], action: int) -> tuple[int, int]:
    """The piece (its number in its colour) and the use of the dice that an action means."""
    if facts["by_piece"]:
        return divmod(action, facts["uses"])
    use, index = divmod(action, pieces)
    return index, use


class Moves(NamedTuple):
    """The verbs of the move generator."""

    landing: Hook  # landing(s, colour, piece, use) -> progress, RANSOM or NOWHERE
    find: Hook  # find(s, mask, notes, choices) -> how many moves the player to act has


def move_generator(board: Tables, laws: Mapping[str, Hook], facts: Mapping[str, Any]) -> Moves:
    """The move generator of a game."""
    cell, path, gate, finish = board.cell, board.path, board.gate, board.finish
    pieces = board.pieces
    by_piece, extras = facts["by_piece"], facts.get("extras", 0)
    stride = facts["uses"] if by_piece else pieces
    moves = facts["uses"] * pieces
    pips, uses, enters, helps = laws["pips"], laws["uses"], laws["enters"], laws["helps"]
    which_way, overshoot, halts = laws["way"], laws["overshoot"], laws["halts"]
    may_move, may_pass, may_land = laws["may_move"], laws["may_pass"], laws["may_land"]
    held, offers = laws["held"], laws["offers"]

    def landing(s: State, colour: int, piece: int, use: int) -> Any:
        """Where a piece would land with a use of the dice, or NOWHERE if it may not."""
        return lead(s, colour, piece, use) if movable(s, colour, piece) else NOWHERE

    def movable(s: State, colour: int, piece: int) -> Any:
        return s.progress[piece] != finish and may_move(s, colour, piece)

    def lead(s: State, colour: int, piece: int, use: int) -> Any:
        """Where a use of the dice leads a piece that may be moved."""
        steps = pips(s, use)
        here = s.progress[piece]
        if steps == 0:
            return NOWHERE
        if here <= YARD:
            return enter(s, colour, piece, use, steps)
        return walk(s, colour, use, here, steps)

    def enter(s: State, colour: int, piece: int, use: int, steps: int) -> Any:
        """From the yard to the entry, and on with the steps that are left; or out of captivity."""
        captive = held(s, colour, piece, use)
        if captive != NO_OPINION:
            return RANSOM if captive == RANSOM else NOWHERE
        spent = enters(s, colour, use, steps)
        entry = cell[colour, 0]
        if spent == NO_OPINION:
            return NOWHERE
        if steps == spent:
            return 0 if may_land(s, colour, entry) else NOWHERE
        if not may_pass(s, colour, entry):
            return NOWHERE
        if halts(s, colour, use, 0, entry):
            return 0
        return walk(s, colour, use, 0, steps - spent)

    def walk(s: State, colour: int, use: int, here: int, steps: int) -> Any:
        """Cell by cell along the way that the rules say, to where the last step ends."""
        way = which_way(s, colour)
        if way == NO_OPINION:
            way = HOMEWARD
        left = steps
        while left > 0:
            # Up to the gate every way goes on square by square: no table need be read.
            here = here + 1 if here < gate else path[way, here]
            if here < 0:  # the way ends, and steps are left
                return overshoot(s, colour, left)
            left -= 1
            if left > 0:
                if not may_pass(s, colour, cell[colour, here]):
                    return NOWHERE
                if halts(s, colour, use, here, cell[colour, here]):
                    return here
        if may_land(s, colour, cell[colour, here]):
            return here
        return NOWHERE

    prune = laws["prune"](landing)

    def find(s: State, mask: Any, notes: Any, choices: Any) -> int:
        """Lists and marks the legal moves of the player to act, and notes where they lead."""
        mask[:] = 0
        mate = helps(s, s.seat, False)
        s.colour = s.seat if mate == NO_OPINION else mate
        count = mark(s, mask, notes, choices, s.colour)
        if count == 0 and mate == NO_OPINION:
            mate = helps(s, s.seat, True)
            if mate != NO_OPINION:
                s.colour = mate
                count = mark(s, mask, notes, choices, s.colour)
        for extra in range(extras):
            if offers(s, extra):
                mask[moves + extra] = 1
                choices[count] = moves + extra
                count += 1
        return prune(s, count, mask, choices)  # type: ignore[no-any-return]

    def mark_by_use(s: State, mask: Any, notes: Any, choices: Any, colour: int) -> int:
        """Every use with every piece, in the order of the action numbers."""
        count = 0
        for use in range(uses(s)):
            for index in range(pieces):
                target = landing(s, colour, colour * pieces + index, use)
                action = use * stride + index
                count = put(mask, notes, choices, count, action, target)
        return count

    def mark_by_piece(s: State, mask: Any, notes: Any, choices: Any, colour: int) -> int:
        """Every piece with every use, in the order of the action numbers; use 0 takes no die."""
        count = 0
        for index in range(pieces):
            piece = colour * pieces + index
            if movable(s, colour, piece):
                for use in range(1, uses(s)):
                    target = lead(s, colour, piece, use)
                    action = index * stride + use
                    count = put(mask, notes, choices, count, action, target)
        return count

    def put(mask: Any, notes: Any, choices: Any, count: int, action: int, target: int) -> int:
        """Puts a move on the list, if it is one."""
        if target == NOWHERE:
            return count
        notes[action] = target
        mask[action] = 1
        choices[count] = action
        return count + 1

    mark = mark_by_piece if by_piece else mark_by_use
    return Moves(landing, find)
