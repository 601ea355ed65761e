"""What an action of a race did: which pieces went where, over which cells, and what it earned.

The action is played on a copy, by the engine itself, and a few of its answers are written down on
the way; nothing is guessed from the places before and after. `between` does that, for two positions
of which nothing else is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

from ludo_env.core.effects import UNKNOWN, Decision, Effects, copied, end_of
from ludo_env.core.machine import NOBODY, Machine
from ludo_env.core.marks import CAPTIVE
from ludo_env.core.rule import Hook
from ludo_env.core.state import Plain, Record, State
from ludo_env.track.numbers import numbers_of
from ludo_env.track.tables import RANSOM, YARD, Tables
from ludo_env.track.walks import walk

if TYPE_CHECKING:
    from ludo_env.core.game import Game

NO_PIECE = -1


class Journey(NamedTuple):
    """A piece that is elsewhere after an action."""

    player: int
    piece: int  # its number in its colour
    start: int  # progress before
    end: int  # progress after everything that the action brings about
    cells: tuple[int, ...]  # from the first on the board to the last; none if it left the board


class Capture(NamedTuple):
    """A piece of another player that was sent off the board."""

    player: int
    piece: int
    cell: int  # where it stood
    captor: int = NOBODY  # who holds it prisoner; NOBODY if it is in its yard


class Freed(NamedTuple):
    """A prisoner that was bought back."""

    player: int
    piece: int


@dataclass(frozen=True)
class RaceEffects(Effects):
    """What an action of a race did."""

    colour: int  # whose piece it names; whose pieces it moves, if it names none
    piece: int  # the number of that piece; NO_PIECE for a pass and what rules offer besides moves
    start: int  # its progress before, YARD if there is no piece
    end: int  # its progress after everything that the action brings about
    journeys: tuple[Journey, ...]  # of all pieces that are elsewhere, by player and number
    captures: tuple[Capture, ...]
    freed: tuple[Freed, ...]
    rolls_again: bool  # has it earned another roll?
    bonus: tuple[str, ...]  # the dice that it has earned, as position texts write them
    passes: bool  # was nothing played?

    @property
    def ransomed(self) -> bool:
        """Is the piece that it names a prisoner who is bought back into its yard?"""
        return self.end <= YARD and (self.colour, self.piece) in self.freed

    @property
    def captures_any(self) -> bool:
        """Does it capture anything?"""
        return bool(self.captures)


def effects(game: Game, record: Record, actions: Iterable[int] | None = None) -> list[RaceEffects]:
    """Return the effects of these actions, or of all legal ones in ascending order."""
    decision = Decision(game, record)
    return [effects_of(decision, action) for action in decision.asked(actions)]


def between(game: Game, before: Record, after: Record) -> RaceEffects:
    """Return what was done between two positions: the effects of the action that leads there.

    If several do, that by which pieces go the shortest way; and so they are taken to have gone if
    no single action does.
    """
    old, new = game.layout.unpack(before), game.layout.unpack(after)
    moved = _elsewhere(game, old, new)
    leading = effects(game, before) if moved else []
    leading = [one for one in leading if [journey[:4] for journey in one.journeys] == moved]
    if leading:
        return min(leading, key=_length)
    colour = int(old.seat)
    journeys = tuple(Journey(*one, _shortest(game, old, *one, moved=moved)) for one in moved)
    over, winners = end_of(game, new)
    return RaceEffects(
        action=UNKNOWN, player=colour, dice=(), over=over, winners=winners, colour=colour,
        piece=NO_PIECE, start=YARD, end=YARD, journeys=journeys,
        captures=_captures(game, journeys, colour, _captives(game, new)),
        freed=_freed(game, _captives(game, old), _captives(game, new)),
        rolls_again=False, bonus=(), passes=False,
    )  # fmt: skip


@dataclass
class _Seen:
    """What is written down while an action is played."""

    cells: list[int] = field(default_factory=list)  # that the piece goes over, and where it lands
    dice: str | None = None  # that are left after the move
    earned: bool = False


def effects_of(decision: Decision, action: int) -> RaceEffects:
    """Return the effects of a legal action of a decision."""
    game, board, before = decision.game, decision.game.plain.tables, decision.state
    numbers = numbers_of(board, game.facts)
    seen = _Seen()
    state = copied(before, seen=seen)
    machine = _listening(game)
    colour, piece = int(before.colour), NO_PIECE
    if action < numbers.moves:
        colour, piece = numbers.piece(board, colour, action)
        if decision.notes[action] != RANSOM:
            _, use, branch = numbers.parts(action)
            machine.landing(state, colour, colour * board.pieces + piece, use, branch)
    machine.play(state, decision.notes, action)
    journeys = tuple(
        Journey(*one, _passed(board, one, seen.cells if one[:2] == (colour, piece) else []))
        for one in _elsewhere(game, before, state)
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
        captures=_captures(game, journeys, colour, kept),
        freed=_freed(game, _captives(game, before), kept),
        rolls_again=seen.earned and not over,
        bonus=tuple(after[len(faces) :]),
        passes=action == game.pass_action,
    )


def _spent(before: list[str], after: list[str]) -> tuple[int, ...]:
    """Which dice are gone; of dice that look alike and have no places, the last ones."""
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


_MACHINES: WeakKeyDictionary[Game, Machine] = WeakKeyDictionary()


def _listening(game: Game) -> Machine:
    """The verbs of a game, which write down on states with a `seen` what they are answered."""
    if game not in _MACHINES:
        laws = game.plain.laws
        heard = {**laws, **_heard(laws, game.plain.tables)}
        _MACHINES[game] = game.spec.family.machine(game.plain.tables, heard, game.facts)
    return _MACHINES[game]


def _heard(laws: Mapping[str, Hook], board: Tables) -> dict[str, Hook]:
    """The answers that say where a piece goes, what is left after that, and what it earned."""

    def may_pass(s: State, colour: int, cell: int) -> Any:
        s.seen.cells.append(cell)
        return laws["may_pass"](s, colour, cell)

    def carried(s: State, colour: int, here: int) -> Any:
        s.seen.cells.append(board.cell[colour, here])
        return laws["carried"](s, colour, here)

    def may_land(s: State, colour: int, cell: int) -> Any:
        s.seen.cells.append(cell)
        return laws["may_land"](s, colour, cell)

    def over(s: State, colour: int) -> Any:
        """Asked as soon as the move is made, before the turn goes on."""
        if s.seen.dice is None:
            s.seen.dice = str(laws["write_dice"](s))
        return laws["over"](s, colour)

    def again(s: State, steps: int, hits: int, arrived: bool) -> Any:
        answer = laws["again"](s, steps, hits, arrived)
        s.seen.earned = bool(answer)
        return answer

    return {
        "may_pass": may_pass,
        "carried": carried,
        "may_land": may_land,
        "over": over,
        "again": again,
    }


def _elsewhere(game: Game, before: Plain, after: Plain) -> list[tuple[int, int, int, int]]:
    """Of each piece that has moved: player, number, progress before and after."""
    pieces = game.spec.board.pieces
    places = enumerate(zip(before.progress, after.progress, strict=True))
    return [(*divmod(piece, pieces), old, new) for piece, (old, new) in places if old != new]


def _passed(board: Tables, moved: tuple[int, int, int, int], seen: list[int]) -> tuple[int, ...]:
    """The cells of a journey; a piece of which none was seen is lifted from place to place."""
    player, _, start, end = moved
    if end <= YARD:
        return ()
    first = [int(board.cell[player, start])] if start > YARD else []
    if start <= YARD and not seen:
        first = [int(board.cell[player, 0])]
    cells = [*first, *map(int, seen), int(board.cell[player, end])]
    return tuple(cell for at, cell in enumerate(cells) if at == 0 or cell != cells[at - 1])


def _captures(
    game: Game, journeys: Iterable[Journey], colour: int, captives: Mapping[int, int]
) -> tuple[Capture, ...]:
    """Pieces on the board of other colours than that which moved, sent off it."""
    board = game.plain.tables
    return tuple(
        Capture(
            one.player,
            one.piece,
            int(board.cell[one.player, one.start]),
            captives.get(one.player * board.pieces + one.piece, NOBODY),
        )
        for one in journeys
        if one.player != colour and one.start > YARD and one.end <= YARD
    )


def _captives(game: Game, s: Plain) -> dict[int, int]:
    """Of each prisoner, over all colours, who holds it."""
    marks = game.plain.laws["overlay"](s, ())
    return {mark.at: mark.of for mark in marks if mark.kind == CAPTIVE}


def _length(done: RaceEffects) -> int:
    """Over how many cells its pieces go."""
    return sum(len(journey.cells) for journey in done.journeys)


def _freed(game: Game, before: Mapping[int, int], after: Mapping[int, int]) -> tuple[Freed, ...]:
    pieces = game.spec.board.pieces
    return tuple(Freed(*divmod(piece, pieces)) for piece in before if piece not in after)


def _faces(game: Game, s: Plain) -> list[str]:
    return _split(str(game.plain.laws["write_dice"](s)))


def _split(dice: str) -> list[str]:
    """The dice of a position text one by one."""
    return dice.split(",") if dice else []


def _shortest(
    game: Game, s: Plain, player: int, piece: int, start: int, end: int, moved: list[Any]
) -> tuple[int, ...]:
    """The cells of the shortest way onwards; pieces that have changed places hop."""
    board = game.plain.tables
    cells = _passed(board, (player, piece, start, end), [])
    ends = [_passed(board, one, []) for one in moved]
    if len(cells) < 2 or tuple(reversed(cells)) in ends:
        return cells
    opens = game.plain.laws["opens"]
    shut = [word for door, word in enumerate(board.door_words) if not opens(s, player, door)]
    first, last = cells[0], cells[-1]
    return walk(game.spec.board, player, first, last, False, frozenset(shut)) or cells
