"""The dealer: one running game with its dice, scripted or drawn, for an environment.

An environment (AEC, parallel, ...) calls `start`, `play`, `look`; the dealer keeps the session, the
list of scripted dice and the state that can be saved. It knows nothing of agents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ludo_env._engine.arguments import is_integer
from ludo_env._engine.chance import draw
from ludo_env._engine.errors import LudoError, PositionError, StateError, quoted
from ludo_env._engine.family import DECIDE, DIE
from ludo_env._engine.game import Game
from ludo_env._engine.kernel import AUTO_PASS, BEGIN, OBSERVE, PLAY, ROLL, SETTLE, unpack_status
from ludo_env._engine.notation import numbers_in_words
from ludo_env._engine.session import STREAM_LAYOUT
from ludo_env._engine.state import Record
from ludo_env._engine.state_check import adopted, check_streams, checked
from ludo_env._engine.state_signature import is_signed, signature
from ludo_env._envs.option_warnings import warn_of_slips

_MOST_DICE = 1_000_000  # in a script
# Limit on successive chance events: the rules never let a player decide.
_MOST_EVENTS = 20_000
_NO_DECISION = (
    f"After {_MOST_EVENTS} chance events nobody was to decide; the rules do not let them."
)


class Dealt(NamedTuple):
    """A copy of everything that play depends on; the arrays are read-only."""

    record: Record
    stream: Record
    script: tuple[int, ...]
    sign: bytes = b""  # set by the process that copied it from a running game


class Dealer:
    """A game in play, with a list of dice that are used before random ones."""

    def __init__(self, game: Game, style: str, auto_pass: bool) -> None:
        self.game = game
        self.session = game.session(style)
        self.script: list[int] = []
        self._always = OBSERVE | (AUTO_PASS if auto_pass else 0)
        self.step_ops = PLAY | SETTLE | self._always

    def start(self, seed: int | None, options: Mapping[str, Any] | None) -> int:
        """Begin a game, with the position and dice of the options; return the status.

        Nothing changes on an error.
        """
        text, script = _read_options(options, self.game.facts.faces)
        record, waiting = (None, "") if text is None else self.game.read(text)
        before = self._snapshot()
        try:
            if seed is not None:
                self.session.reseed(seed)
            self.script[:] = script
            if record is None:
                return self._settle(self._run(BEGIN, 0))
            self.session.load(record)
            if waiting:
                self._end_opening()
                self.session.load(self.game.hand_dice(self.session.record, waiting))
            return self._settle(self.refresh())
        except BaseException:
            self._go_back(before)
            raise

    def play(self, action: int) -> int:
        """Play an action, resolve pending chance, and return the status.

        For an illegal action the status is REFUSED, and nothing changes.
        """
        if not self.script:
            return int(self.session.run(self.step_ops, action))
        before = self._snapshot()
        try:
            return self._settle(self._run(PLAY, action))
        except BaseException:
            self._go_back(before)
            raise

    def _go_back(self, before: Dealt) -> None:
        """Restore the state before the call, including the row of the player to act."""
        self.put(before)
        self.refresh()

    def save(self) -> Dealt:
        """Return everything that play depends on."""
        dealt = self._snapshot()
        parts = (dealt.record.tobytes(), dealt.stream.tobytes(), dealt.script)
        return dealt._replace(sign=signature(*self._parts(*parts)))

    def load(self, dealt: Dealt) -> None:
        """Restore a saved state; raise a `StateError` on one that this game cannot have."""
        self.put(self.checked(dealt))

    def checked(self, dealt: Any) -> Dealt:
        """Return a copy of a saved state after checking all of it."""
        if not isinstance(dealt, Dealt) or not all(
            isinstance(array, np.ndarray) for array in (dealt.record, dealt.stream)
        ):
            raise StateError(f"A saved game is what save() returned, not {quoted(dealt)}.")
        # Copied before the check, so that nothing changes between check and use.
        state, chance = dealt.record.tobytes(), dealt.stream.tobytes()
        kinds, script = (dealt.record.dtype, dealt.stream.dtype), dealt.script
        if (
            kinds == (self.game.layout.dtype, STREAM_LAYOUT.dtype)
            and type(script) is tuple
            and all(type(die) is int for die in script)
            and is_signed(dealt.sign, *self._parts(state, chance, script))
        ):
            record, stream = np.frombuffer(state, kinds[0]), np.frombuffer(chance, kinds[1])
            return dealt._replace(record=record, stream=stream)
        record = checked(self.game, adopted(self.game, dealt.record), chance=False)
        stream = STREAM_LAYOUT.copied(dealt.stream)
        check_streams(stream)
        return Dealt(record, stream, tuple(_read_dice(script, self.game.facts.faces)))

    def put(self, dealt: Dealt) -> None:
        """Restore what `checked` has returned."""
        self.session.load(dealt.record, dealt.stream)
        self.script[:] = dealt.script

    def refresh(self) -> int:
        """Mark the legal actions again after a load; return the status."""
        return self._run(0, 0)

    def _snapshot(self) -> Dealt:
        """Return the same without a signature, which is slow for a long script of dice."""
        record, stream = self.session.record, self.session.stream
        return Dealt(
            np.frombuffer(record.tobytes(), record.dtype),
            np.frombuffer(stream.tobytes(), stream.dtype),
            tuple(self.script),
        )

    def _parts(self, state: bytes, chance: bytes, script: tuple[int, ...]) -> tuple[bytes, ...]:
        """Return what the signature of a saved state covers."""
        return self.game.identity, state, chance, repr(script).encode() if script else b""

    def _run(self, ops: int, value: int) -> int:
        return int(self.session.run(ops | self._always, value))

    def _settle(self, status: int) -> int:
        """Resolve chance, scripted dice first, until a player must decide."""
        for _ in range(_MOST_EVENTS):
            if unpack_status(status)[1] >= DECIDE:
                return status
            status = self._chance(status)
        raise LudoError(_NO_DECISION)

    def _chance(self, status: int) -> int:
        """Resolve one chance event, or all that are pending if no scripted dice are left."""
        if not self.script:
            return self._run(SETTLE, 0)
        return self._run(ROLL, self._outcome(unpack_status(status)[1]))

    def _outcome(self, phase: int) -> int:
        """Return the outcome of a chance event; only dice are scripted, never a toss."""
        if phase != DIE or not self.script:
            return self._drawn()
        outcome = self.game.outcome_of(self.session.record, self.script[0])
        if outcome < 0:
            raise LudoError(f"options['dice']: {self.script[0]} cannot come up now.")
        del self.script[0]
        return outcome

    def _drawn(self) -> int:
        """Draw once from the stream, outside the kernel."""
        stream = STREAM_LAYOUT.unpack(self.session.stream)
        outcome = draw(stream, int(self.session.record["sides"][0]))
        STREAM_LAYOUT.pack(stream, self.session.stream)
        return outcome

    def _end_opening(self) -> None:
        """Resolve chance events one by one, until the first player is known."""
        for _ in range(_MOST_EVENTS):
            if not self.session.record["opening"][0]:
                return
            self._run(ROLL, self._outcome(int(self.session.record["phase"][0])))
        raise LudoError(_NO_DECISION)


def _read_options(
    options: Mapping[str, Any] | None, faces: Sequence[int]
) -> tuple[str | None, list[int]]:
    """Return the position text and the dice of the options; unknown options are ignored."""
    if options is None:
        return None, []
    if not isinstance(options, Mapping):
        raise LudoError(f"options is a dictionary, not {type(options).__name__}.")
    warn_of_slips(options, ("position", "dice"))
    text = options.get("position")
    if text is not None and not isinstance(text, str):
        raise PositionError(f"options['position'] is a text, not {type(text).__name__}.")
    return text, _read_dice(options.get("dice"), faces)


def _read_dice(dice: Any, faces: Sequence[int]) -> list[int]:
    if dice is None:
        return []
    wanted = f"options['dice'] is a list of numbers {numbers_in_words(faces)}"
    if isinstance(dice, (str, bytes, Mapping)) or not isinstance(dice, (Sequence, np.ndarray)):
        raise LudoError(f"{wanted}, not {quoted(dice)}.")
    if isinstance(dice, np.ndarray) and dice.ndim != 1:
        raise LudoError(f"{wanted}, not {quoted(dice)}.")
    if len(dice) > _MOST_DICE:
        raise LudoError(f"{wanted}, at most {_MOST_DICE} of them; {len(dice)} are too many.")
    values = []
    for die in dice:
        if not is_integer(die):
            raise LudoError(f"{wanted}; {quoted(die)} is not one of them.")
        if die not in faces:
            raise LudoError(f"{wanted}; {quoted(die)} is out of range.")
        values.append(int(die))
    return values
