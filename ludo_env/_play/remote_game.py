"""A seat at a table of `ludo-env serve`, in a terminal: for a person, or for an agent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludo_env._engine.plurals import counted
from ludo_env._play.move_log import plain_move
from ludo_env._play.remote_table import RemoteTable
from ludo_env._play.table import PERSON, seated
from ludo_env._play.table_link import Denied, TableLink
from ludo_env._play.terminal_game import TakenBack, TerminalGame
from ludo_env._render.player_view import name_of
from ludo_env.agents.agent_errors import choice_of
from ludo_env.agents.view import View


class RemoteGame(TerminalGame):
    """A terminal game at a server: asks a person for moves, and shows those of the others."""

    table: RemoteTable

    def __init__(
        self,
        table: RemoteTable,
        input: Callable[[str], str] = input,  # noqa: A002  (as `TerminalGame` has it)
        output: Callable[[str], Any] = print,
        colour: bool = False,
        *,
        clear: bool | None = None,
        size: Callable[[], tuple[int, int]] | None = None,
    ) -> None:
        super().__init__(table, input, output, colour, clear=clear, size=size)
        del self.person.commands["save"], self.person.help["save FILE"]
        self.person.commands |= {"hint": self._hint, "?": self._hint}

    def run(self) -> None:
        """Play until the game has ended, and print the result."""
        table = self.table
        for state in table.link.states():
            typed = table.answered >= 0 and table.answered == table.state["asked"]
            table.take(state)
            self._note(state, typed)
            try:
                if not table.waits_for_me:
                    self._wait()
                elif table.state["do"] == "throw":
                    table.throw()
                else:
                    self._ask(table.view)
            except Denied as denied:
                self.output(str(denied))
        self._tell()
        self.output(str(table.state.get("title", "")))

    def _note(self, state: dict[str, Any], typed: bool) -> None:
        """Add an event to the news, except a move that was typed here."""
        kind, by = state.get("kind"), state.get("by", -1)
        if kind == "trouble":
            self._news.append(str(state.get("words", "")))
        elif kind == "undo":
            self._news.append("Taken back.")
            self._shown = ""
        elif kind == "state" and state.get("event"):
            moves = counted(len(state.get("log", [])), "move")
            self._news.append(f"{self.table.name}, after {moves}.")
        elif kind == "move" and not (typed and by in self.table.people):
            self._news.append(self._move(by, str(state.get("words", ""))))

    def _move(self, player: int, words: str) -> str:
        """Return a move as a line: "player_1 yellow  dice 6,2  piece 0: 6 from 3 to 9"."""
        game, record = self.table.game, self.table.record
        names = [name_of(game, record, each) for each in range(game.players)]
        name = names[player] if 0 <= player < game.players else ""
        return "  ".join([name.ljust(max(map(len, names))), *words.split(" \u00b7 ")])

    def _wait(self) -> None:
        """Show the news while others are to act."""
        if self._size and not self.table.over and self.table.state["position"]:
            news = list(self._news)
            waiting = f"Waiting for {self.table.state['title']}."
            self._show_screen(self.table.viewer, waiting, [])
            self._news[:] = news  # keep them until the person is asked
        elif not self._size:
            self._tell()

    def _hint(self, view: View, _: str) -> None:
        self._asked(lambda: self.output(self.table.hint()))

    def _undo(self, view: View, _: str) -> None:
        def undo() -> None:
            self.table.undo()
            raise TakenBack

        self._asked(undo)

    def _asked(self, ask: Callable[[], None]) -> None:
        """Send a request to the server, and print its refusal."""
        try:
            ask()
        except Denied as denied:
            self.output(str(denied))


def play_remote(
    link: str,
    player: str,
    backend: str | None,
    game: Callable[[RemoteTable], RemoteGame],
    output: Callable[[str], Any],
) -> None:
    """Play the seat of a link, as a person or with an agent on this computer."""
    agent = None if player == PERSON else seated(player)
    usual = "auto" if getattr(agent, "plays_on", False) else "python"
    table = RemoteTable(TableLink(link), usual if backend is None else backend)
    if agent is None:
        game(table).run()
        return
    for state in table.link.states():
        table.take(state)
        try:
            if table.waits_for_me and table.state["do"] == "throw":
                table.throw()
            elif table.waits_for_me:
                view = table.view
                action = choice_of(agent, view, f"The agent {player!r} of player_{table.turn}")
                output(plain_move(view, action))
                table.play(action)
        except Denied as denied:
            output(str(denied))
    output(str(table.state.get("title", "")))
