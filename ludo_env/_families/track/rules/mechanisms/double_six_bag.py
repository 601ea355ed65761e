"""Two dice a throw; 6+6 throws again; everything thrown goes into a bag.  Clauses: E-10 to E-12.

The bag is `bag_sixes` sixes and at most two other dice, `bag_high` >= `bag_low` (0: not there; a
single one is always the high one). A use of the bag is any handful of its dice for one piece:

    use = 4 * sixes + 2 * (the high die) + 1 * (the low die)      sixes 0..10
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ludo_env._engine.errors import PositionError, cut
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hooks, field, hooks, rule
from ludo_env._families.track.questions import THROW_AGAIN
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables

MOST_SIXES = 10  # in one play; the rules do not bound the bag itself
FULL = 9999  # sixes that the bag counts; more are too improbable
USES = 4 * (MOST_SIXES + 1)
ONE_SIX = 4  # the use that takes a single six


class BagState(RaceState, Protocol):
    """A race with this rule: its bag."""

    bag_sixes: int
    bag_high: int
    bag_low: int


@rule(
    clauses="E-10 E-11 E-12 E-24 E-60 E-61 E-62",
    fields=(
        field("bag_sixes", high=FULL, observe="value", shown=12, actor_only=True, written=True),
        field("bag_high", high=5, observe="onehot", actor_only=True, written=True),
        field("bag_low", high=5, observe="onehot", actor_only=True, written=True),
    ),
    facts={
        "dice": 2,
        "faces": (1, 2, 3, 4, 5, 6),
        "uses": USES,
        "longest": 6 * MOST_SIXES + 10,
        "by_piece": True,
        "keys": {"played": "played"},
    },
    role="mechanism",
)
def double_six_bag(board: Tables) -> Hooks:
    """Two dice are thrown, again after each 6+6; then the dice are played alone or together."""

    def take(s: BagState, face: int, index: int) -> None:
        """Put a die into the bag; a 0 empties it."""
        if face == 0:
            s.bag_sixes = 0
            s.bag_high = 0
            s.bag_low = 0
        elif face == 6:
            s.bag_sixes = min(s.bag_sixes + 1, FULL)
        elif face > s.bag_high:
            s.bag_low = s.bag_high
            s.bag_high = face
        else:
            s.bag_low = face

    def after_roll(s: BagState, player: int, face: int) -> int:
        """Throw again after 6+6, the only throw that leaves nothing but sixes in the bag."""
        return THROW_AGAIN if s.bag_high == 0 else NO_OPINION

    def uses(s: BagState) -> int:
        return 4 * (min(s.bag_sixes, MOST_SIXES) + 1)

    def pips(s: BagState, use: int) -> int:
        high, low = (use >> 1) & 1, use & 1
        if sixes_in(s, use) > s.bag_sixes or (high and not s.bag_high) or (low and not s.bag_low):
            return 0
        if low and not high and s.bag_low == s.bag_high:
            return 0  # the same as the high one alone
        return 6 * sixes_in(s, use) + high * s.bag_high + low * s.bag_low

    def spend(s: BagState, use: int) -> None:
        s.bag_sixes -= sixes_in(s, use)
        if use & 2:
            s.bag_high = 0
        if use & 1:
            s.bag_low = 0
        if s.bag_high == 0:
            s.bag_high = s.bag_low
            s.bag_low = 0

    def unspent(s: BagState) -> bool:
        return dice_left(s) > 0

    def dice_in(s: BagState, use: int) -> int:
        return (use >> 2) + ((use >> 1) & 1) + (use & 1)

    def sixes_in(s: BagState, use: int) -> int:
        return use >> 2

    def dice_left(s: BagState) -> int:
        return s.bag_sixes + (s.bag_high > 0) + (s.bag_low > 0)

    def sixes_left(s: BagState) -> int:
        return s.bag_sixes

    def six_use(s: BagState) -> int:
        return ONE_SIX if s.bag_sixes > 0 else NO_OPINION

    def thrown(s: BagState, number: int) -> int:
        """Return how many dice of the throw show this; each six leaves `high` or `low` empty."""
        if number == 6:
            return int(s.bag_low == 0) + int(s.bag_high == 0)
        return int(s.bag_high == number) + int(s.bag_low == number)

    def is_double(s: BagState) -> int:
        return int(s.bag_high == s.bag_low)

    def write_dice(s: BagState) -> str:
        others = [face for face in (s.bag_high, s.bag_low) if face]
        return ",".join(map(str, [6] * s.bag_sixes + others)) or "-"

    def read_dice(s: BagState, words: Sequence[str]) -> None:
        text = ",".join(words)
        for word in words:
            if word not in ("1", "2", "3", "4", "5", "6"):
                raise PositionError(f"dice={cut(text)}: a die shows 1..6, not {cut(word)}.")
        if sum(word != "6" for word in words) > 2:
            raise PositionError(f"dice={cut(text)}: a bag holds sixes and at most two other dice.")
        for word in words:
            take(s, int(word), 0)

    def say_dice(s: BagState, use: int) -> str:
        high, low = (use >> 1) & 1, use & 1
        faces = [6] * sixes_in(s, use) + [s.bag_high] * high + [s.bag_low] * low
        return "+".join(map(str, faces)) + (" combined" if len(faces) > 1 else "")

    return hooks(
        dice_in=dice_in,
        sixes_in=sixes_in,
        dice_left=dice_left,
        sixes_left=sixes_left,
        six_use=six_use,
        thrown=thrown,
        is_double=is_double,
        take=take,
        after_roll=after_roll,
        uses=uses,
        pips=pips,
        spend=spend,
        unspent=unspent,
        write_dice=write_dice,
        read_dice=read_dice,
        say_dice=say_dice,
    )
