"""Why a move is not legal: the move generator is asked again, and every answer is listened to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludo_env.core.laws import answers, fold_all
from ludo_env.core.rule import Rule
from ludo_env.core.state import Record
from ludo_env.track.board import NOWHERE, Board
from ludo_env.track.questions import QUESTIONS
from ludo_env.track.turn import build_machine

if TYPE_CHECKING:
    from ludo_env.core.game import Game

# Questions whose last answer decides a move.
_DECISIVE = ("enters", "may_pass", "may_land", "overshoot")


def objection(game: Game, record: Record, action: int) -> str:
    """The rule that objects to an action, in its own words; empty if none does."""
    board: Board = game.spec.board
    heard: list[tuple[Rule, str, Any]] = []

    def listen(rule: Rule, question: str, _: tuple[Any, ...], answer: Any) -> None:
        heard.append((rule, question, answer))

    table = answers(game.spec.rules, game.plain.tables, QUESTIONS)
    machine = build_machine(game.plain.tables, fold_all(table, QUESTIONS, listen), game.spec.facts)
    s = game.layout.unpack(record)
    machine.find(s, mask := [0] * game.actions, [0] * game.actions)
    if mask[action]:
        return ""
    if action == game.actions - 1:
        return "a player may pass only when nothing else can be played"
    use, index = divmod(action, board.pieces)
    piece = s.colour * board.pieces + index
    heard.clear()
    if machine.landing(s, s.colour, piece, use) != NOWHERE:
        return ""
    if s.progress[piece] == board.finish:
        return f"piece {index} is finished"
    objections = [rule for rule, question, _ in heard if question in _DECISIVE]
    if not objections:
        return "that die cannot be played: it is spent, or equal to the first, which goes before it"
    last = objections[-1]
    return f"{last.name}: {last.title}"
