"""Which races can reach a position in which nobody can ever move again.

The check runs when a game is read from a file, so that games that can never stop need no watching
(`_families/track/stall_detection.py`). It is a proof, not a trial: what it cannot rule out is
assumed to be possible. A game can never stall if both are true:

1. A piece that is alone on the board can always move on, with some throw, from every place.
2. Where pieces can block each other, the board is a ring with so much room that one of those
   on it has the smallest step of the dice free before it; and the foremost piece of a lane has
   no piece before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from ludo_env._engine.compile.cache_key import contents_of
from ludo_env._engine.composition.needs import touched_by
from ludo_env._engine.composition.phases import flags_in, setting
from ludo_env._engine.errors import SpecError
from ludo_env._engine.family import DECIDE
from ludo_env._engine.rule import Rule
from ludo_env._engine.state import Plain, table
from ludo_env._families.track.actions import numbers_of
from ludo_env._families.track.board import Board
from ludo_env._families.track.pieces import placing
from ludo_env._families.track.rules.turns.stalled_game_draws import stalled_game_draws
from ludo_env._families.track.stall_detection import unprovable
from ludo_env._families.track.tables import BACKWARD, YARD

if TYPE_CHECKING:
    from ludo_env._engine.game import Game
    from ludo_env._engine.spec import Spec

# Answers of a rule that can keep a piece from moving.
_BARS = (
    *("may_move", "may_use", "may_pass", "may_land", "held", "halts"),
    *("enters", "leads", "carried", "way", "overshoot"),
)
_MOST_FLAGS = 3


def by_default(spec: Spec) -> tuple[Rule, ...]:
    """Return the rule that watches for a stall, if a game may stall and does not have the rule."""
    try:
        watched = spec.facts.stalls or not may_stall(spec)
    except SpecError:  # it cannot be played, and is refused for that
        return ()
    return () if watched else (stalled_game_draws(),)


def may_stall(spec: Spec) -> bool:
    """Return whether a game may stall in a way that can be noticed, as far as is known."""
    return _may_stall(spec, contents_of(spec.rules, spec.family))


@lru_cache(maxsize=256)
def _may_stall(spec: Spec, contents: str) -> bool:
    try:
        return not _can_never_stall(spec)
    except SpecError:
        raise
    except Exception:  # noqa: BLE001  (a rule of the user's own can raise anything)
        return True


def _can_never_stall(spec: Spec) -> bool:
    """Return whether there is a proof that it cannot, or that nobody could notice it."""
    if spec.facts.limited or unprovable(spec.facts):
        return True
    known = {maker.path for maker in spec.family.library.values()}
    tables = spec.family.tables(spec.board, table, spec.facts)
    house = [rule for rule in spec.rules if rule.path not in known and not rule.ties.bars]
    if any(_asked_for_moves(spec) & set(rule.hooks(tables)) for rule in house):
        return False
    from ludo_env._engine.game import game_of

    game = game_of(spec, "python")
    flags = flags_in(list(game.layout.fields))
    barring = [rule for rule in spec.rules if _goes_by_others(game, rule)]
    if len(flags) > _MOST_FLAGS or not all(rule.ties.bars for rule in barring):
        return False
    proof = _Proof(game, flags, crowded=bool(barring))
    return all(proof.holds(phases) for phases in range(2 ** len(flags)))


def _asked_for_moves(spec: Spec) -> set[str]:
    """Return the questions that a rule may answer to bar a way, throw, or remove moves."""
    asked = spec.family.questions.values()
    return {*_BARS, *(one.name for one in asked if one.fold == "one" or one.late)}


def _goes_by_others(game: Game, rule: Rule) -> bool:
    """Return whether a rule bars ways by more than the piece, the dice, and opening flags."""
    answered = game.plain.answers
    hooks = {name: hook for name in _BARS for one, hook in answered[name] if one is rule}
    if rule.ties.role == "mechanism" or not hooks:
        return False
    free = {name for name, kept in game.layout.fields.items() if kept.opens}
    touched = touched_by(hooks, game.spec.family.questions).all
    return bool(rule.ties.bars or touched - free - {"progress"})


class _Proof:
    """The proof for one game, phase by phase."""

    def __init__(self, game: Game, flags: list[str], *, crowded: bool) -> None:
        self.game, self.board, self.machine = game, game.spec.board, game.plain.machine
        self.laws, self.crowded, self.flags = game.plain.laws, crowded, flags
        self.place, self.change = placing(game.plain.tables), setting(flags)
        self.opens = [kept.name for kept in game.layout.fields.values() if kept.opens]
        self.branches = numbers_of(game.plain.tables, game.facts).branches

    def holds(self, phases: int) -> bool:
        """Return whether some player can always move in these phases."""
        for is_open in (0, 1) if self.opens else (0,):
            s = self._start(phases, is_open)
            faces = self._by_steps(s)
            if not faces or not all(self._moves_on(s, faces, one) for one in self._colours()):
                return False
            if self.crowded and not self._has_room(s, faces):
                return False
        return True

    def _colours(self) -> range:
        return range(self.board.players)

    def _start(self, phases: int, is_open: int) -> Plain:
        s = self.game.layout.unpack(self.game.layout.new())
        self.machine.begin(s)
        s.opening = 0
        self.change(s, phases)
        for name in self.opens:
            value = getattr(s, name)
            setattr(s, name, is_open if isinstance(value, int) else [is_open] * len(value))
        self.machine.start_turn(s, 0)
        s.phase = DECIDE
        return s

    def _by_steps(self, s: Plain) -> list[int]:
        """Return the faces that take a piece forward, the smallest step first."""
        faces: set[tuple[int, int]] = set()
        for outcome in range(s.sides):
            face = self.machine.shows(s, outcome)
            self._show(s, face)
            steps = self.laws.pips(s, 0)
            if steps > 0 and self.laws.way(s, 0, 0) != BACKWARD:
                faces.add((steps, face))
        return [face for _, face in sorted(faces)]

    def _show(self, s: Plain, face: int) -> None:
        """Set all dice to a face."""
        for die in range(self.game.facts.dice):
            self.laws.take(s, face, die)

    def _moves_on(self, s: Plain, faces: list[int], colour: int) -> bool:
        """Return whether a lone piece can always move, and onwards if others may be behind it."""
        laps = self.game.facts.laps
        places = [YARD, *self.board.places(colour, laps).values()]
        return all(any(self._steps(s, colour, here, faces)) for here in places)

    def _steps(self, s: Plain, colour: int, here: int, faces: list[int]) -> Iterator[bool]:
        """Return for each face whether it takes a piece on from here."""
        onwards = self.crowded and here >= getattr(self.board, "ring", 0)
        for face in faces[::-1] if here <= YARD else faces:
            ends = self._ends(s, colour, here, face)
            yield any(there > here if onwards else there != here for there in ends)

    def _ends(self, s: Plain, colour: int, here: int, face: int) -> list[int]:
        """Return where the first piece of a colour, alone on the board, can come to."""
        piece = colour * self.board.pieces
        self._show(s, face)
        s.seat = s.colour = colour
        if here > YARD:
            self.place(s, colour, piece, here)
        found = [self.machine.landing(s, colour, piece, 0, at) for at in range(self.branches)]
        if here > YARD:
            self.place(s, colour, piece, YARD)
        return [there for there in found if there >= 0]

    def _has_room(self, s: Plain, faces: list[int]) -> bool:
        """Return whether some piece on the ring always has the smallest step free before it."""
        board = self.board
        if type(board) is not Board or self.game.plain.answers["carried"]:
            return False
        self._show(s, faces[0])
        step = self.laws.pips(s, 0)
        if board.ring < sum(board.counts) * (step + 1):
            return False
        if self.game.facts.slots and (step > 1 or board.lane + 1 < board.pieces):
            return False
        laps = self.game.facts.laps
        return all(
            any(self._steps(s, colour, here, faces[:1]))
            for colour in self._colours()
            for here in board.places(colour, laps).values()
            if here < board.ring
        )
