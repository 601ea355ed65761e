"""Tables of a server, as known from the states that it sends."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludo_env._engine.errors import LudoError
from ludo_env._engine.game import game_of
from ludo_env._engine.state import Record
from ludo_env._play.table import Table
from ludo_env._play.table_link import Denied, TableLink
from ludo_env._render.player_view import HIDDEN, has_hands
from ludo_env.agents.view import View

_NO_CARDS = "-"
NOBODY = -1  # the viewer who sees no hand


class RemoteTable(Table):
    """A table for the screens of this library whose game is played by a server.

    The hands of others are empty here: the server does not send them.
    """

    def __init__(self, link: TableLink, backend: str = "python") -> None:
        self.link = link
        self.game = game_of(link.game(), backend)
        self.state: dict[str, Any] = {"waits": "", "yours": [], "asked": -1, "turn": 0, "moves": []}
        self.answered = -1  # the event that was answered last
        self._record: Record = self.game.layout.new()

    def take(self, state: dict[str, Any]) -> None:
        """Take the next state; refuse data that is not a state of this game."""
        try:
            known = {**self.state, **state}
            known["yours"] = [self._seat(seat) for seat in known["yours"]]
            known["turn"] = self._seat(known["turn"])
            for name in ("asked", "event"):
                known[name] = int(known.get(name, -1))
            known["moves"] = [
                {"action": int(move["action"]), "words": str(move["words"])}
                for move in known["moves"]
            ]
            position = state.get("position", "")
            # There is no position while dice wait to be thrown; that of a won game cannot be read.
            if position and known["waits"] != "over":
                self._record = self.game.read(position.replace(HIDDEN, _NO_CARDS))[0]
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise LudoError(f"The server sends what is no state of {self.name}.") from error
        self.state = known

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.game.spec.name

    @property
    def waits_for_me(self) -> bool:
        """Return whether a player of the link is to act, and has not answered yet."""
        return bool(self.state.get("do")) and self.state["asked"] != self.answered

    @property
    def viewer(self) -> int | None:
        """The player whose hand is shown; None in games without hands."""
        if not has_hands(self.game):
            return None
        mine = self.people
        return mine[0] if len(mine) == 1 else NOBODY

    @property
    def record(self) -> Record:
        """A copy of the state, as far as it is known here."""
        record: Record = self._record.copy()
        return record

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return bool(self.state["waits"] == "over")

    @property
    def turn(self) -> int:
        """The player to act."""
        return int(self.state["turn"])

    @property
    def people(self) -> list[int]:
        """The players of the link."""
        return list(self.state["yours"])

    @property
    def view(self) -> View:
        """Return the view of the player to act, with the moves that the server allows."""
        chance = np.random.default_rng([self.state["event"] + 1, self.turn])
        allowed = [move["action"] for move in self.state["moves"]]
        view = View(self.game, self._record.copy(), chance)
        if allowed != view.actions:
            raise LudoError(f"The server plays other rules of {self.name} than this version.")
        return view

    def throw(self) -> None:
        """Throw the dice of the player to act."""
        self._answer("throw")

    def play(self, action: int, decision: bool = False) -> None:
        """Play a move of the player to act."""
        self._answer("play", action=action)

    def undo(self) -> bool:
        """Take back the last decision; raise `Denied` if the server refuses."""
        self.link.do("undo", asked=self.state["asked"])
        return True

    def hint(self) -> str:
        """Return a move that a good player would choose, in words."""
        return str(self.link.do("hint").get("words", ""))

    def _answer(self, verb: str, **body: Any) -> None:
        self.answered = self.state["asked"]
        try:
            self.link.do(verb, asked=self.answered, seat=self.turn, **body)
        except Denied:
            self.answered = -1
            raise

    def _seat(self, seat: Any) -> int:
        if type(seat) is not int or not 0 <= seat < self.game.players:
            raise ValueError(seat)
        return seat
