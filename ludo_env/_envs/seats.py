"""The other seats of one running game: who is asked for which decision."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ludo_env._engine.errors import quoted, raised
from ludo_env._engine.family import OVER
from ludo_env._envs.dealer import Dealer
from ludo_env._envs.opponent_chance import OpponentChance
from ludo_env._envs.opponents import Seated, seated
from ludo_env.agents.agent_errors import failed, refused, whole_or_none
from ludo_env.agents.caller_code import place_of
from ludo_env.agents.view import View

_OVER = OVER << 8


class Others:
    """All players of a running game but the learner."""

    def __init__(self, dealer: Dealer, opponents: Any) -> None:
        self.opponents = opponents  # as given
        self.chance = OpponentChance()
        self._seated = seated(opponents, dealer.game.players - 1, dealer.session.style)
        others = [seat for seat in self._seated if seat is not None]
        self._begin = [(seat, begin) for seat in others if (begin := seat.begins()) is not None]
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
        for seat, begin in self._begin:
            seed = self.chance.draw(2**32)
            try:
                begin(seed)
            except (Exception, SystemExit) as error:
                said = f"The opponent {quoted(seat.name)} {raised(error)}{place_of(error)}"
                said += ", when a game began"
                record = self._session.record.copy()
                raise failed(said, seat.agent, self._dealer.game, record) from error

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
        mask, seen = session.mask.copy(), (session.style, session.row.copy())
        chance = self.chance.generator
        view = View.of_running(game, session.record, chance, mask=mask, seen=seen)
        answer = seat.act(view, player)
        number = whole_or_none(answer)
        if number is None or not 0 <= number < game.actions or not self._legal[number]:
            legal, who = np.flatnonzero(session.mask), seat.title(player)
            raise refused(who, answer, seat.agent, game, session.record.copy(), legal)
        return number
