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
from ludo_env.core.machine import DECIDE, DIE, OVER, STOPPED, TOSS, Machine
from ludo_env.core.rule import Hook
from ludo_env.core.state import State
from ludo_env.track.moves import move_generator
from ludo_env.track.numbers import numbers_of
from ludo_env.track.pieces import placing
from ludo_env.track.questions import ROLL_AGAIN, THROW_AGAIN, VOID
from ludo_env.track.stalled import stall_watch
from ludo_env.track.tables import RANSOM, Tables, own_table


def build_machine(board: Tables, laws: Mapping[str, Hook], facts: Mapping[str, Any]) -> Machine:
    """The verbs of a race on this board under these laws."""
    dice, faces = facts["dice"], facts["faces"]
    numbers = numbers_of(board, facts)
    movers, branches = numbers.movers, numbers.branches
    moves_end, pass_action = numbers.moves, numbers.actions - 1
    finish, pieces, players, markers = board.finish, board.pieces, board.players, board.markers
    cell, after = board.cell, board.after
    in_order = faces == tuple(range(1, len(faces) + 1))
    face_of = own_table(board, faces)
    uneven, traced = min(markers) < pieces, bool(facts.get("traced"))
    place = placing(board)
    moves = move_generator(board, laws, facts)
    find_moves, trace = moves.find, moves.trace
    piece_of, index_of, use_of = moves.piece_of, moves.index_of, moves.use_of
    has_stalled = stall_watch(board, laws, facts, moves.can_move)
    setup, opening = laws["setup"], laws["opening"]
    draws, tickets, seen = laws["draws"], laws["tickets"], laws["shows"]
    take, after_roll, gives_up = laws["take"], laws["after_roll"], laws["gives_up"]
    pips, spend, unspent = laws["pips"], laws["spend"], laws["unspent"]
    react, over, again = laws["react"], laws["over"], laws["again"]
    win, stakes = laws["reward"], laws["stakes"]
    freed, performs, sets_off = laws["freed"], laws["performs"], laws["sets_off"]
    stuck, turn_ends, next_player = laws["stuck"], laws["turn_ends"], laws["next_player"]

    def throw(s: State) -> None:
        """The player to act throws all dice, if there are any to throw."""
        count = draws(s)
        s.pending = dice if count == NO_OPINION else count
        s.phase = DIE if s.pending > 0 else DECIDE
        s.sides = sides_of(s)

    def sides_of(s: State) -> Any:
        """How many outcomes the next die has."""
        count = tickets(s)
        return len(faces) if count == NO_OPINION else count

    def start_turn(s: State, player: int) -> None:
        s.seat = player
        s.colour = player
        s.played = 0
        s.bonus = 0
        throw(s)

    def clear_dice(s: State) -> None:
        for index in range(dice):
            take(s, 0, index)

    def end_turn(s: State) -> None:
        """The turn passes on, unless a move has earned another roll."""
        clear_dice(s)
        if s.bonus:
            start_turn(s, s.seat)
        else:
            turn_ends(s, s.seat)
            if s.phase == STOPPED:
                return
            following = next_player(s, s.seat)
            if following == NO_OPINION:
                following = after[s.seat]
            start_turn(s, following)

    def begin(s: State) -> None:
        """The first player throws, unless the rules want an opening; the state comes in clear."""
        if uneven:
            put_away(s)
        start_turn(s, 0)
        setup(s)

    def put_away(s: State) -> None:
        """Pieces that a colour does not have are home from the start."""
        for colour in range(players):
            for index in range(markers[colour], pieces):
                place(s, colour, colour * pieces + index, finish)

    def shows(s: State, outcome: int) -> Any:
        """The face that a die shows; a toss shows its outcome."""
        if s.phase == TOSS:
            return outcome
        face = seen(s, outcome)
        if face != NO_OPINION:
            return face
        return outcome + 1 if in_order else face_of[outcome]

    def roll(s: State, outcome: int) -> None:
        """A pending chance event has come out: of the opening, or a die of the throw."""
        face = shows(s, outcome)
        if s.opening:
            starter = opening(s, face)
            if starter != NO_OPINION:
                s.opening = 0
                start_turn(s, starter)
            return
        take(s, face, dice - s.pending)
        s.pending -= 1
        if s.pending > 0:
            s.sides = sides_of(s)
            return
        verdict = after_roll(s, s.seat, face)
        if verdict == VOID:
            end_turn(s)
        elif verdict == THROW_AGAIN:
            throw(s)
        else:
            s.phase = DECIDE

    def find(s: State, mask: Any, notes: Any, choices: Any) -> int:
        """Marks what the player to act may do, or whoever is next if there is nothing to throw."""
        count = 0
        while count == 0 and s.phase == DECIDE:
            count = find_moves(s, mask, notes, choices)
            if count == 0:
                count = find_nothing(s, mask, choices)
        return count

    def find_nothing(s: State, mask: Any, choices: Any) -> int:
        """The rest of the dice is dead and ends the turn; or a rule throws again; or PASS."""
        if s.played > 0:
            end_turn(s)
            return 0
        if stuck(s, s.seat) == ROLL_AGAIN:
            clear_dice(s)
            throw(s)
            if s.phase == DIE:  # else there is nothing to throw, and asking again changes nothing
                return 0
        mask[pass_action] = 1
        choices[0] = pass_action
        return 1

    def play(s: State, notes: Any, action: int) -> None:
        """Carries out an action that `find` marked; the turn goes on, or passes, or wins."""
        if action == pass_action:
            passing = s.seat
            gives_up(s, passing)
            if has_stalled(s):
                clear_dice(s)
                s.phase = OVER  # and nobody has won
                return
            s.seat = passing
            end_turn(s)
            return
        s.played = 1
        if action < moves_end:
            earned = move(s, notes[action], action)
        else:
            earned = again(s, 0, performs(s, 0, action - moves_end), False)
        winner = over(s, s.colour)
        if winner == NO_OPINION and movers > pieces and action < moves_end:
            winner = over(s, owner_of(s, action))
        if winner != NO_OPINION:
            s.winner = winner
            s.phase = OVER
            return
        if earned:
            s.bonus = 1
        if not unspent(s):
            end_turn(s)

    def owner_of(s: State, action: int) -> Any:
        """The colour whose piece an action moves."""
        return piece_of(s.colour, index_of(action)) // pieces

    def move(s: State, target: int, action: int) -> Any:
        """Moves a piece to where `find` has noted; did that earn another roll?"""
        use, branch = use_of(action), action % branches
        piece = piece_of(s.colour, index_of(action))
        colour = s.colour if movers == pieces else piece // pieces
        steps = pips(s, use)
        hits = 0
        sets_off(s, colour, piece, s.progress[piece])
        if traced and target != RANSOM:
            hits = trace(s, hits, piece, use, branch)
        if target == RANSOM:
            freed(s, colour, piece)
        else:
            place(s, colour, piece, target)
            hits = react(s, hits, colour, piece, cell[colour, target])
        spend(s, use)
        return again(s, steps, hits, target == finish)

    def reward(s: State, player: int) -> Any:
        """What a player gets at the end, as often as the rules say."""
        return win(s, player) * stakes(s, 1)

    return Machine(
        begin=begin,
        roll=roll,
        find=find,
        play=play,
        reward=reward,
        start_turn=start_turn,
        shows=shows,
        stands=_stands,
        landing=moves.landing,
    )


def _stands(s: State, outcome: int) -> bool:
    """No die is thrown again for its own sake here; throws that void a turn count."""
    return True
