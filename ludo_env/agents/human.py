"""The human agent: a person at the keyboard chooses a move from a numbered list."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Any, TypeAlias

import numpy as np

from ludo_env._engine.errors import LudoError, nearest, quoted
from ludo_env._render.plain_words import plain
from ludo_env._render.player_view import left_in_words, name_of, position_seen
from ludo_env._render.text import draw_for_people, draw_text, signs_of
from ludo_env._render.text_lines import broken
from ludo_env._render.text_lines import in_columns as columns_of
from ludo_env.agents.agent_errors import Left
from ludo_env.agents.make import make_agent
from ludo_env.agents.view import View

# A command besides numbers: called with the view and the rest of the line.
Command: TypeAlias = Callable[[View, str], None]

# Advisers for hints; the first available one answers. Their parameters keep plain Python fast.
ADVISERS = {"rollout": "rollout:samples=8", "greedy": "greedy"}

HELP = {
    "NUMBER": "play the move with this number",
    "?, hint": "a move that a good player would choose",
    "moves": "the moves once more",
    "why [WORDS]": "why other moves are not allowed, such as: why piece 2",
    "explain N": "why the action number N is not allowed",
    "board": "the board once more",
    "pos": "the position as text",
    "help": "this list",
    "quit": "leave the game",
}

_WIDTH = 100  # of a list in columns
_LONG_LIST = 10  # longer lists are set in columns
_NAMED = 5  # number of refused moves that are listed; the others are counted
# Objections that hold for most of all actions and carry no information.
DULL = (
    *("those dice cannot be played", "a player may pass only", "that needs a rule to offer it"),
    *("no unit of", "no rule offers that", "another choice must be made"),
)
_USE = re.compile(r" with use \d+ of the dice")  # not meaningful to a person


class HumanAgent:
    """An agent that asks a person: `input(prompt)` reads a line, `output(text)` shows some."""

    name = "human"

    def __init__(
        self,
        input: Callable[[str], str] = input,  # noqa: A002  (they take the places of the builtins)
        output: Callable[[str], Any] = print,
    ) -> None:
        for given in (input, output):
            if not callable(given):
                raise LudoError(f"A person reads and writes by functions, not by {quoted(given)}.")
        self.input, self.output = input, output
        self.colour = False  # whether boards are shown in colour
        self.width = 0  # columns of the terminal, to wrap longer lines
        self.enter: Callable[[View], None] | None = None  # called for an empty line
        self.help = dict(HELP)
        self.commands: dict[str, Command] = {
            "?": self._hint,
            "hint": self._hint,
            "moves": lambda view, _: self.show_moves(view),
            "why": self._why,
            "explain": self._explain,
            "board": lambda view, _: self.show_board(view),
            "pos": lambda view, _: self.output(position_seen(view.game, view.record, view.seat)),
            "help": self._help,
            "quit": self._quit,
        }

    def act(self, view: View) -> int:
        """Show the moves; return the legal action that the person chooses."""
        self.show_moves(view)
        return self.choice(view)

    def choice(self, view: View) -> int:
        """Return the legal action that the person types; raise `Left` at the end of the input."""
        while True:
            try:
                line = self.input("> ").strip()
            except EOFError as end:
                self.output("")  # the prompt is on a line of its own
                raise Left("The input has ended.") from end
            word, _, rest = line.partition(" ")
            if line.isascii() and line.isdigit():
                if 1 <= int(line[:9]) <= len(view.actions):
                    return view.actions[int(line[:9]) - 1]
                count = len(view.actions)
                wanted = f"1 to {count}" if count > 1 else "1 only"
                self.output(f"Unknown move {line[:9]}; the moves are numbered {wanted}.")
            elif word.lower() in self.commands:
                self.commands[word.lower()](view, rest.strip())
            elif word:
                self.output(f"{word!r} is not a command; {nearest(word.lower(), self.commands)}")
            elif self.enter is not None:
                self.enter(view)
            else:
                self.output("Type the number of a move, or help.")

    def show_moves(self, view: View) -> None:
        """Show the player to move, their dice, and the numbered legal actions."""
        self.output(f"{question(view)}:")
        words = [move_words(view, action) for action in view.actions]
        for line in in_columns(
            [f"{at:>3}  {word}" for at, word in enumerate(words, 1)], self.width
        ):
            self.output(line)

    def show_board(self, view: View) -> None:
        """Show the board as this player sees it."""
        self.output(draw_for_people(view.game, view.record, self.colour, view.seat))

    def _hint(self, view: View, _: str) -> None:
        adviser, action = advice(view)
        if adviser:
            number = view.actions.index(action) + 1
            self.output(f"{adviser} would play {number}: {move_words(view, action)}")
        else:
            self.output(f"Nobody can give a hint here: there is neither {' nor '.join(ADVISERS)}.")

    def _explain(self, view: View, rest: str) -> None:
        last = view.game.actions - 1
        if not (rest.isascii() and rest.isdigit() and int(rest[:9]) <= last):
            self.output(f"explain takes the number of an action, 0 to {last}; why takes words.")
            return
        action = int(rest)
        reason = view.game.explain(view.record, action) or "it is allowed."
        self.output(f"{move_words(view, action)}: {reason}")

    def _why(self, view: View, rest: str) -> None:
        """Show the refused actions whose words contain these, by reason."""
        if rest.isdigit():
            self._explain(view, rest)
            return
        reasons = refusals(view, rest)
        if not reasons:
            self.output(
                f"No move with {rest!r} in its words is refused." if rest else "All are allowed."
            )
        for reason, named in reasons.items():
            more = f" and {len(named) - _NAMED} more" if len(named) > _NAMED else ""
            self._show([reason, f"    {'; '.join(named[:_NAMED])}{more}"])

    def _help(self, view: View, _: str) -> None:
        for words, meaning in self.help.items():
            self.output(f"  {words:12} {meaning}")
        signs = signs_of(view.game, draw_text(view.game, view.record, viewer=view.seat))
        self._show(f"  {line}" for line in columns_of(signs, (self.width or _WIDTH) - 2))

    def _show(self, lines: Iterable[str]) -> None:
        for line in broken(list(lines), self.width) if self.width else lines:
            self.output(line)

    def _quit(self, view: View, _: str) -> None:
        raise Left("Good-bye.")


def refusals(
    view: View, about: str = "", among: Iterable[int] | None = None
) -> dict[str, list[str]]:
    """Return the refused actions whose words contain these, by reason.

    Reasons that apply to most of all actions are omitted, unless there are no others.
    """
    found: dict[str, list[tuple[bool, str]]] = {}
    asked = range(view.game.actions) if among is None else among
    for action in sorted(set(asked) - set(view.actions)):
        words = _USE.sub("", view.describe(action))
        said = plain(view.game, view.record, words)
        if about.lower() in said.lower():
            reason = view.game.explain(view.record, action)
            found.setdefault(reason, []).append((" of player_" in words, said))
    telling = {reason: named for reason, named in found.items() if not reason.startswith(DULL)}
    return {
        # The player's own pieces first.
        reason: [said for _, said in sorted(dict.fromkeys(named), key=itemgetter(0))]
        for reason, named in (telling or found).items()
    }


def advice(view: View) -> tuple[str, int]:
    """Return the first adviser with an answer, and the action that it would play; "" without one.

    The random numbers of the game are unchanged: advisers have their own, with a fixed seed.
    """
    plain = view.game.backend == "python"
    for name, quick in ADVISERS.items():
        asked = View(view.game, view.record.copy(), np.random.default_rng(0))
        try:
            action = int(make_agent(quick if plain else name).act(asked))
        except (ImportError, AttributeError, LudoError):
            continue  # not available, or not for this game
        if action in view.actions:
            return name, action
    return "", -1


def question(view: View) -> str:
    """Return the player to move and their dice: "player_0 green, dice 6"."""
    dice = left_in_words(view.game, view.record, view.seat)
    name = name_of(view.game, view.record, view.seat)
    return f"{name}, {dice}" if dice else name


def move_words(view: View, action: int) -> str:
    """Return a move as people say it: "piece 1: 6 steps, 2 to 8"."""
    return plain(view.game, view.record, view.describe(action))


def grouped(words: Sequence[str]) -> list[str]:
    """Return numbered lines, one for successive moves that differ only in the piece."""
    groups: list[tuple[int, str, list[str]]] = []  # the first number, the words, the pieces
    for at, word in enumerate(words, 1):
        piece, _, rest = word.partition(": ")
        number = piece.removeprefix("piece ")
        if rest and number.isdigit() and groups and groups[-1][1] == rest:
            groups[-1][2].append(number)
        elif rest and number.isdigit():
            groups.append((at, rest, [number]))
        else:
            groups.append((at, word, []))
    return [_group(*group) for group in groups]


def _group(first: int, words: str, pieces: list[str]) -> str:
    if not pieces:
        return f"{first:>3}  {words}"
    if len(pieces) == 1:
        return f"{first:>3}  piece {pieces[0]}: {words}"
    numbers = f"{first}-{first + len(pieces) - 1}"
    return f"{numbers:>3}  piece {', '.join(pieces[:-1])} or {pieces[-1]}: {words}"


def in_columns(lines: Sequence[str], width: int = _WIDTH) -> list[str]:
    """Return a short list as it is; set a long one in as many columns as fit, read downwards."""
    return columns_of(lines, width, short=_LONG_LIST)
