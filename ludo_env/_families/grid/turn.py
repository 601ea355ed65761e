"""The turn: roll, choose, play, and the next player. It sequences the game and contains no rule.

setup --> [lot --> words] --> die --> choose --> play --+--> choose, or a lot    the turn goes on
                               ^  ^     |               +--> the other player    it ends
                               |  +-stuck               |
                               +------------------------+
"""

from __future__ import annotations

from typing import Any

from ludo_env._engine.family import DECIDE, DIE, NOBODY, OVER, STOPPED, TOSS, Machine
from ludo_env._engine.folding import NO_OPINION
from ludo_env._families.grid.board import EMPTY, NOWHERE, Tables
from ludo_env._families.grid.facts import GridFacts
from ludo_env._families.grid.laws import Laws
from ludo_env._families.grid.moves import move_generator
from ludo_env._families.grid.questions import BEGINS, ENDS, GOES_ON, MOVE_STAGE, ROLL_AGAIN
from ludo_env._families.grid.state import GridState
from ludo_env._families.grid.units import player_of, put, role_of

MOST_REROLLS = 2**31 - 1  # that count towards a turn


def build_machine(board: Tables, laws: Laws, facts: GridFacts) -> Machine:
    """Build the verbs of a grid game on this board with these laws."""
    faces = len(facts.faces)
    cells, ways, ground = board.cells, board.ways, board.ground
    first_source, first_target, first_word = (
        board.first_source, board.first_target, board.first_word,
    )  # fmt: skip
    moves = move_generator(board, laws)
    find_actions, able, landing = moves.find, moves.able, moves.landing
    setup, drawn, stuck = laws.setup, laws.drawn, laws.stuck
    skips = laws.skips(able, faces)
    spends, react = laws.spends, laws.react
    said, sourced, targeted = laws.said, laws.sourced, laws.targeted
    over, turn_ends, stops = laws.over, laws.turn_ends, laws.stops

    def begin(s: GridState) -> None:
        """Fill every garrison; the rules assign the roles."""
        for cell in range(cells):
            if ground[cell] != EMPTY:
                put(s, cell, ground[cell])
        setup(s)
        if s.phase == DIE:
            start_turn(s, s.attacker)

    def start_turn(s: GridState, player: int) -> None:
        """Let the player roll; skip a player who misses the turn; a draw if both do."""
        give_turn(s, player)
        if skips(s):
            give_turn(s, 1 - player)
            if skips(s):
                s.winner = NOBODY
                s.phase = OVER

    def give_turn(s: GridState, player: int) -> None:
        s.seat = player
        s.stage = MOVE_STAGE
        s.source = NOWHERE
        s.played = 0
        s.rerolls = 0
        s.phase = DIE
        s.sides = faces

    def roll(s: GridState, outcome: int) -> None:
        """Resolve a pending chance event: a lot, or the die."""
        lot = s.phase == TOSS
        s.phase = DECIDE
        if lot:
            conclude(s, drawn(s, outcome))
        else:
            s.die = outcome + 1

    def shows(s: GridState, outcome: int) -> int:
        """Return the face of the die, or the number of the lot."""
        return outcome if s.phase == TOSS else outcome + 1

    def stands(s: GridState, outcome: int) -> bool:
        """Return False for a die without an action that the rules re-roll."""
        if s.phase == TOSS or stuck(s) != ROLL_AGAIN:
            return True
        return able(s, outcome + 1, outcome + 1)  # type: ignore[no-any-return]

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

    def play(s: GridState, notes: Any, action: int) -> None:
        """Carry out an action that `find` marked; the turn goes on, or passes, or wins."""
        if action < first_source:
            conclude(s, move(s, action // ways, notes[action]))
        elif action < first_target:
            conclude(s, sourced(s, action - first_source))
        elif action < first_word:
            conclude(s, targeted(s, action - first_target))
        else:
            conclude(s, said(s, action - first_word))

    def move(s: GridState, source: int, target: int) -> Any:
        """Move a unit to the cell that `find` has noted; it captures there, or is used up."""
        role = role_of(s, s.seat)
        unit = s.board[source]
        put(s, source, EMPTY)
        if not spends(s, role, target):
            put(s, target, unit)
        return react(s, ENDS, role, source, target)

    def conclude(s: GridState, verdict: int) -> None:
        """Return how the turn continues; nobody has won while a lot is pending."""
        if s.phase == TOSS:
            return
        if verdict == BEGINS:
            start_turn(s, s.attacker)
            return
        winner = over(s)
        if winner != NO_OPINION:
            s.winner = player_of(s, winner)
            s.phase = OVER
        elif verdict == GOES_ON:
            s.played = 1
        else:
            end_turn(s)

    def end_turn(s: GridState) -> None:
        turn_ends(s)
        if stops(s):
            s.phase = STOPPED
        else:
            start_turn(s, 1 - s.seat)

    return Machine(
        begin=begin,
        roll=roll,
        find=find,
        play=play,
        reward=laws.reward,
        start_turn=start_turn,
        shows=shows,
        stands=stands,
        landing=landing,
    )
