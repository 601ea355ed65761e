"""Landing: where a use of the dice takes a piece, if the rules allow it."""

from __future__ import annotations

from typing import Any, NamedTuple

from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hook
from ludo_env._families.track.laws import Laws
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import NOWHERE, RANSOM, YARD, Tables


class Landings(NamedTuple):
    """The functions that say where pieces land."""

    # landing(s, colour, piece, use, branch) -> progress, RANSOM or NOWHERE
    landing: Hook
    movable: Hook  # movable(s, colour, piece): whether a piece may be moved at all
    lead: Hook  # lead(s, colour, piece, use, branch): the landing of a piece that may be moved
    leave: Hook  # leave(s, colour, piece, use, steps): the landing from the yard


def landings(board: Tables, laws: Laws, pips: Hook, walk: Hook) -> Landings:
    """Return the functions that say where pieces land; `pips` gives the steps of a use."""
    finish = board.finish
    may_move, may_use = laws.may_move, laws.may_use
    end = ending(board, laws)
    go = going(laws, walk, end)
    enter = entering(board, laws, end)

    def landing(s: RaceState, colour: int, piece: int, use: int, branch: int) -> Any:
        """Return where a piece would land with a use of the dice, or NOWHERE if it may not."""
        if not movable(s, colour, piece):
            return NOWHERE
        return lead(s, colour, piece, use, branch)

    def movable(s: RaceState, colour: int, piece: int) -> Any:
        return s.progress[piece] != finish and may_move(s, colour, piece)

    def lead(s: RaceState, colour: int, piece: int, use: int, branch: int) -> Any:
        """Return where a use of the dice leads a piece that may be moved."""
        steps = pips(s, use)
        here = s.progress[piece]
        if steps == 0 or not may_use(s, colour, piece, use):
            return NOWHERE
        if here <= YARD:
            here, steps = enter(s, colour, piece, use, branch, steps)
            if steps == 0:
                return here
        return go(s, colour, use, branch, here, steps)

    def leave(s: RaceState, colour: int, piece: int, use: int, steps: int) -> Any:
        """Return where a use of the dice leads a piece in the yard, on a board without branches."""
        here, left = enter(s, colour, piece, use, 0, steps)
        return here if left == 0 else go(s, colour, use, 0, here, left)

    return Landings(landing, movable, lead, leave)


def entering(board: Tables, laws: Laws, end: Hook) -> Hook:
    """Return enter(s, colour, piece, use, branch, steps) -> (place, steps left to go from there).

    With no steps left the place is the landing. So `lead` calls `go` in one place only, which
    takes a compiler less time than two.
    """
    cell = board.cell
    held, enters, may_pass, halts = laws.held, laws.enters, laws.may_pass, laws.halts

    def enter(s: RaceState, colour: int, piece: int, use: int, branch: int, steps: int) -> Any:
        """Return the entry and the steps left, or the landing: on the entry, or by a ransom."""
        captive = held(s, colour, piece, use)
        if captive != NO_OPINION:
            return (RANSOM if captive == RANSOM and branch == 0 else NOWHERE), 0
        spent = enters(s, colour, use, steps)
        entry = cell[colour, 0]
        if spent == NO_OPINION:
            return NOWHERE, 0
        if steps == spent:
            return (end(s, colour, 0) if branch == 0 else NOWHERE), 0
        if not may_pass(s, colour, entry):
            return NOWHERE, 0
        if halts(s, colour, use, 0, entry):
            return end(s, colour, 0), 0
        return 0, steps - spent

    return enter


def going(laws: Laws, walk: Hook, end: Hook) -> Hook:
    """Return go(s, colour, use, branch, here, steps): the landing from a place on the board."""
    leads = laws.leads

    def go(s: RaceState, colour: int, use: int, branch: int, here: int, steps: int) -> Any:
        """Return where a piece goes: where a rule sends it, or where its steps lead."""
        place = leads(s, colour, here, steps)
        if place == NO_OPINION:
            place = walk(s, colour, use, branch, here, steps)
        elif branch > 0:
            return NOWHERE
        return end(s, colour, place) if place >= 0 else NOWHERE

    return go


def ending(board: Tables, laws: Laws) -> Hook:
    """Return end(s, colour, here): where a move that reaches a place ends, or NOWHERE."""
    cell = board.cell
    carried, may_land = laws.carried, laws.may_land

    def end(s: RaceState, colour: int, here: int) -> Any:
        """Return where a move that reaches a place ends: a square may carry the piece on."""
        place = carried(s, colour, here)
        if place == NO_OPINION:
            place = here
        return place if may_land(s, colour, cell[colour, place]) else NOWHERE

    return end
