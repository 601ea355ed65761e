"""Strict Ludo: one or two dice, protected entries, everything on a square captured.

Rules used: leave on a six; landing on enemies captures all of them; a piece on its own entry is
protected; the lane is entered at the gate, own pieces are not passed in it, home needs the exact
number; two dice are two moves. The highest roll starts.
Rules deliberately absent: no extra roll for anything, no blocks, no safe squares but the entries.
Sources: "Ludo Definition" by FernE047 (ludo_minimax, 6b4b110), rules 1 to 53; clauses B-1 to B-64.
"""

from __future__ import annotations

from dataclasses import replace

from ludo_env._engine.arguments import check_flag, is_whole
from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.spec import Spec
from ludo_env._families.track.games.files import file_board, file_spec
from ludo_env._families.track.games.seats import chosen_seats, with_opening
from ludo_env._families.track.rules import dice as ordinary_dice
from ludo_env._families.track.rules import no_passing_in_lane, protected_entry

END_PATHS = (4, 5)


def strict_ludo(
    num_players: int = 4,
    *,
    dice: int = 1,
    end_path: int = 5,
    corners: bool = False,
    protected_landing: str = "illegal",
    end_path_stack: bool = True,
    first_player: str = "roll",
    seats: tuple[int, ...] | None = None,
) -> Spec:
    """Return the spec of Strict Ludo: 2 to 4 players, one or two dice, a lane of 4 or 5 squares."""
    if not is_whole(end_path, *END_PATHS):
        raise SpecError(f"end_path is 4 or 5, not {quoted(end_path)}.")
    if not is_whole(dice, 1, 2):
        raise SpecError(f"This game is played with one or two dice, not {quoted(dice)}.")
    check_flag("corners", corners)
    check_flag("end_path_stack", end_path_stack)
    places = chosen_seats(num_players, seats, {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)})
    board = file_board("strict", end_path=end_path, corners=corners, seats=places)
    spec = replace(file_spec("strict"), board=board).replace(
        ordinary_dice(count=dice),
        no_passing_in_lane(stack=end_path_stack),
        protected_entry(landing=protected_landing),
    )
    return with_opening(spec, first_player, dice)
