"""The simulator for planners: legal actions, successor states, and their probabilities.

States are passed and returned as records; those that are passed are not changed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

import numpy as np

from ludo_env._engine.arguments import is_integer, is_real, is_whole, number_of
from ludo_env._engine.errors import IllegalActionError, LudoError, quoted
from ludo_env._engine.family import DECIDE, OVER
from ludo_env._engine.game import Game
from ludo_env._engine.kernel import PLAY, REFUSED, ROLL, SETTLE
from ludo_env._engine.notation import numbers_in_words
from ludo_env._engine.state import Record
from ludo_env._engine.state_check import checked

# Number of states that are remembered as valid.
_REMEMBERED = 50_000

Chances = list[tuple[float, Record]]


class Simulator:
    """A game for simulation: one session, set to each queried state.

    A state is checked when it is first seen. The states in `sound`, such as that of a running game,
    and those that the simulator has returned are not checked.
    """

    def __init__(self, game: Game, seed: int = 0, sound: Iterable[Record] = ()) -> None:
        self.game = game
        self._session = game.session(seed=seed)
        # Copying bytes is several times faster than copying a record field by field.
        self._bytes = self._session.record.view(np.uint8)
        self._sound = {record.tobytes() for record in sound}

    def legal(self, record: Record) -> list[int]:
        """Return the legal actions of a state, in ascending order; empty without a decision."""
        self._load(record)
        self._session.run(0, 0)
        return self._listed()

    def play(self, record: Record, action: int) -> Record:
        """Return the state after an action; chance may be pending in it."""
        return self.plays(record, (action,))[0]

    def plays(self, record: Record, actions: Iterable[int]) -> list[Record]:
        """Return the states after each of some actions."""
        session, found = self._session, []
        for action in actions:
            # The first call marks the legal actions, on which PLAY relies.
            self._load(record)
            session.run(0, 0)
            number = number_of("A planner", action, self.game.actions)
            if session.run(PLAY, number) == REFUSED:
                raise IllegalActionError(f"Action {quoted(action)} is not legal in this state.")
            found.append(self._copy())
        return found

    def roll(self, record: Record, outcome: int) -> Record:
        """Return the state after the pending chance event, resolved as one of its outcomes.

        It is one that `game.outcomes(record)` lists, or another one that shows the same number.
        """
        self._check_outcome(record, outcome)
        return self._rolled(record, outcome)

    def chance(self, record: Record, least: float = 0.004, most: int = 64) -> Chances:
        """Return the possible next decisions or ends, with probabilities that add up to 1.

        All dice of a throw are resolved. Branches less likely than `least` are sampled instead of
        enumerated, and so are the rest when there are `most` branches. So unbounded throws and
        deals of cards terminate.
        """
        self._checked(record)
        found: dict[bytes, tuple[float, Record]] = {}
        waiting = deque([(1.0, record)])
        while waiting:
            likely, state = waiting.popleft()
            if state["phase"][0] >= DECIDE:
                key = state.tobytes()
                before = found[key][0] if key in found else 0.0
                found[key] = (before + likely, state)
            elif likely < least or len(found) + len(waiting) >= most:
                # First in the queue: it is a decision now, so it makes room.
                waiting.appendleft((likely, self.settle(state)))
            else:
                for outcome, share in self.game.outcomes(state):
                    waiting.append((likely * share, self._rolled(state, outcome)))
        return list(found.values())

    def settle(self, record: Record) -> Record:
        """Return the next decision or end, with chance drawn from the simulator's stream."""
        self._load(record)
        self._session.run(SETTLE, 0)
        return self._copy()

    def try_out(self, record: Record, action: int) -> tuple[Record, list[int]]:
        """Return the next decision after an action, with chance drawn, and its legal actions."""
        self._load(record)
        self._session.run(0, 0)
        number = number_of("A planner", action, self.game.actions)
        if self._session.run(PLAY | SETTLE, number) == REFUSED:
            raise IllegalActionError(f"Action {quoted(action)} is not legal in this state.")
        return self._copy(), self._listed()

    def returns(self, record: Record) -> list[float]:
        """Return what each player gets: zeros until the game is over."""
        return self.game.returns(record)

    def seat(self, record: Record) -> int:
        """Return the player to act."""
        self._checked(record)
        return int(record["seat"][0])

    def is_over(self, record: Record) -> bool:
        """Return whether the game has ended or was aborted."""
        self._checked(record)
        return bool(record["phase"][0] >= OVER)

    def _rolled(self, record: Record, outcome: int) -> Record:
        self._load(record)
        self._session.run(ROLL, outcome)
        return self._copy()

    def _check_outcome(self, record: Record, outcome: int) -> None:
        """Refuse an outcome that the pending chance event of a state does not have."""
        self._load(record)
        state = self.game.layout.unpack(self._session.record)
        if state.phase >= DECIDE:
            raise LudoError(
                f"roll() was given the outcome {quoted(outcome)}, and no chance event is pending "
                "in this state."
            )
        stands = self.game.plain.machine.stands
        known = [number for number in range(state.sides) if stands(state, number)]
        if not is_integer(outcome) or outcome not in known:
            raise LudoError(
                f"The outcomes of the pending chance event are {numbers_in_words(known)}, "
                f"not {quoted(outcome)}."
            )

    def _listed(self) -> list[int]:
        """Return the legal actions that the session has marked."""
        if self._session.record["phase"][0] != DECIDE:
            return []
        return [int(action) for action in np.flatnonzero(self._session.mask)]

    def _load(self, record: Record) -> None:
        self._bytes[:] = np.frombuffer(self._checked(record), np.uint8)

    def _checked(self, record: Record) -> bytes:
        """Return a state as bytes; check it if it is new."""
        state = record.tobytes() if isinstance(record, np.ndarray) else b""
        if state not in self._sound or record.dtype != self._session.record.dtype:
            checked(self.game, record)
            self._remember(state)
        return state

    def _copy(self) -> Record:
        state = self._bytes.tobytes()
        self._remember(state)
        copied: Record = np.frombuffer(bytearray(state), self._session.record.dtype)
        return copied

    def _remember(self, state: bytes) -> None:
        if len(self._sound) >= _REMEMBERED:
            self._sound.clear()
        self._sound.add(state)


def whole_number(agent: str, name: str, value: object, low: int) -> int:
    """Return a parameter that must be a whole number from `low` on."""
    if not is_whole(value, low):
        raise LudoError(f"{agent}: {name} is a whole number from {low}, not {quoted(value)}.")
    return value


def duration(agent: str, value: object) -> float | None:
    """Return a time limit: seconds above 0, or None for no limit."""
    if value is None:
        return None
    if not is_real(value) or not value > 0:
        raise LudoError(f"{agent}: seconds is a number above 0 or None, not {quoted(value)}.")
    return float(value)
