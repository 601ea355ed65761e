"""The effects of an action: one frozen value, for descriptions, views, hints, pictures and replays.

A family adds what moves on its boards (`_families/track/effects.py`, `_families/grid/effects.py`).
Effects end where chance begins: the outcome of a lot or of the next roll is not included.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ludo_env._engine.arguments import is_integer
from ludo_env._engine.errors import IllegalActionError, quoted
from ludo_env._engine.family import DECIDE, OVER
from ludo_env._engine.state import Plain, Record

if TYPE_CHECKING:
    from ludo_env._engine.game import Game

# The action and the dice of effects that were derived from two positions.
UNKNOWN = -1
_KEPT = 4  # decisions of a game


@dataclass(frozen=True)
class Effects:
    """What an action did, in any game."""

    action: int  # UNKNOWN if only the positions before and after were known
    player: int  # the player who acted
    dice: tuple[int, ...]  # indices of the dice (or cards) shown that it uses up
    over: bool  # whether the game ends with it, before any chance
    winners: tuple[int, ...]  # the winners at that end; empty in a draw

    @property
    def captures_any(self) -> bool:
        """Return whether it captures from another player, at once or in a lot that follows."""
        raise NotImplementedError


class Decision:
    """A state in which a player decides, with all legal actions, in plain Python."""

    def __init__(self, game: Game, record: Record) -> None:
        self.game = game
        self.state = game.layout.unpack(record)
        self.legal: list[int] = []  # in ascending order
        mask, self.notes, choices = game.scratch()
        if self.state.phase != DECIDE:
            return
        count = game.plain.machine.find(self.state, mask, self.notes, choices)
        self.legal = sorted(int(action) for action in choices[:count])

    def asked(self, actions: Iterable[int] | None) -> list[int]:
        """Return these actions, or all legal ones; refuse one that is not legal."""
        if actions is None:
            return self.legal
        wanted = list(actions)
        for action in wanted:
            if not is_integer(action) or action not in self.legal:
                nobody = "; nobody is to decide" if self.state.phase != DECIDE else ""
                raise IllegalActionError(
                    f"Action {quoted(action)} is not legal in this state{nobody}."
                )
        return [int(action) for action in wanted]


def decision_of(game: Game, record: Record) -> Decision:
    """Return the decision of a state; the latest ones are kept, since several callers need them."""
    key = record.tobytes()
    found = game.decisions.get(key)
    if found is None:
        found = game.decisions[key] = Decision(game, record)
        while len(game.decisions) > _KEPT:
            game.decisions.popitem(last=False)
    return found


def end_of(game: Game, state: Plain) -> tuple[bool, tuple[int, ...]]:
    """Return whether the game has ended in a state, and the winners."""
    if state.phase != OVER:
        return bool(state.phase > OVER), ()
    gains = [game.plain.machine.reward(state, player) for player in range(game.players)]
    return True, tuple(player for player, gain in enumerate(gains) if gain > 0)


def copied(state: Plain, **seen: Any) -> Plain:
    """Return a copy of a state to play on, with the values of `seen` as more attributes."""
    copy = Plain(vars(state))
    vars(copy).update(seen)
    return copy
