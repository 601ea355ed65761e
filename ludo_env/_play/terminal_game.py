"""A game between people and agents in a terminal: moves, board and questions line by line."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ludo_env._engine.errors import LudoError
from ludo_env._play.move_log import pass_in_words, passes_in_words, plain_move
from ludo_env._play.saved_game import save_table
from ludo_env._play.table import Table
from ludo_env._play.terminal_screen import CLEARED, Shown, arranged
from ludo_env._render.player_view import has_hands, name_of
from ludo_env._render.text import board_and_players, draw_for_people, signs_of
from ludo_env.agents.agent_errors import AgentError, Left
from ludo_env.agents.human import HumanAgent, grouped, move_words, question
from ludo_env.agents.view import View

_DICE = re.compile(r"  (?:dice|die|cards) \S+$")  # at the end of the line of a player
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"


class TakenBack(Exception):  # noqa: N818  (no error: it ends the question that was asked)
    """The game has gone back to an earlier decision."""


class TerminalGame:
    """A game in a terminal: asks people for their moves, and shows them those of agents."""

    def __init__(
        self,
        table: Table,
        input: Callable[[str], str] = input,  # noqa: A002  (as `HumanAgent` has it)
        output: Callable[[str], Any] = print,
        colour: bool = False,
        *,
        clear: bool | None = None,
        size: Callable[[], tuple[int, int]] | None = None,
    ) -> None:
        """Make the game; `clear` removes a hand from the screen before the next player is asked.

        The default of `clear` is `colour`. With `size`, which returns the columns and lines of a
        terminal, each question has its own screen.
        """
        self.table = table
        self._clear = colour if clear is None else clear
        self._size = size
        self.output = output
        self.person = HumanAgent(input, output)
        self.person.colour = self.colour = colour
        self.person.commands |= {"undo": self._undo, "save": self._save}
        self.person.help |= {
            "undo": "take back the last decision; the same dice come again",
            "save FILE": "keep the game in a file, for --load FILE",
        }
        if size is not None:
            self.person.enter = self._turn_page
            self.person.help |= {"Enter": "the next page of the moves, or the screen once more"}
        self._screen = Shown((), ())  # the last screen
        self._news: list[str] = []  # events since a person was last asked
        self._passes: list[str] = []  # successive passes, shown in one line
        self._shown = ""  # the last board shown, and the names of the players
        self._chooser = -1  # the player whose move is the first of the news
        self._reader = -1  # the player whose hand was last shown

    def run(self) -> None:
        """Play to the end and print the result; raise `Left` if the people leave earlier."""
        table = self.table
        names = [
            f"{name_of(table.game, table.record, player)} is {seat}"
            for player, seat in enumerate(table.seats)
        ]
        self._news.append(f"{table.game.spec.name}, seed {table.seed}: {', '.join(names)}.")
        if not self._size:
            self._tell()
            self.output("Choose moves by their numbers; help lists the commands.")
        while not table.over:
            view = table.view
            if view.actions == [table.game.pass_action]:
                self._pass(view)
            elif table.agents[table.turn] is None:
                self._ask(view)
            else:
                self._ask_agent(view)
        if self._size:
            self._show_screen(None, table.result(), [])
            return
        self._tell()
        self.output(self._picture(None))
        self.output(table.result())

    def _ask(self, view: View) -> None:
        """Ask a person for a decision, after the news and the board if it has changed."""
        if self._news and self._chooser == view.seat:
            del self._news[0]  # the person's own choice, which they know
        self._change_reader(view)
        if self._size:
            moves = [move_words(view, action) for action in view.actions]
            self._show_screen(view.seat, f"{question(view)}: type a number, or help.", moves)
        else:
            self._show_changes(view)
            self.person.show_moves(view)
        try:
            action = self.person.choice(view)
        except TakenBack:
            return
        if len(self.table.people) > 1:
            self._add_move(view, action)
            self._chooser = view.seat
        self.table.play(action, decision=True)

    def _show_screen(self, viewer: int | None, question: str, moves: list[str]) -> None:
        """Show the news, the board and the moves on a cleared screen."""
        self._end_passes()
        columns, lines = self._size() if self._size else (80, 24)
        self.person.width = columns - 1
        game, record = self.table.game, self.table.record
        board, players = board_and_players(self._picture(viewer))
        if viewer is not None:  # the question contains the dice
            players = [_DICE.sub("", line) for line in players]
        signs = signs_of(game, draw_for_people(game, record, viewer=viewer))
        news = list(self._news)
        self._screen = Shown(board, players, news, signs, question, grouped(moves))
        self._output_screen(columns, lines)
        self._news.clear()

    def _turn_page(self, view: View) -> None:
        """Show the screen again, with the next page of the moves."""
        self._screen = self._screen._replace(page=self._screen.page + 1)
        self._output_screen(*self._size() if self._size else (80, 24))

    def _output_screen(self, columns: int, lines: int) -> None:
        self.output((CLEARED if self._clear else "") + arranged(self._screen, columns, lines))

    def _show_changes(self, view: View) -> None:
        """Show the news, and the board if it or a role has changed."""
        self._tell()
        picture = self._picture(view.seat)
        board, _, legend = picture.rpartition("\n\n")
        game, record = view.game, view.record
        shown = "\n".join([board, *(name_of(game, record, at) for at in range(game.players))])
        if shown != self._shown:
            self.output(f"\n{picture}\n")
        elif has_hands(game):
            self.output(legend)  # the cards have changed even if the board has not
        self._shown = shown

    def _ask_agent(self, view: View) -> None:
        """Let an agent play; if it fails, ask the person what to do."""
        try:
            action = self.table.choose()
        except AgentError as error:
            self._tell()
            self.output(f"{str(error).rstrip('.')}.")
            self._ask_about_failure(view)
        else:
            self._add_move(view, action)
            self.table.play(action)

    def _ask_about_failure(self, view: View) -> None:
        """Ask the person whether to retry the agent, take a decision back, save or leave."""
        self.output("The game is as it was: again asks the agent once more; or undo, save, quit.")
        while True:
            try:
                word, _, rest = self.person.input("> ").strip().partition(" ")
            except EOFError as end:
                raise Left("The input has ended.") from end
            if word.lower() == "again":
                return
            if word.lower() not in ("undo", "save", "quit"):
                self.output("Type again, undo, save FILE or quit.")
                continue
            try:
                self.person.commands[word.lower()](view, rest.strip())
            except TakenBack:
                return

    def _change_reader(self, view: View) -> None:
        """Wait until the others look away before a hand is shown to another player."""
        last, self._reader = self._reader, view.seat
        if len(self.table.people) == 1 or not has_hands(view.game) or last == view.seat:
            return
        if self._clear:
            self.output(_CLEAR)
        try:
            name = name_of(view.game, view.record, view.seat)
            self.person.input(f"{name} is next; Enter when nobody else can see the cards. ")
        except EOFError as end:
            raise Left("The input has ended.") from end

    def _pass(self, view: View) -> None:
        """Play a forced pass, to which `undo` does not go back."""
        self._passes.append(pass_in_words(view))
        self.table.play(view.game.pass_action)

    def _add_move(self, view: View, action: int) -> None:
        self._end_passes()
        self._news.append(plain_move(view, action))

    def _end_passes(self) -> None:
        if self._passes:
            self._news.append(passes_in_words(self._passes))
            self._passes.clear()

    def _tell(self) -> None:
        """Print all the news."""
        self._end_passes()
        for line in self._news:
            self.output(line)
        self._news.clear()

    def _picture(self, viewer: int | None) -> str:
        return draw_for_people(self.table.game, self.table.record, self.colour, viewer)

    def _undo(self, view: View, _: str) -> None:
        if not self.table.undo():
            self.output("There is no decision to take back.")
            return
        self._news.append("Taken back.")
        self._shown = ""
        raise TakenBack

    def _save(self, view: View, rest: str) -> None:
        if not rest:
            self.output("save takes the name of a file, such as: save game.json")
            return
        try:
            save_table(self.table, rest)
        except LudoError as error:
            self.output(str(error))
        else:
            self.output(f"Saved; ludo-env play --load {rest} goes on from here.")
