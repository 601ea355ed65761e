"""The move generator: the only place that determines which moves are legal.

A move is a piece, a use of the dice and, where ways fork, a branch. `landing` says where it
leads, or NOWHERE; `find` lists every move that leads somewhere, and the turn plays one. The mask,
the step, the error that explains an illegal action and the words for a legal one all come from
`landing`.

This module combines its parts: `walking`, `landing`, `naming`, `listing` and `tracing`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hook
from ludo_env._families.track.actions import Numbers, numbers_of
from ludo_env._families.track.facts import RaceFacts
from ludo_env._families.track.landing import landings
from ludo_env._families.track.laws import Laws
from ludo_env._families.track.listing import listing
from ludo_env._families.track.naming import Names, names_of
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.stepping import branching
from ludo_env._families.track.tables import NOWHERE, Tables
from ludo_env._families.track.tracing import tracing
from ludo_env._families.track.walking import walking


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
    numbers = numbers_of(board, facts)
    names = names_of(board, facts, numbers)
    pips: Hook = _of_this_mechanism(laws.pips, laws.uses) if facts.turns else laws.pips
    landed = landings(board, laws, pips, walking(board, laws, facts))
    can_move = _trying(board, landed.landing, pips)
    target_of = _aiming(names, landed.landing, numbers.branches)
    mark = listing(board, laws, facts, numbers, names, landed, pips)
    whole = _counting(numbers)
    prune = laws.prune(can_move, names.index_of, names.use_of, target_of, whole)
    find = _finding(laws, numbers, mark, prune)
    trace = tracing(board, laws, facts, pips)
    return Moves(
        landed.landing, find, names.index_of, names.use_of, names.piece_of, can_move, trace
    )


def _trying(board: Tables, landing: Hook, pips: Hook) -> Hook:
    """Return can_move(s, colour, piece, use): whether there is a move with this use."""
    next_branch = branching(board)

    def moves_on(s: RaceState, colour: int, piece: int, use: int) -> bool:
        """Return whether there is a move with this use on a board without branches."""
        return landing(s, colour, piece, use, 0) != NOWHERE  # type: ignore[no-any-return]

    def moves_anywhere(s: RaceState, colour: int, piece: int, use: int) -> bool:
        """Return whether there is a move with this use along any branch."""
        branch = 0
        while branch >= 0 and landing(s, colour, piece, use, branch) == NOWHERE:
            branch = next_branch(colour, s.progress[piece], pips(s, use), branch)
        return branch >= 0

    return moves_anywhere if board.width > 1 else moves_on


def _aiming(names: Names, landing: Hook, branches: int) -> Hook:
    """Return target_of(s, action): where an action moves its piece."""
    piece_of, owner_of = names.piece_of, names.owner_of
    index_of, use_of = names.index_of, names.use_of

    def target_of(s: RaceState, action: int) -> Any:
        """Return where an action moves its piece, as `landing` does."""
        piece = piece_of(s.colour, index_of(action))
        whose = owner_of(s, s.colour, piece)
        return landing(s, whose, piece, use_of(action), action % branches)

    return target_of


def _counting(numbers: Numbers) -> Hook:
    """Return is_whole(count, choices): whether no rule has removed an action from the list."""
    listed = numbers.actions

    def is_whole(count: int, choices: Any) -> bool:
        return choices[listed] == count  # type: ignore[no-any-return]

    return is_whole


def _finding(laws: Laws, numbers: Numbers, mark: Hook, prune: Hook) -> Hook:
    """Return find(s, mask, notes, choices): list and mark all legal moves."""
    moves, extras, listed = numbers.moves, numbers.extras, numbers.actions
    helps, offers = laws.helps, laws.offers

    def find(s: RaceState, mask: Any, notes: Any, choices: Any) -> int:
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
        choices[listed] = count
        return prune(s, count, mask, choices)  # type: ignore[no-any-return]

    return find


def _of_this_mechanism(pips: Hook, uses: Hook) -> Hook:
    """Return the steps of a use; 0 for a use that the current mechanism does not have."""

    def steps(s: RaceState, use: int) -> Any:
        return pips(s, use) if use < uses(s) else 0

    return steps
