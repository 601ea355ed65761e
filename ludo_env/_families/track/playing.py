"""Playing: carry out an action; then the turn goes on or ends, or the game is won."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.family import OVER
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hook
from ludo_env._families.track.actions import Numbers
from ludo_env._families.track.facts import RaceFacts
from ludo_env._families.track.laws import Laws
from ludo_env._families.track.moves import Moves
from ludo_env._families.track.owners import owning
from ludo_env._families.track.pieces import placing
from ludo_env._families.track.stall_detection import stall_watch
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import RANSOM, Tables
from ludo_env._families.track.throws import Throws
from ludo_env._families.track.turn_order import Turns


def playing(
    board: Tables,
    laws: Laws,
    facts: RaceFacts,
    numbers: Numbers,
    moves: Moves,
    throws: Throws,
    turns: Turns,
) -> Hook:
    """Return play(s, notes, action): carry out an action that `find` marked."""
    moves_end, pass_action = numbers.moves, numbers.actions - 1
    move = moving(board, laws, facts, numbers, moves)
    who_has_won = winning(board, laws, numbers, moves)
    has_stalled = stall_watch(board, laws, facts, moves.can_move)
    gives_up, performs, again, unspent = laws.gives_up, laws.performs, laws.again, laws.unspent
    clear_dice, end_turn = throws.clear, turns.end

    def play(s: RaceState, notes: Any, action: int) -> None:
        """Carry out an action that `find` marked; the turn goes on or ends, or the game is won."""
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

    return play


def winning(board: Tables, laws: Laws, numbers: Numbers, moves: Moves) -> Hook:
    """Return who_has_won(s, action): the side that an action has made win, or NO_OPINION."""
    pieces, players, owners, owner = board.pieces, board.players, board.owners, owning(board)
    movers, moves_end = numbers.movers, numbers.moves
    piece_of, index_of, over = moves.piece_of, moves.index_of, laws.over

    def who_has_won(s: RaceState, action: int) -> Any:
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

    def owner_of(s: RaceState, action: int) -> Any:
        """Return the colour whose piece an action moves."""
        return owner(s, piece_of(s.colour, index_of(action)))

    return who_has_won


def moving(board: Tables, laws: Laws, facts: RaceFacts, numbers: Numbers, moves: Moves) -> Hook:
    """Return move(s, target, action): move a piece, and return whether it earned another roll."""
    cell, finish, pieces, owner = board.cell, board.finish, board.pieces, owning(board)
    movers, branches, traced = numbers.movers, numbers.branches, facts.traced
    piece_of, index_of, use_of, trace = (
        moves.piece_of, moves.index_of, moves.use_of, moves.trace,
    )  # fmt: skip
    pips, spend, sets_off, freed = laws.pips, laws.spend, laws.sets_off, laws.freed
    react, again, place = laws.react, laws.again, placing(board)

    def move(s: RaceState, target: int, action: int) -> Any:
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

    return move
