"""Ludo with capture before home, blocks, three sixes, and teams.

Rules used: leave the yard on a six; blocks stop everybody; a lone enemy on an open square is
captured; a colour that has not captured goes round and round; a number too large still brings a
piece home; a six and a capture each earn another roll; the third six in a row is void.
Rules deliberately absent: no extra roll for coming home, no exact finish, no star jumps.
Sources: the rules of PettingZoo-Ludo by Sim43, commit 30855fa; clauses A-1 to A-58.
"""

from __future__ import annotations

from dataclasses import replace

from ludo_env._engine.arguments import check_choice, check_flag, whole_numbers
from ludo_env._engine.errors import SpecError
from ludo_env._engine.spec import Spec
from ludo_env._families.track.games.files import file_board, file_spec
from ludo_env._families.track.games.seats import chosen_seats, with_opening
from ludo_env._families.track.rules import bonus_finish, exact_finish, help_mate, three_sixes

SAFE_SQUARES: tuple[int, ...] = file_board("ludo").safe
MODES = ("ffa", "teams")


def ludo(
    num_players: int = 4,
    mode: str = "ffa",
    *,
    safe_squares: tuple[int, ...] = SAFE_SQUARES,
    exact_finish: bool = False,
    extra_roll_on_six: bool = True,
    extra_roll_on_capture: bool = True,
    extra_roll_on_finish: bool = False,
    share_when_stuck: bool = False,
    sixes_reset: str = "roll",
    first_player: str = "fixed",
    seats: tuple[int, ...] | None = None,
) -> Spec:
    """Return the spec of Ludo: 2 to 4 players, everybody alone or two teams of two."""
    check_choice("mode", mode, MODES)
    flags = {
        "exact_finish": exact_finish,
        "extra_roll_on_six": extra_roll_on_six,
        "extra_roll_on_capture": extra_roll_on_capture,
        "extra_roll_on_finish": extra_roll_on_finish,
        "share_when_stuck": share_when_stuck,
    }
    for name, flag in flags.items():
        check_flag(name, flag)
    teams = mode == "teams"
    places = chosen_seats(num_players, seats, {2: (0, 1), 3: (0, 1, 2), 4: (0, 1, 2, 3)})
    if teams and len(places) != 4:
        raise SpecError(f'mode="teams" needs 4 players, not {num_players}.')
    board = file_board(
        "ludo",
        seats=places,
        teams=(0, 1, 0, 1) if teams else (),
        safe=tuple(sorted(whole_numbers("safe_squares", safe_squares))),
    )
    spec = replace(file_spec("ludo"), board=board).replace(three_sixes(reset=sixes_reset))
    if exact_finish:
        spec = _exact(spec)
    if teams:
        spec = spec.with_rules(help_mate(when_stuck=share_when_stuck), after="all_home_wins")
    if not extra_roll_on_six:
        spec = spec.without("bonus_six")
    if not extra_roll_on_capture:
        spec = spec.without("bonus_capture")
    if extra_roll_on_finish:
        spec = spec.with_rules(bonus_finish())
    return with_opening(spec, first_player, dice=1)


def _exact(spec: Spec) -> Spec:
    return spec.with_rules(exact_finish(), after="leave_yard").without("overshoot_finishes")
