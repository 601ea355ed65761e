"""The move generator: the only place that determines which moves are legal.

A move is a piece, a use of the dice and, where ways part, a branch. `landing` says where it
leads, or NOWHERE; `find` lists every move that leads somewhere, and the turn plays one. The mask,
the step, the error that explains an illegal action and the words for a legal one all come from
`landing`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hook
from ludo_env._engine.state import State
from ludo_env._families.track.actions import numbers_of
from ludo_env._families.track.facts import RaceFacts
from ludo_env._families.track.laws import Laws
from ludo_env._families.track.owners import owning
from ludo_env._families.track.stepping import branching, choosing, stepping
from ludo_env._families.track.tables import HOMEWARD, NOWHERE, RANSOM, YARD, Tables


class Moves(NamedTuple):
    """The functions of the move generator."""

    # landing(s, colour, piece, use, branch) -> progress, RANSOM or NOWHERE
    landing: Hook
    find: Hook  # find(s, mask, notes, choices) -> the number of moves of the player to act
    index_of: Hook  # index_of(action) -> the index of the piece that it moves
    use_of: Hook  # use_of(action) -> the use of the dice that it takes
    piece_of: Hook  # piece_of(colour, index) -> the piece that an index names
    can_move: Hook  # can_move(s, colour, piece, use) -> whether any branch of it leads anywhere
    trace: Hook  # trace(s, hits, piece, use, branch) -> hits: effects on pieces that it passes


def move_generator(board: Tables, laws: Laws, facts: RaceFacts) -> Moves:
    """Build the move generator of a game."""
    cell, finish, pieces, players = board.cell, board.finish, board.pieces, board.players
    numbers = numbers_of(board, facts)
    movers, branches, stride = numbers.movers, numbers.branches, numbers.uses
    moves, extras, by_piece = numbers.moves, numbers.extras, numbers.by_piece
    owner, everybody = owning(board), facts.moves_all
    onward, chosen = stepping(board, laws, facts), choosing(board)
    next_branch = branching(board)
    pips, uses, enters, helps = laws.pips, laws.uses, laws.enters, laws.helps
    if facts.turns:
        pips = _of_this_mechanism(pips, uses)
    which_way, halts = laws.way, laws.halts
    may_overshoot, overshoot = laws.may_overshoot, laws.overshoot
    may_move, may_pass, may_land = laws.may_move, laws.may_pass, laws.may_land
    may_use, leads, carried = laws.may_use, laws.leads, laws.carried
    held, offers, passes = laws.held, laws.offers, laws.passes

    def landing(s: State, colour: int, piece: int, use: int, branch: int) -> Any:
        """Return where a piece would land with a use of the dice, or NOWHERE if it may not."""
        if not movable(s, colour, piece):
            return NOWHERE
        return lead(s, colour, piece, use, branch)

    def movable(s: State, colour: int, piece: int) -> Any:
        return s.progress[piece] != finish and may_move(s, colour, piece)

    def lead(s: State, colour: int, piece: int, use: int, branch: int) -> Any:
        """Return where a use of the dice leads a piece that may be moved."""
        steps = pips(s, use)
        here = s.progress[piece]
        if steps == 0 or not may_use(s, colour, piece, use):
            return NOWHERE
        if here <= YARD:
            return enter(s, colour, piece, use, branch, steps)
        return go(s, colour, use, branch, here, steps)

    def enter(s: State, colour: int, piece: int, use: int, branch: int, steps: int) -> Any:
        """Return the landing from the yard: the entry and the steps left; or a ransom."""
        captive = held(s, colour, piece, use)
        if captive != NO_OPINION:
            return RANSOM if captive == RANSOM and branch == 0 else NOWHERE
        spent = enters(s, colour, use, steps)
        entry = cell[colour, 0]
        if spent == NO_OPINION:
            return NOWHERE
        if steps == spent:
            return end(s, colour, 0) if branch == 0 else NOWHERE
        if not may_pass(s, colour, entry):
            return NOWHERE
        if halts(s, colour, use, 0, entry):
            return end(s, colour, 0)
        return go(s, colour, use, branch, 0, steps - spent)

    def go(s: State, colour: int, use: int, branch: int, here: int, steps: int) -> Any:
        """Return where a piece goes: where a rule sends it, or where its steps lead."""
        place = leads(s, colour, here, steps)
        if place == NO_OPINION:
            place = walk(s, colour, use, branch, here, steps)
        elif branch > 0:
            return NOWHERE
        return end(s, colour, place) if place >= 0 else NOWHERE

    def end(s: State, colour: int, here: int) -> Any:
        """Return the end of a move that comes to a place: a square may carry the piece on."""
        place = carried(s, colour, here)
        if place == NO_OPINION:
            place = here
        return place if may_land(s, colour, cell[colour, place]) else NOWHERE

    def walk(s: State, colour: int, use: int, branch: int, here: int, steps: int) -> Any:
        """Walk cell by cell along the way that the rules give, to where the last step ends."""
        way = which_way(s, colour, use)
        if way == NO_OPINION:
            way = HOMEWARD
        start, left, choice = here, steps, branch
        while left > 0:
            following = onward(s, colour, way, here, choice)
            choice = chosen(colour, way, here, choice)
            here = following
            if here < 0:
                # The way ends with steps left, or is shut.
                if here == NOWHERE and choice == 0 and may_overshoot(s, colour, start, left):
                    return overshoot(s, colour, left)
                return NOWHERE
            left -= 1
            if left > 0:
                if not may_pass(s, colour, cell[colour, here]):
                    return NOWHERE
                if halts(s, colour, use, here, cell[colour, here]):
                    return here
        return here if choice == 0 else NOWHERE

    def moves_on(s: State, colour: int, piece: int, use: int) -> bool:
        """Return whether there is a move with this use on a board without branches."""
        return landing(s, colour, piece, use, 0) != NOWHERE  # type: ignore[no-any-return]

    def moves_anywhere(s: State, colour: int, piece: int, use: int) -> bool:
        """Return whether there is a move with this use along any branch."""
        branch = 0
        while branch >= 0 and landing(s, colour, piece, use, branch) == NOWHERE:
            branch = next_branch(colour, s.progress[piece], pips(s, use), branch)
        return branch >= 0

    def index_of(action: int) -> int:
        """Return the index of the piece that an action moves; the number of indices without one."""
        if action >= moves:
            return movers
        move = action // branches
        return move // stride if by_piece else move % movers

    def use_of(action: int) -> int:
        """Return the use of the dice of a move; 0 for an action that moves no piece."""
        move = action // branches
        return move % stride if by_piece else move // movers

    def piece_of(colour: int, index: int) -> int:
        """Return the piece of an index, counted from the first of a colour on."""
        if movers == pieces:
            return colour * pieces + index
        return (colour * pieces + index) % (players * pieces)

    def target_of(s: State, action: int) -> Any:
        """Return where an action moves its piece, as `landing` does."""
        piece = piece_of(s.colour, index_of(action))
        whose = owner_of(s, s.colour, piece)
        return landing(s, whose, piece, use_of(action), action % branches)

    def owner_of(s: State, colour: int, piece: int) -> Any:
        return colour if movers == pieces else owner(s, piece)

    def may_name(colour: int, whose: int) -> bool:
        """Return whether a colour may name pieces of another; without `movers`, only its own."""
        return movers == pieces or everybody or whose == colour

    can_move = moves_anywhere if board.width > 1 else moves_on
    prune = laws.prune(can_move, index_of, use_of, target_of)

    def find(s: State, mask: Any, notes: Any, choices: Any) -> int:
        """List and mark the legal moves of the player to act, and note where they lead."""
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
        """Mark every use with every piece, in the order of the action numbers."""
        count = 0
        for use in range(uses(s)):
            for index in range(movers):
                piece = piece_of(colour, index)
                whose, branch = owner_of(s, colour, piece), 0
                if not may_name(colour, whose):
                    branch = -1
                while branch >= 0:
                    target = landing(s, whose, piece, use, branch)
                    action = (use * movers + index) * branches + branch
                    count = put(mask, notes, choices, count, action, target)
                    branch = next_branch(whose, s.progress[piece], pips(s, use), branch)
        return count

    def mark_by_piece(s: State, mask: Any, notes: Any, choices: Any, colour: int) -> int:
        """Mark every piece with every use, in the order of the numbers; use 0 takes no die."""
        count = 0
        for index in range(movers):
            piece = piece_of(colour, index)
            whose = owner_of(s, colour, piece)
            if may_name(colour, whose) and movable(s, whose, piece):
                for use in range(1, uses(s)):
                    branch = 0
                    while branch >= 0:
                        target = lead(s, whose, piece, use, branch)
                        action = (index * stride + use) * branches + branch
                        count = put(mask, notes, choices, count, action, target)
                        branch = next_branch(whose, s.progress[piece], pips(s, use), branch)
        return count

    def put(mask: Any, notes: Any, choices: Any, count: int, action: int, target: int) -> int:
        """Put a move on the list, if it is legal."""
        if target == NOWHERE:
            return count
        notes[action] = target
        mask[action] = 1
        choices[count] = action
        return count + 1

    def trace(s: State, hits: int, piece: int, use: int, branch: int) -> Any:
        """Walk a move cell by cell, with the effects on pieces that it passes."""
        colour = owner(s, piece)
        here, left, choice = s.progress[piece], pips(s, use), branch
        if here <= YARD:
            left -= enters(s, colour, use, left)
            here = 0
            if left == 0 or halts(s, colour, use, here, cell[colour, here]):
                return hits
            hits = passes(s, hits, colour, piece, cell[colour, here])
        if leads(s, colour, here, left) != NO_OPINION:
            return hits
        way = which_way(s, colour, use)
        if way == NO_OPINION:
            way = HOMEWARD
        while left > 1:
            following = onward(s, colour, way, here, choice)
            choice = chosen(colour, way, here, choice)
            here = following
            if here < 0 or halts(s, colour, use, here, cell[colour, here]):
                return hits
            hits = passes(s, hits, colour, piece, cell[colour, here])
            left -= 1
        return hits

    mark = mark_by_piece if by_piece else mark_by_use
    return Moves(landing, find, index_of, use_of, piece_of, can_move, trace)


def _of_this_mechanism(pips: Hook, uses: Hook) -> Hook:
    """Return the steps of a use; 0 for a use that the current mechanism does not have."""

    def steps(s: State, use: int) -> Any:
        return pips(s, use) if use < uses(s) else 0

    return steps
