"""The turn: roll, choose, play, next player. This module orders the steps and contains no rule.

setup --> [lot --> words] --> die --> choose --> play --+--> choose, or a lot    the turn goes on
                               ^  ^     |               +--> the other player    it ends
                               |  +-stuck               |
                               +------------------------+
"""

from __future__ import annotations

from typing import Any

from ludo_env._engine.family import DECIDE, DIE, TOSS, Machine
from ludo_env._engine.rule import Hook
from ludo_env._families.grid.board import EMPTY, Tables
from ludo_env._families.grid.facts import GridFacts
from ludo_env._families.grid.laws import Laws
from ludo_env._families.grid.moves import move_generator
from ludo_env._families.grid.playing import playing
from ludo_env._families.grid.questions import ROLL_AGAIN
from ludo_env._families.grid.state import GridState
from ludo_env._families.grid.turn_order import Turns, turn_order
from ludo_env._families.grid.units import marking_occupied, put

MOST_REROLLS = 2**31 - 1  # that count towards a turn


def build_machine(board: Tables, laws: Laws, facts: GridFacts) -> Machine:
    """Build the verbs of a grid game on this board with these laws."""
    faces = len(facts.faces)
    moves = move_generator(board, laws)
    turns = turn_order(laws, laws.skips(moves.able, faces), faces)
    return Machine(
        begin=_beginning(board, laws, turns),
        roll=_rolling(laws, turns),
        find=_finding(laws, moves.find, turns, faces),
        play=playing(board, laws, turns.conclude),
        reward=laws.reward,
        start_turn=turns.start,
        shows=_shows,
        stands=_standing(laws, moves.able),
        landing=moves.landing,
        derive=marking_occupied(board.cells),
    )


def _beginning(board: Tables, laws: Laws, turns: Turns) -> Hook:
    """Return begin(s): set up a new game."""
    cells, ground, setup, start_turn = board.cells, board.ground, laws.setup, turns.start

    def begin(s: GridState) -> None:
        """Fill every garrison; the rules assign the roles."""
        for cell in range(cells):
            if ground[cell] != EMPTY:
                put(s, cell, ground[cell])
        setup(s)
        if s.phase == DIE:
            start_turn(s, s.attacker)

    return begin


def _rolling(laws: Laws, turns: Turns) -> Hook:
    """Return roll(s, outcome): resolve a pending chance event."""
    drawn, conclude = laws.drawn, turns.conclude

    def roll(s: GridState, outcome: int) -> None:
        """Resolve a pending chance event: a lot, or the die."""
        lot = s.phase == TOSS
        s.phase = DECIDE
        if lot:
            conclude(s, drawn(s, outcome))
        else:
            s.die = outcome + 1

    return roll


def _finding(laws: Laws, find_actions: Hook, turns: Turns, faces: int) -> Hook:
    """Return find(s, mask, notes, choices): mark the actions of the player to act."""
    stuck, end_turn = laws.stuck, turns.end

    def find(s: GridState, mask: Any, notes: Any, choices: Any) -> int:
        """Mark the legal actions of the player to act; without any, re-roll or end the turn."""
        count = find_actions(s, mask, notes, choices)
        if count == 0:
            if s.played == 0 and stuck(s) == ROLL_AGAIN:
                s.rerolls = min(s.rerolls + 1, MOST_REROLLS)
                s.phase = DIE
                s.sides = faces
            else:
                end_turn(s)
        return count  # type: ignore[no-any-return]

    return find


def _standing(laws: Laws, able: Hook) -> Hook:
    """Return a function that says whether a die is kept, not re-rolled."""
    stuck = laws.stuck

    def stands(s: GridState, outcome: int) -> bool:
        """Return False for a die without an action that the rules re-roll."""
        if s.phase == TOSS or stuck(s) != ROLL_AGAIN:
            return True
        return able(s, outcome + 1, outcome + 1)  # type: ignore[no-any-return]

    return stands


def _shows(s: GridState, outcome: int) -> int:
    """Return the face of the die, or the number of the lot."""
    return outcome if s.phase == TOSS else outcome + 1
