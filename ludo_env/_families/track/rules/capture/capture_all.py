"""Landing on enemies captures all of them.  Clauses: B-35, B-42."""

from __future__ import annotations

from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.occupancy import enemies_on
from ludo_env._families.track.pieces import sending_home
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables


@rule(
    clauses="B-29 B-33 B-34 B-35 B-42",
    role="capture",
    facts={"hits_pairs": True, "entry_safe": True},
    wants="enemies where a piece may land",
)
def capture_all(board: Tables) -> Hooks:
    """Landing on a square of the ring sends every unprotected enemy on it back to its yard."""
    ring, players, side = board.ring, board.players, board.side
    sheltered, cell_of = board.sheltered, board.cell
    any_enemy, send_home = enemies_on(board), sending_home(board)

    def react(s: RaceState, hits: int, colour: int, piece: int, cell: int) -> int:
        if cell >= ring or sheltered[cell] or not any_enemy(s, colour, cell):
            return hits
        for victim in range(players):
            if side[victim] != side[colour] and not is_protected(victim, cell):
                hits += send_home(s, victim, cell)
        return hits

    def is_protected(victim: int, cell: int) -> bool:
        return cell_of[victim, 0] == cell

    return hooks(react=react)
