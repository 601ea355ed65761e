"""French two-dice Ludo: double sixes, prisons, jumps and sweeps, the special exit, obligations.

Rules used: two dice, thrown again after 6+6, all kept in a bag; a die alone jumps, dice together
sweep and stop at the first capture; prisoners are bought back with a six; a block on the own entry
is broken by a special exit; three obligations on what must be played first or together.
Rules deliberately absent: no extra turn for a capture or for other doubles, no captures on the
four safe squares, no end of the turn for a six that cannot be played.
Sources: the rules of AMERICAIN by sethAGBA, commit cf426b3, in French; clauses E-1 to E-64.
"""

from __future__ import annotations

from dataclasses import replace

from ludo_env._engine.arguments import check_flag
from ludo_env._engine.spec import Spec
from ludo_env._families.track.games.files import file_board, file_spec
from ludo_env._families.track.games.seats import chosen_seats, with_opening
from ludo_env._families.track.rules import forced_unblocking, single_pawn, sweep


def french_ludo(
    num_players: int = 4,
    *,
    exit_sweep_includes_entry: bool = False,
    unblock_scope: str = "first",
    single_pawn_scope: str = "all",
    first_player: str = "fixed",
    seats: tuple[int, ...] | None = None,
) -> Spec:
    """Return the spec of French two-dice Ludo for 2 to 4 players."""
    check_flag("exit_sweep_includes_entry", exit_sweep_includes_entry)
    places = chosen_seats(num_players, seats, {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)})
    spec = replace(file_spec("french"), board=file_board("french", seats=places)).replace(
        sweep(includes_entry=exit_sweep_includes_entry),
        forced_unblocking(scope=unblock_scope),
        single_pawn(scope=single_pawn_scope),
    )
    return with_opening(spec, first_player, dice=2)
