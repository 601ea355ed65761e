"""The effects of an action of a race: moved pieces, their cells, and what the action earned.

The engine plays the action on a copy of the state, and some of its answers are recorded; nothing
is guessed from the positions before and after. Only `between` guesses, for two positions of which
nothing else is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludo_env._engine.effects import UNKNOWN, Decision, Effects, copied, decision_of, end_of
from ludo_env._engine.family import NOBODY
from ludo_env._engine.overlay import CAPTIVE
from ludo_env._engine.state import Plain, Record
from ludo_env._families.track.actions import numbers_of
from ludo_env._families.track.effects_heard import Seen, listening
from ludo_env._families.track.owners import owning
from ludo_env._families.track.shortest_paths import walk
from ludo_env._families.track.tables import RANSOM, YARD
from ludo_env._families.track.transitions import (
    Capture,
    Conversion,
    Ends,
    Freed,
    Journey,
    captures,
    converted,
    elsewhere,
    ends_of,
    passed,
)

if TYPE_CHECKING:
    from ludo_env._engine.game import Game

__all__ = ["Capture", "Conversion", "Freed", "Journey", "RaceEffects", "between", "effects"]

NO_PIECE = -1


@dataclass(frozen=True)
class RaceEffects(Effects):
    """The effects of an action of a race."""

    colour: int  # the colour of the named piece; without a piece, the colour that is moved
    piece: int  # the number of that piece; NO_PIECE for a pass and what rules offer besides moves
    start: int  # its progress before, or YARD without a piece
    end: int  # its progress after all effects of the action
    journeys: tuple[Journey, ...]  # of all pieces that have moved, by player and number
    captures: tuple[Capture, ...]
    freed: tuple[Freed, ...]
    rolls_again: bool  # whether it earned another roll
    bonus: tuple[str, ...]  # the dice earned, as position texts write them
    passes: bool  # whether nothing was played
    converted: tuple[Conversion, ...] = ()  # pieces that have changed their owner
    owner: int = NOBODY  # the owner of the piece, if that was not its `colour`

    @property
    def mover(self) -> int:
        """The owner of the named piece; without a piece, the colour that is moved."""
        return self.colour if self.owner == NOBODY else self.owner

    @property
    def ransomed(self) -> bool:
        """Return whether the action buys a prisoner back into its yard."""
        return self.end <= YARD and (self.colour, self.piece) in self.freed

    @property
    def captures_any(self) -> bool:
        """Return whether the action captures any piece, or changes its owner."""
        return bool(self.captures or self.converted)


def effects(game: Game, record: Record, actions: Iterable[int] | None = None) -> list[RaceEffects]:
    """Return the effects of these actions, or of all legal ones in ascending order."""
    decision = decision_of(game, record)
    return [effects_of(decision, action) for action in decision.asked(actions)]


def between(game: Game, before: Record, after: Record) -> RaceEffects:
    """Return the effects between two positions: those of the action that leads there.

    If several do, those of the shortest ways are used; if no single action does, pieces are assumed
    to have gone the shortest way.
    """
    old, new = game.layout.unpack(before), game.layout.unpack(after)
    moved = elsewhere(game, old, new)
    leading = effects(game, before) if moved else []
    leading = [one for one in leading if list(map(ends_of, one.journeys)) == moved]
    if leading:
        return min(leading, key=_length)
    colour = int(old.seat)
    journeys = tuple(
        Journey(*one[:4], _shortest(game, old, one, moved=moved), *one[4:]) for one in moved
    )
    over, winners = end_of(game, new)
    return RaceEffects(
        action=UNKNOWN, player=colour, dice=(), over=over, winners=winners, colour=colour,
        piece=NO_PIECE, start=YARD, end=YARD, journeys=journeys,
        captures=captures(game, journeys, colour, _captives(game, new)),
        freed=_freed(game, _captives(game, old), _captives(game, new)),
        rolls_again=False, bonus=(), passes=False, converted=converted(game, old, new),
    )  # fmt: skip


def effects_of(decision: Decision, action: int) -> RaceEffects:
    """Return the effects of a legal action of a decision."""
    game, board, before = decision.game, decision.game.plain.tables, decision.state
    numbers = numbers_of(board, game.facts)
    seen = Seen()
    state = copied(before, seen=seen)
    machine = listening(game)
    colour, piece = int(before.colour), NO_PIECE
    mover = colour
    if action < numbers.moves:
        colour, piece = numbers.piece(board, colour, action)
        named = colour * board.pieces + piece
        mover = int(owning(board)(before, named))
        if decision.notes[action] != RANSOM:
            _, use, branch = numbers.parts(action)
            machine.landing(state, mover, named, use, branch)
    machine.play(state, decision.notes, action)
    journeys = tuple(
        Journey(
            *one[:4],
            passed(board, one, seen.cells if one[:2] == (colour, piece) else []),
            *one[4:],
        )
        for one in elsewhere(game, before, state)
    )
    over, winners = end_of(game, state)
    kept = _captives(game, state)
    named = colour * board.pieces + piece
    faces = _faces(game, before)
    after = faces if seen.dice is None else _split(seen.dice)
    return RaceEffects(
        action=action,
        player=int(before.seat),
        dice=_spent(faces, after),
        over=over,
        winners=winners,
        colour=colour,
        piece=piece,
        start=before.progress[named] if piece != NO_PIECE else YARD,
        end=state.progress[named] if piece != NO_PIECE else YARD,
        journeys=journeys,
        captures=captures(game, journeys, mover, kept),
        freed=_freed(game, _captives(game, before), kept),
        rolls_again=seen.earned and not over,
        bonus=tuple(after[len(faces) :]),
        passes=action == game.pass_action,
        converted=converted(game, before, state),
        owner=NOBODY if mover == colour else mover,
    )


def _spent(before: list[str], after: list[str]) -> tuple[int, ...]:
    """Return which dice are gone; of equal dice without places, the last ones."""
    if len(before) <= len(after):
        return tuple(die for die, face in enumerate(before) if face != after[die])
    left = Counter(after)
    gone = []
    for index, face in enumerate(before):
        if left[face]:
            left[face] -= 1
        else:
            gone.append(index)
    return tuple(gone)


def _captives(game: Game, s: Plain) -> dict[int, int]:
    """Return the holder of each prisoner, by the piece's number over all colours."""
    marks = game.plain.laws.overlay(s, ())
    return {mark.at: mark.of for mark in marks if mark.kind == CAPTIVE}


def _length(done: RaceEffects) -> int:
    """Return the number of cells that its pieces pass."""
    return sum(len(journey.cells) for journey in done.journeys)


def _freed(game: Game, before: Mapping[int, int], after: Mapping[int, int]) -> tuple[Freed, ...]:
    pieces = game.spec.board.pieces
    return tuple(Freed(*divmod(piece, pieces)) for piece in before if piece not in after)


def _faces(game: Game, s: Plain) -> list[str]:
    return _split(str(game.plain.laws.write_dice(s)))


def _split(dice: str) -> list[str]:
    """Return the dice of a position text one by one."""
    return dice.split(",") if dice else []


def _shortest(game: Game, s: Plain, one: Ends, moved: list[Ends]) -> tuple[int, ...]:
    """Return the cells of the shortest way onwards; pieces that have swapped places hop."""
    board = game.plain.tables
    player = Journey(*one[:4], (), *one[4:]).whose
    cells = passed(board, one, [])
    ends = [passed(board, other, []) for other in moved]
    if len(cells) < 2 or tuple(reversed(cells)) in ends:
        return cells
    opens = game.plain.laws.opens
    shut = [word for door, word in enumerate(board.door_words) if not opens(s, player, door)]
    first, last = cells[0], cells[-1]
    return walk(game.spec.board, player, first, last, False, frozenset(shut)) or cells
