"""Actions in words: what a legal one does, and which rule objects to an illegal one.

A legal action is described by its effects; for an illegal one a listener collects every answer of
every rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludo_env._engine.effects import Decision
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Rule
from ludo_env._engine.state import Record
from ludo_env._families.track.actions import numbers_of
from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._families.track.effects import RaceEffects, effects_of
from ludo_env._families.track.owners import owning
from ludo_env._families.track.tables import NOWHERE, STAYS, YARD
from ludo_env._families.track.transitions import Journey

if TYPE_CHECKING:
    from ludo_env._engine.game import Game

# The answer of a rule that objects to a move, by question.
_OBJECTIONS = {
    "may_move": False,
    "may_use": False,
    "leads": STAYS,
    "opens": False,
    "held": STAYS,
    "enters": NO_OPINION,
    "may_pass": False,
    "may_land": False,
    "may_overshoot": False,
    "overshoot": NOWHERE,
}


def describe(game: Game, record: Record, action: int) -> str:
    """Return what an action does: "piece 2: 6 from 10 to 16, captures player_1 on square 16"."""
    if action == game.pass_action:
        return "pass"
    decision = Decision(game, record)
    what = _named(decision, action)
    if action not in decision.legal:
        return what
    done = effects_of(decision, action)
    if done.ransomed:
        return f"{what} buys it back from prison"
    numbers = numbers_of(game.plain.tables, game.facts)
    if action < numbers.moves and numbers.branches > 1 and numbers.parts(action)[2]:
        what += f" by way {numbers.parts(action)[2]}"
    said = [*_own_journeys(game, done), *_others(game, done)]
    return what + (" " + ", ".join(said) if said else "")


def _named(decision: Decision, action: int) -> str:
    """Return the name of an action by its number: the piece and the dice."""
    game, s = decision.game, decision.state
    numbers = numbers_of(game.plain.tables, game.facts)
    if action >= numbers.moves:
        return str(game.plain.laws.say_extra(action - numbers.moves))
    player, number = numbers.piece(game.plain.tables, s.colour, action)
    owner = owning(game.plain.tables)(s, player * game.spec.board.pieces + number)
    origin = f" from player_{player}" if player != owner else ""
    whose = f" of player_{owner}" if owner != s.colour else ""
    what, use = f"piece {number}{origin}{whose}", numbers.parts(action)[1]
    if action in decision.legal:
        return f"{what}: {game.plain.laws.say_dice(s, use)}"
    return f"{what} with use {use} of the dice" if game.facts.uses > 1 else what


def _own_journeys(game: Game, done: RaceEffects) -> list[str]:
    """Return in words where the pieces of the colour that moved have gone."""
    return [_journey(game, one) for one in done.journeys if one.whose == done.mover]


def _others(game: Game, done: RaceEffects) -> list[str]:
    """Return in words the captured and converted pieces with their squares, and other moves."""
    said = []
    captured = {(one.player, one.piece): one.cell for one in done.captures}
    taken = {(one.player, one.piece) for one in done.converted}
    for one in done.journeys:
        if one[:2] in captured:
            square = _square(game, done.mover, captured[one[:2]])
            said.append(f"captures player_{one.whose} on square {square}")
        elif one.whose != done.mover and one[:2] not in taken:
            said.append(f"player_{one.whose} {_journey(game, one, done.mover)}")
    for change in done.converted:
        where = f" on square {_square(game, done.mover, change.cell)}" if change.cell >= 0 else ""
        who = "takes" if change.becomes == done.mover else f"player_{change.becomes} takes"
        said.append(f"{who} a piece of player_{change.whose}{where}")
    return said


def _journey(game: Game, one: Journey, reader: int | None = None) -> str:
    """Return both ends of a journey in words; squares are counted on the way of `reader`."""
    start = _place(game, one.whose, one.start, reader)
    end = _place(game, one.becomes, one.end, reader)
    return f"from {start} to {end}"


def _place(game: Game, colour: int, progress: int, reader: int | None) -> str:
    """Return a place in words; a square of the ring as the reader counts it."""
    board: RaceBoard = game.spec.board
    if reader is not None and progress > YARD:
        cell = int(game.plain.tables.cell[colour, progress])
        if cell < board.ring:
            return _square(game, reader, cell)
    return place_in_words(board, colour, progress)


def _square(game: Game, colour: int, cell: int) -> str:
    """Return a square as a colour counts it, like the places of its own pieces.

    So a sentence has one numbering; a square that is not on the colour's way has the board's name.
    """
    board: RaceBoard = game.spec.board
    for progress, own in enumerate(game.plain.tables.cell[colour][: board.finish]):
        if own == cell:
            return board.word(colour, progress)
    return str(game.plain.tables.names[cell])


def place_in_words(board: RaceBoard, colour: int, progress: int) -> str:
    """Return a place in words."""
    if progress <= YARD:
        return "the yard"
    if progress == board.finish:
        return "home"
    return board.word(colour, progress)


def objection(game: Game, record: Record, action: int) -> str:
    """Return the rule that forbids an action, in its own words; "" if no rule does."""
    board: RaceBoard = game.spec.board
    heard: list[tuple[Rule, str, Any]] = []
    strikers: list[Rule] = []

    def listen(rule: Rule, question: str, arguments: tuple[Any, ...], answer: Any) -> None:
        heard.append((rule, question, answer))
        if question == "prune" and not arguments[2][action]:
            strikers.append(rule)  # removed from the list by this rule

    machine = game.listened(listen)
    s = game.layout.unpack(record)
    mask, notes, choices = game.scratch()
    machine.find(s, mask, notes, choices)
    if mask[action]:
        return ""
    if action == game.actions - 1:
        return "a player may pass only when nothing else can be played"
    numbers = numbers_of(game.plain.tables, game.facts)
    if action >= numbers.moves:
        return "that needs a rule to offer it, and none does now"
    _, use, branch = numbers.parts(action)
    colour, number = numbers.piece(game.plain.tables, s.colour, action)
    piece = colour * board.pieces + number
    colour = owning(game.plain.tables)(s, piece)
    if colour != s.colour and not game.facts.moves_all:
        return f"piece {number} is player_{colour}'s"
    heard.clear()
    if machine.landing(s, colour, piece, use, branch) != NOWHERE:
        # The move is possible but not legal: name the first rule that removed it.
        return strikers[0].said
    if s.progress[piece] == board.finish:
        return f"piece {number} is finished"
    objections = [
        rule
        for rule, question, answer in heard
        if question in _OBJECTIONS and answer == _OBJECTIONS[question]
    ]
    if not objections:
        return "those dice cannot be played: spent, missing, or equal to an earlier use"
    return objections[-1].said
