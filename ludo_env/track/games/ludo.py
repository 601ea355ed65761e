"""Ludo with capture before home, blocks, three sixes, and teams.

Rules used: leave the yard on a six; blocks stop everybody; a lone enemy on an open square is
captured; a colour that has not captured goes round and round; a number too large still brings a
piece home; a six and a capture each earn another roll; the third six in a row is void.
Rules deliberately absent: no extra roll for coming home, no exact finish, no star jumps.
Sources: the rules of PettingZoo-Ludo by Sim43, commit 30855fa; clauses A-1 to A-58.
"""

from __future__ import annotations

from ludo_env.core.errors import SpecError
from ludo_env.core.rule import Rule
from ludo_env.core.spec import Spec
from ludo_env.track.board import cross
from ludo_env.track.family import TRACK
from ludo_env.track.games.seats import chosen_seats, opening_rules
from ludo_env.track.rules import (
    all_home_wins,
    blocks,
    bonus_capture,
    bonus_finish,
    bonus_six,
    capture_before_home,
    capture_lone,
    dice,
    exact_finish,
    help_mate,
    leave_yard,
    overshoot_finishes,
    three_sixes,
)

SAFE_SQUARES = (0, 8, 13, 21, 26, 34, 39, 47)
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
    """The spec of Ludo: 2 to 4 players, everybody for himself or two teams of two."""
    if mode not in MODES:
        raise SpecError(f"mode is one of {', '.join(MODES)}, not {mode!r}.")
    teams = mode == "teams"
    places = chosen_seats(num_players, seats, {2: (0, 1), 3: (0, 1, 2), 4: (0, 1, 2, 3)})
    if teams and len(places) != 4:
        raise SpecError(f'mode="teams" needs 4 players, not {num_players}.')
    board = cross(
        seats=places, teams=(0, 1, 0, 1) if teams else (), safe=tuple(sorted(safe_squares))
    )
    rules: list[Rule] = [
        *opening_rules(first_player, dice=1),
        dice(),
        three_sixes(reset=sixes_reset),
        leave_yard(),
        _finish(exact_finish),
        blocks(),
        capture_lone(),
        capture_before_home(),
        all_home_wins(),
    ]
    if teams:
        rules.append(help_mate(when_stuck=share_when_stuck))
    if extra_roll_on_six:
        rules.append(bonus_six())
    if extra_roll_on_capture:
        rules.append(bonus_capture())
    if extra_roll_on_finish:
        rules.append(bonus_finish())
    return Spec("ludo", TRACK, board, tuple(rules))


def _finish(exact: bool) -> Rule:
    return exact_finish() if exact else overshoot_finishes()
