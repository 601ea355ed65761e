"""The turn: roll, choose, play, next player. This module orders the steps and contains no rule.

opening --> throw --> (every die) --> choose --> play --+--> choose   dice are left
              ^                         |               +--> throw    the move earned a roll
              |                        PASS             +--> the next player
              +-------------------------+---------------+
"""

from __future__ import annotations

from typing import Any

from ludo_env._engine.family import DECIDE, Machine
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hook
from ludo_env._families.track.actions import numbers_of
from ludo_env._families.track.deciding import deciding
from ludo_env._families.track.facts import RaceFacts
from ludo_env._families.track.laws import Laws
from ludo_env._families.track.moves import move_generator
from ludo_env._families.track.pieces import counting_crowds, placing
from ludo_env._families.track.playing import playing
from ludo_env._families.track.questions import THROW_AGAIN, VOID
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables
from ludo_env._families.track.throws import Throws, throwing
from ludo_env._families.track.turn_order import Turns, turn_order


def build_machine(board: Tables, laws: Laws, facts: RaceFacts) -> Machine:
    """Build the verbs of a race on this board with these laws."""
    numbers = numbers_of(board, facts)
    moves = move_generator(board, laws, facts)
    throws = throwing(board, laws, facts)
    turns = turn_order(board, laws, throws)
    return Machine(
        begin=_beginning(board, laws, turns),
        roll=_rolling(laws, throws, turns),
        find=deciding(laws, moves.find, throws, turns, numbers.actions - 1),
        play=playing(board, laws, facts, numbers, moves, throws, turns),
        reward=_rewarding(laws),
        start_turn=turns.start,
        shows=throws.shows,
        stands=_stands,
        landing=moves.landing,
        derive=counting_crowds(board),
    )


def _beginning(board: Tables, laws: Laws, turns: Turns) -> Hook:
    """Return begin(s): set up a new game."""
    finish, pieces, players, markers = board.finish, board.pieces, board.players, board.markers
    uneven, place = min(markers) < pieces, placing(board)
    setup, start_turn = laws.setup, turns.start

    def begin(s: RaceState) -> None:
        """Let the first player throw, unless the rules want an opening; the state is cleared."""
        if uneven:
            put_away(s)
        start_turn(s, 0)
        setup(s)

    def put_away(s: RaceState) -> None:
        """Place at home the pieces that a colour does not have."""
        for colour in range(players):
            for index in range(markers[colour], pieces):
                place(s, colour, colour * pieces + index, finish)

    return begin


def _rolling(laws: Laws, throws: Throws, turns: Turns) -> Hook:
    """Return roll(s, outcome): resolve a pending chance event."""
    opening, threw, after_roll = laws.opening, laws.threw, laws.after_roll
    throw, sides_of, shows, fallen = throws.throw, throws.sides, throws.shows, throws.fallen
    start_turn, end_turn = turns.start, turns.end

    def roll(s: RaceState, outcome: int) -> None:
        """Resolve a pending chance event: of the opening, or a die of the throw."""
        face = shows(s, outcome)
        if s.opening:
            starter = opening(s, face)
            if starter != NO_OPINION:
                s.opening = 0
                start_turn(s, starter)
            return
        fallen(s, face)
        if s.pending > 0:
            s.sides = sides_of(s)
            return
        threw(s, s.seat)
        verdict = after_roll(s, s.seat, face)
        if verdict == VOID:
            end_turn(s)
        elif verdict == THROW_AGAIN:
            throw(s)
        else:
            s.phase = DECIDE

    return roll


def _rewarding(laws: Laws) -> Hook:
    """Return reward(s, player): what a player gets at the end."""
    win, stakes = laws.reward, laws.stakes

    def reward(s: RaceState, player: int) -> Any:
        """Return the reward of a player at the end, multiplied by the stakes."""
        return win(s, player) * stakes(s, 1)

    return reward


def _stands(s: RaceState, outcome: int) -> bool:
    """Return True: in a race no die is re-rolled by itself; throws that void a turn count."""
    return True
