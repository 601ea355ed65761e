"""Players may double the stake before a throw; the opponent accepts or resigns.  Clause: L-13.

Before a throw the player chooses to roll or to double. After a double the opponent takes it or
drops. A player who takes owns the cube, and only the owner may double again; at first both may.
"""

from __future__ import annotations

from typing import Any, Protocol

from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Field, Hooks, field, hooks, rule
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables

MOST = 1024
# The stages of a turn: before the choice; roll chosen; doubled; taken; dropped; dice thrown.
ASKED, ROLLS, DOUBLED, TAKEN, DROPPED, THROWN = range(6)
# The actions that the rule offers.
ROLL, DOUBLE, TAKE, DROP = range(4)
WORDS = ("roll", "double the stake", "take the double", "drop, and lose the stake")


class CubeState(RaceState, Protocol):
    """A race with this rule: its cube."""

    cube: int
    cube_owner: int
    cube_turn: int


def _fields(highest: int) -> tuple[Field, ...]:
    """Declare the number on the cube, its owner (1 for player 0, 2 for player 1), and the stage."""
    if not 2 <= highest <= MOST or highest & (highest - 1):
        raise SpecError(f"doubling_cube.highest is 2, 4, 8 .. up to {MOST}, not {quoted(highest)}.")
    return (
        field("cube", low=1, high=highest, start=1, observe="value", key="cube"),
        field("cube_owner", high=2, observe="player", key="owner"),
        field("cube_turn", high=THROWN, observe="onehot", key="asked"),
    )


@rule(
    clauses="L-13",
    fields=_fields,
    facts={"extras": len(WORDS)},
    after="first_player_rolls",
    wants="a player who doubles",
)
def doubling_cube(board: Tables, highest: int = 64) -> Hooks:
    """Before a throw a player may double the stake; the other takes it or loses the old stake."""
    if board.players != 2:
        raise SpecError(f"doubling_cube is for two players, not {board.players}.")
    side, dice_left = board.side, board.ask.dice_left

    def draws(s: CubeState) -> int:
        """Throw no die before the player has chosen to roll or double, to take or drop."""
        if s.cube_turn == DOUBLED:
            return 0
        if s.cube_turn == ASKED and dice_left(s) == 0 and may_double(s):
            return 0
        s.cube_turn = THROWN
        return NO_OPINION

    def may_double(s: CubeState) -> Any:
        return s.cube < highest and (s.cube_owner == 0 or s.cube_owner == s.seat + 1)

    def offers(s: CubeState, extra: int) -> bool:
        if s.cube_turn == DOUBLED:
            return extra >= TAKE
        return extra <= DOUBLE and s.cube_turn == ASKED and dice_left(s) == 0

    def performs(s: CubeState, hits: int, extra: int) -> int:
        if extra == ROLL:
            s.cube_turn = ROLLS
        elif extra == DOUBLE:
            s.cube_turn = DOUBLED
        elif extra == TAKE:
            s.cube = 2 * s.cube
            s.cube_owner = s.seat + 1
            s.cube_turn = TAKEN
        elif extra == DROP:
            s.cube_turn = DROPPED
        return hits

    def again(s: CubeState, steps: int, hits: int, arrived: bool) -> bool:
        """Let a player who chooses to roll keep the turn."""
        return s.cube_turn == ROLLS  # type: ignore[no-any-return]

    def turn_ends(s: CubeState, player: int) -> None:
        if s.cube_turn not in (DOUBLED, TAKEN):
            s.cube_turn = ASKED

    def next_player(s: CubeState, player: int) -> int:
        """Let the opponent answer a double; the player who doubled then throws."""
        return 1 - player if s.cube_turn in (DOUBLED, TAKEN) else NO_OPINION

    def over(s: CubeState, colour: int) -> Any:
        return side[1 - s.seat] if s.cube_turn == DROPPED else NO_OPINION

    def stakes(s: CubeState, stake: int) -> Any:
        return stake * s.cube

    def say_extra(extra: int) -> Any:
        return WORDS[extra] if extra < len(WORDS) else NO_OPINION

    return hooks(
        draws=draws,
        offers=offers,
        performs=performs,
        again=again,
        turn_ends=turn_ends,
        next_player=next_player,
        over=over,
        stakes=stakes,
        say_extra=say_extra,
    )
