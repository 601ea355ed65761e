"""The turn: roll, choose, play, and who is next. It knows the order of things and no rule.

opening --> throw --> (every die) --> choose --> play --+--> choose   dice are left
              ^                         |               +--> throw    the move earned a roll
              |                        PASS             +--> the next player
              +-------------------------+---------------+
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludo_env.core.laws import NO_OPINION
from ludo_env.core.machine import DECIDE, DIE, OVER, Machine
from ludo_env.core.rule import Hook
from ludo_env.core.state import State
from ludo_env.track.board import RANSOM, Tables
from ludo_env.track.moves import move_generator
from ludo_env.track.pieces import placing
from ludo_env.track.questions import ROLL_AGAIN, THROW_AGAIN, VOID


def build_machine(board: Tables, laws: Mapping[str, Hook], facts: Mapping[str, Any]) -> Machine:
    """The verbs of a race on this board under these laws."""
    dice, faces = facts["dice"], facts["faces"]
    by_piece, stride = facts["by_piece"], facts["uses"]
    pieces, finish = board.pieces, board.finish
    cell, after = board.cell, board.after
    moves_end = stride * pieces
    pass_action = moves_end + facts.get("extras", 0)
    place = placing(board)
    moves = move_generator(board, laws, facts)
    landing = moves.landing
    find_moves = moves.find
    setup, opening = laws["setup"], laws["opening"]
    take, after_roll = laws["take"], laws["after_roll"]
    pips, spend, unspent = laws["pips"], laws["spend"], laws["unspent"]
    react, over, again = laws["react"], laws["over"], laws["again"]
    freed, performs = laws["freed"], laws["performs"]
    stuck, turn_ends, next_player = laws["stuck"], laws["turn_ends"], laws["next_player"]

    def throw(s: State) -> None:
        """The player to act throws all dice."""
        s.phase = DIE
        s.sides = faces
        s.pending = dice

    def start_turn(s: State, player: int) -> None:
        s.seat = player
        s.colour = player
        s.played = 0
        s.bonus = 0
        throw(s)

    def end_turn(s: State) -> None:
        """The turn passes on, unless a move has earned another roll."""
        for index in range(dice):
            take(s, 0, index)
        if s.bonus:
            start_turn(s, s.seat)
        else:
            turn_ends(s, s.seat)
            following = next_player(s, s.seat)
            if following == NO_OPINION:
                following = after[s.seat]
            start_turn(s, following)

    def begin(s: State) -> None:
        """The first player throws, unless the rules want an opening; the state comes in clear."""
        start_turn(s, 0)
        setup(s)

    def roll(s: State, outcome: int) -> None:
        """A pending chance event has come out: of the opening, or a die of the throw."""
        if s.opening:
            starter = opening(s, outcome)
            if starter != NO_OPINION:
                s.opening = 0
                start_turn(s, starter)
            return
        face = outcome + 1
        take(s, face, dice - s.pending)
        s.pending -= 1
        if s.pending > 0:
            return
        verdict = after_roll(s, s.seat, face)
        if verdict == VOID:
            end_turn(s)
        elif verdict == THROW_AGAIN:
            throw(s)
        else:
            s.phase = DECIDE

    def find(s: State, mask: Any, notes: Any, choices: Any) -> int:
        """Marks what the player to act may do; ends his turn if the rest of his dice is dead."""
        count = find_moves(s, mask, notes, choices)
        if count > 0:
            return count
        if s.played > 0:
            end_turn(s)
            return 0
        if stuck(s, s.seat) == ROLL_AGAIN:
            throw(s)
            return 0
        mask[pass_action] = 1
        choices[0] = pass_action
        return 1

    def play(s: State, notes: Any, action: int) -> None:
        """Carries out an action that `find` marked; the turn goes on, or passes, or wins."""
        if action == pass_action:
            end_turn(s)
            return
        s.played = 1
        if action < moves_end:
            earned = move(s, notes[action], action)
        else:
            earned = again(s, 0, performs(s, 0, action - moves_end), False)
        winner = over(s, s.colour)
        if winner != NO_OPINION:
            s.winner = winner
            s.phase = OVER
            return
        if earned:
            s.bonus = 1
        if not unspent(s):
            end_turn(s)

    def move(s: State, target: int, action: int) -> Any:
        """Moves a piece to where `find` has noted; did that earn another roll?"""
        colour = s.colour
        index = action // stride if by_piece else action % pieces
        use = action % stride if by_piece else action // pieces
        piece = colour * pieces + index
        steps = pips(s, use)
        hits = 0
        if target == RANSOM:
            freed(s, colour, piece)
        else:
            place(s, colour, piece, target)
            hits = react(s, 0, colour, piece, cell[colour, target])
        spend(s, use)
        return again(s, steps, hits, target == finish)

    return Machine(
        begin=begin,
        roll=roll,
        find=find,
        play=play,
        reward=laws["reward"],
        start_turn=start_turn,
        stands=_stands,
        landing=landing,
    )


def _stands(s: State, outcome: int) -> bool:
    """No die is thrown again for its own sake here; throws that void a turn count."""
    return True
