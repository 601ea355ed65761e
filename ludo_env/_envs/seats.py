"""The other seats of one running game: who is asked for which decision."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ludo_env._engine.family import OVER
from ludo_env._envs.dealer import Dealer
from ludo_env._envs.opponent_chance import OpponentChance
from ludo_env._envs.opponents import Decision, Seated, begins, seated
from ludo_env.agents.agent_errors import refused, whole_or_none

_OVER = OVER << 8


class Others:
    """All players of a running game but the learner."""

    def __init__(self, dealer: Dealer, opponents: Any) -> None:
        self.opponents = opponents  # as given
        self.chance = OpponentChance()
        self._seated = seated(opponents, dealer.game.players - 1, dealer.session.style)
        self._begin = [begin for begin in map(begins, self._seated) if begin is not None]
        self._dealer = dealer
        self._session = dealer.session
        self._legal = memoryview(dealer.session.mask.data)
        self._choices = dealer.session.choices.data

    @property
    def may_fail(self) -> bool:
        """Whether an opponent other than the uniform one plays: a call can raise."""
        return any(seat is not None for seat in self._seated)

    def sit(self, learner: int) -> None:
        """Give the learner this seat, and the opponents the others in their order."""
        self._learner = learner
        asked: list[Callable[[], int]] = []
        for place, seat in enumerate(self._seated):
            player = place + (place >= learner)
            asked.append(self._draw if seat is None else partial(self._ask, player, seat))
        self._asked = [*asked[:learner], self._draw, *asked[learner:]]  # by player

    def new_game(self) -> None:
        """Notify the opponents that want to know it that a game begins."""
        for begin in self._begin:
            begin(self.chance.draw(2**32))

    def play(self, status: int) -> int:
        """Play until the learner is to act or the game is over; return the status."""
        learner, asked, play = self._learner, self._asked, self._dealer.play
        while status & 0xFF != learner and status & 0xFF00 < _OVER:
            status = play(asked[status & 0xFF]())
        return status

    def _draw(self) -> int:
        """Draw a legal action."""
        return int(self._choices[self.chance.draw(self._choices[-1])])

    def _ask(self, player: int, seat: Seated) -> int:
        """Return the action of an opponent; an illegal one is an error."""
        game, session = self._dealer.game, self._session
        self.chance.draw(1)
        shape = game.styles[session.style].shape
        answer = seat.act(
            Decision(
                game,
                session.record.copy(),
                session.style,
                session.row.reshape(shape).copy(),
                session.mask.copy(),
                self.chance.generator,
            ),
            player,
        )
        number = whole_or_none(answer)
        if number is None or not 0 <= number < game.actions or not self._legal[number]:
            legal, who = np.flatnonzero(session.mask), seat.title(player)
            raise refused(who, answer, seat.agent, game, session.record.copy(), legal)
        return number
