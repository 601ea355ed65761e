"""The turn: roll, choose, play, and the next player. It sequences the game and contains no rule.

opening --> throw --> (every die) --> choose --> play --+--> choose   dice are left
              ^                         |               +--> throw    the move earned a roll
              |                        PASS             +--> the next player
              +-------------------------+---------------+
"""

from __future__ import annotations

from typing import Any

from ludo_env._engine.family import DECIDE, DIE, OVER, Machine
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.state import State
from ludo_env._families.track.actions import numbers_of
from ludo_env._families.track.facts import RaceFacts
from ludo_env._families.track.laws import Laws
from ludo_env._families.track.moves import move_generator
from ludo_env._families.track.owners import owning
from ludo_env._families.track.pieces import placing
from ludo_env._families.track.questions import ROLL_AGAIN, THROW_AGAIN, VOID
from ludo_env._families.track.stall_detection import stall_watch
from ludo_env._families.track.tables import RANSOM, Tables
from ludo_env._families.track.throws import throwing


def build_machine(board: Tables, laws: Laws, facts: RaceFacts) -> Machine:
    """Build the verbs of a race on this board with these laws."""
    numbers = numbers_of(board, facts)
    movers, branches = numbers.movers, numbers.branches
    moves_end, pass_action = numbers.moves, numbers.actions - 1
    owners, owner = board.owners, owning(board)
    finish, pieces, players, markers = board.finish, board.pieces, board.players, board.markers
    cell, after = board.cell, board.after
    uneven, traced = min(markers) < pieces, facts.traced
    place = placing(board)
    moves = move_generator(board, laws, facts)
    find_moves, trace = moves.find, moves.trace
    piece_of, index_of, use_of = moves.piece_of, moves.index_of, moves.use_of
    has_stalled = stall_watch(board, laws, facts, moves.can_move)
    setup, opening = laws.setup, laws.opening
    throw, sides_of, shows, fallen, clear_dice = throwing(board, laws, facts)
    threw, after_roll, gives_up = laws.threw, laws.after_roll, laws.gives_up
    pips, spend, unspent = laws.pips, laws.spend, laws.unspent
    react, over, again = laws.react, laws.over, laws.again
    win, stakes = laws.reward, laws.stakes
    freed, performs, sets_off = laws.freed, laws.performs, laws.sets_off
    stuck, turn_ends, next_player = laws.stuck, laws.turn_ends, laws.next_player

    def start_turn(s: State, player: int) -> None:
        s.seat = player
        s.colour = player
        s.played = 0
        s.bonus = 0
        throw(s)

    def end_turn(s: State) -> None:
        """Pass the turn on, unless a move has earned another roll."""
        clear_dice(s)
        if s.bonus:
            start_turn(s, s.seat)
        else:
            turn_ends(s, s.seat)
            if s.phase >= OVER:
                return
            following = next_player(s, s.seat)
            if following == NO_OPINION:
                following = after[s.seat]
            start_turn(s, following)

    def begin(s: State) -> None:
        """Let the first player throw, unless the rules want an opening; the state comes cleared."""
        if uneven:
            put_away(s)
        start_turn(s, 0)
        setup(s)

    def put_away(s: State) -> None:
        """Place pieces that a colour does not have at home."""
        for colour in range(players):
            for index in range(markers[colour], pieces):
                place(s, colour, colour * pieces + index, finish)

    def roll(s: State, outcome: int) -> None:
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

    def find(s: State, mask: Any, notes: Any, choices: Any) -> int:
        """Mark the actions of the player to act; of the next one if there is nothing to throw."""
        count = 0
        while count == 0 and s.phase == DECIDE:
            count = find_moves(s, mask, notes, choices)
            if count == 0:
                count = find_nothing(s, mask, choices)
        return count

    def find_nothing(s: State, mask: Any, choices: Any) -> int:
        """End the turn with dead dice, throw again if a rule says so, or mark PASS."""
        if s.played > 0:
            end_turn(s)
            return 0
        if stuck(s, s.seat) == ROLL_AGAIN:
            clear_dice(s)
            throw(s)
            if s.phase == DIE:  # there is nothing to throw, and asking again changes nothing
                return 0
        mask[pass_action] = 1
        choices[0] = pass_action
        return 1

    def play(s: State, notes: Any, action: int) -> None:
        """Carry out an action that `find` marked; the turn goes on, or passes, or wins."""
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
        winner = who_has_won(s, action)
        if winner != NO_OPINION:
            s.winner = winner
            s.phase = OVER
            return
        if earned:
            s.bonus = 1
        if not unspent(s):
            end_turn(s)

    def who_has_won(s: State, action: int) -> Any:
        """Return the side that an action has made win; the colour that moved is asked first."""
        winner = over(s, s.colour)
        if winner != NO_OPINION or movers == pieces:
            return winner
        if not owners:
            return over(s, owner_of(s, action)) if action < moves_end else winner
        # A colour may have lost the last piece that was not home.
        for colour in range(players):
            if winner == NO_OPINION:
                winner = over(s, colour)
        return winner

    def owner_of(s: State, action: int) -> Any:
        """Return the colour whose piece an action moves."""
        return owner(s, piece_of(s.colour, index_of(action)))

    def move(s: State, target: int, action: int) -> Any:
        """Move a piece to where `find` has noted; return whether that earned another roll."""
        use, branch = use_of(action), action % branches
        piece = piece_of(s.colour, index_of(action))
        colour = s.colour if movers == pieces else owner(s, piece)
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
        """Return the reward of a player at the end, multiplied by the stakes."""
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
    """Return True: no die is re-rolled by itself here; throws that void a turn count."""
    return True
