"""Actions in words: what a legal one does, and which rule objects to an illegal one.

Both ask the engine again in plain Python: a legal action is played on a copy and what has changed
is told; for an illegal one every answer of every rule is listened to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludo_env.core.laws import NO_OPINION
from ludo_env.core.rule import Rule
from ludo_env.core.state import Plain, Record
from ludo_env.track.boards import RaceBoard
from ludo_env.track.numbers import numbers_of
from ludo_env.track.tables import NOWHERE, RANSOM, STAYS, YARD

if TYPE_CHECKING:
    from ludo_env.core.game import Game

# What each question is answered with by a rule that objects to a move.
_OBJECTIONS = {
    "may_move": False,
    "may_use": False,
    "leads": STAYS,
    "opens": False,
    "held": STAYS,
    "enters": NO_OPINION,
    "may_pass": False,
    "may_land": False,
    "overshoot": NOWHERE,
}


def describe(game: Game, record: Record, action: int) -> str:
    """What an action does: "piece 2: 6 from 10 to 16, captures player_1 on square 16"."""
    board: RaceBoard = game.spec.board
    if action == game.actions - 1:
        return "pass"
    s = game.layout.unpack(record)
    mask, notes, choices = game.scratch()
    game.plain.machine.find(s, mask, notes, choices)
    before = list(s.progress)
    numbers = numbers_of(game.plain.tables, game.facts)
    if action >= numbers.moves:
        what = str(game.plain.laws["say_extra"](action - numbers.moves))
    else:
        index, use, branch = numbers.parts(action)
        what = _piece_in_words(board, s.colour, index)
        if mask[action]:
            what += f": {game.plain.laws['say_dice'](s, use)}"
        elif game.facts["uses"] > 1:
            what += f" with use {use} of the dice"
    if not mask[action]:
        return what
    if notes[action] == RANSOM:
        return f"{what} buys it back from prison"
    if action < numbers.moves and numbers.branches > 1 and branch:
        what += f" by way {branch}"
    colour = s.colour
    if action < numbers.moves:
        colour = (colour + index // board.pieces) % board.players
    game.plain.machine.play(s, notes, action)
    told = [*_journeys(board, before, s, colour), *_captures(game, before, s, colour)]
    return what + (" " + ", ".join(told) if told else "")


def _piece_in_words(board: RaceBoard, colour: int, index: int) -> str:
    """A piece by its number, and whose it is if it is another player's."""
    away, number = divmod(index, board.pieces)
    owner = f" of player_{(colour + away) % board.players}" if away else ""
    return f"piece {number}{owner}"


def _journeys(board: RaceBoard, before: list[int], s: Plain, colour: int) -> list[str]:
    """Where the pieces of the colour that moved have gone."""
    own = range(colour * board.pieces, (colour + 1) * board.pieces)
    return [
        _journey(board, colour, before[piece], s.progress[piece])
        for piece in own
        if before[piece] != s.progress[piece]
    ]


def _journey(board: RaceBoard, colour: int, here: int, there: int) -> str:
    start, end = place_in_words(board, colour, here), place_in_words(board, colour, there)
    return f"from {start} to {end}"


def _captures(game: Game, before: list[int], s: Plain, colour: int) -> list[str]:
    """Whose pieces were captured, and on which square; whose have gone elsewhere."""
    board: RaceBoard = game.spec.board
    told = []
    for piece, place in enumerate(before):
        owner = piece // board.pieces
        if owner == colour or place == s.progress[piece]:
            continue
        if s.progress[piece] > YARD:
            told.append(f"player_{owner} " + _journey(board, owner, place, s.progress[piece]))
        else:
            square = game.plain.tables.names[game.plain.tables.cell[owner, place]]
            told.append(f"captures player_{owner} on square {square}")
    return told


def place_in_words(board: RaceBoard, colour: int, progress: int) -> str:
    """A place as a person says it."""
    if progress <= YARD:
        return "the yard"
    if progress == board.finish:
        return "home"
    return board.word(colour, progress)


def objection(game: Game, record: Record, action: int) -> str:
    """The rule that objects to an action, in its own words; empty if none does."""
    board: RaceBoard = game.spec.board
    heard: list[tuple[Rule, str, Any]] = []
    strikers: list[Rule] = []

    def listen(rule: Rule, question: str, arguments: tuple[Any, ...], answer: Any) -> None:
        heard.append((rule, question, answer))
        if question == "prune" and not arguments[2][action]:
            strikers.append(rule)  # it is off the list once this rule has spoken

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
    index, use, branch = numbers.parts(action)
    colour = (s.colour + index // board.pieces) % board.players
    piece = colour * board.pieces + index % board.pieces
    heard.clear()
    if machine.landing(s, colour, piece, use, branch) != NOWHERE:
        # The move is possible, and yet not legal: the first rule has struck it off.
        return strikers[0].said
    if s.progress[piece] == board.finish:
        return f"piece {index} is finished"
    objections = [
        rule
        for rule, question, answer in heard
        if question in _OBJECTIONS and answer == _OBJECTIONS[question]
    ]
    if not objections:
        return "those dice cannot be played: spent, not there, or the same as a use before"
    return objections[-1].said
