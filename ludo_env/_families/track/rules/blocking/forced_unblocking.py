"""A block before an opponent's last piece must be moved first.  Clauses: E-50 to E-53."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.rule import Hook, Hooks, hooks, rule
from ludo_env._families.track.occupancy import counting
from ludo_env._families.track.owners import belongings, holding, naming
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import YARD, Tables

SCOPES = ("first", "all")


@rule(
    clauses="E-50 E-51 E-52 E-53",
    wants="a pile before the last piece of a player whose others are home",
)
def forced_unblocking(board: Tables, scope: str = "first") -> Hooks:
    """A pile right before the last piece of a player with three at home must be moved first."""
    if scope not in SCOPES:
        raise SpecError(f"unblock_scope is one of {', '.join(SCOPES)}, not {quoted(scope)}.")
    players, pieces, gate, side = board.players, board.pieces, board.gate, board.side
    count_on, held_by, own_piece = counting(board), holding(board), naming(board)
    first, end, owns = belongings(board)
    cell_of, finish, ring = board.cell, board.finish, board.ring
    width, forks, onward = board.width, board.forks, board.onward
    first_only = scope == "first"

    def prune(can_move: Hook, index_of: Hook) -> Hook:
        def is_of(s: RaceState, action: int, obliged: int) -> int:
            """Return 1 for a move of one of these pieces."""
            return among(s, index_of(action), obliged)  # type: ignore[no-any-return]

        def unblock(s: RaceState, count: int, mask: Any, choices: Any) -> int:
            """Keep only moves of such piles; if none can move, there is no obligation."""
            if count < 2 or (first_only and s.played > 0):
                return count
            obliged = find_piled(s)
            kept = 0
            if obliged != 0:
                for at in range(count):
                    kept += is_of(s, choices[at], obliged)
            if kept == 0:
                return count
            kept = 0
            for at in range(count):
                action = choices[at]
                if is_of(s, action, obliged):
                    choices[kept] = action
                    kept += 1
                else:
                    mask[action] = 0
            return kept

        return unblock

    def piled(s: RaceState) -> int:
        """Return the player's pieces in such piles, a bit for each."""
        obliged = 0
        if not any_pile(s):
            return obliged
        for victim in range(players):
            if not has_one_left(s, victim):
                continue
            for last in range(first(victim), end(victim)):
                progress = s.progress[last]
                if progress > YARD and owns(s, victim, last):
                    for way in range(ways_on(victim, progress)):
                        pile = cell_of[victim, next_place(victim, progress, way)]
                        if count_on(s, s.colour, pile) >= 2:
                            obliged |= standing(s, pile)
        return obliged

    def any_wall(s: RaceState) -> Any:
        """Return whether any square has several pieces of a colour; usually none has."""
        return s.walls != 0

    def perhaps(s: RaceState) -> bool:
        """Return True, because states do not keep the squares with several pieces."""
        return True

    def has_one_left(s: RaceState, victim: int) -> bool:
        """Return whether it is an enemy with all pieces but one at home."""
        at_home = count_on(s, victim, cell_of[victim, finish])
        return side[victim] != side[s.colour] and at_home == held_by(s, victim) - 1

    def is_pile(s: RaceState, cell: int) -> bool:
        """Return whether this square of the ring is directly in front of such a piece."""
        for victim in range(players):
            if has_one_left(s, victim):
                for last in range(first(victim), end(victim)):
                    progress = s.progress[last]
                    if progress > YARD and owns(s, victim, last):
                        for way in range(ways_on(victim, progress)):
                            if cell_of[victim, next_place(victim, progress, way)] == cell:
                                return count_on(s, s.colour, cell) >= 2
        return False

    def ways_on_ring(colour: int, progress: int) -> int:
        """Return 1 up to the gate, else 0: the lane and home hold no pile of others."""
        return int(progress < gate)

    def ways_on_graph(colour: int, progress: int) -> Any:
        return forks[colour, progress]

    def next_on_ring(colour: int, progress: int, way: int) -> int:
        return progress + 1

    def next_on_graph(colour: int, progress: int, way: int) -> Any:
        return onward[colour, progress * width + way]

    ways_on, next_place = (ways_on_graph, next_on_graph) if width else (ways_on_ring, next_on_ring)

    def standing(s: RaceState, pile: int) -> int:
        """Return the own pieces on a square of the ring, a bit each."""
        bits = 0
        for index in range(pieces):
            progress = s.progress[s.colour * pieces + index]
            if YARD < progress < ring and cell_of[s.colour, progress] == pile:
                bits |= 1 << index
        return bits

    def by_bit(s: RaceState, index: int, obliged: int) -> int:
        return (obliged >> index) & 1 if index < pieces else 0

    def by_place(s: RaceState, index: int, obliged: int) -> int:
        """Return the same if there are more pieces than a number has bits."""
        piece = own_piece(s, index)
        if piece < 0 or not YARD < s.progress[piece] < ring:
            return 0
        return int(is_pile(s, cell_of[s.colour, s.progress[piece]]))

    def every(s: RaceState) -> int:
        return -1

    any_pile = any_wall if board.walls else perhaps
    find_piled, among = (every, by_place) if board.wide else (piled, by_bit)
    return hooks(prune=prune)
