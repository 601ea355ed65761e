"""The other seats of one running game: who is asked for which decision."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.errors import IllegalActionError, StateError, quoted
from ludo_env._engine.family import OVER
from ludo_env._engine.state import Record
from ludo_env._envs.action_errors import number_of
from ludo_env._envs.dealer import Dealer
from ludo_env._envs.opponent_chance import OpponentChance
from ludo_env._envs.opponents import Decision, Seated, begins, league_of, seated, seated_one
from ludo_env.agents.league_members import LeagueMember

_OVER = OVER << 8


class Others:
    """All players of a running game but the learner."""

    def __init__(self, dealer: Dealer, opponents: Any) -> None:
        self.opponents = opponents  # as given
        self.chance = OpponentChance()
        self._seated = seated(opponents, dealer.game.players - 1)
        self.league, self._league_places = league_of(self._seated)
        self._members: tuple[LeagueMember, ...] = ()  # of the running game, at those places
        self._learner = 0
        self._begin = [begin for begin in map(begins, self._seated) if begin is not None]
        self._dealer = dealer
        self._session = dealer.session
        self._legal = memoryview(dealer.session.mask.data)
        self._choices = dealer.session.choices.data

    @property
    def may_fail(self) -> bool:
        """Whether an opponent other than the uniform one plays: a call can raise."""
        return any(seat is not None for seat in self._seated)

    @property
    def members(self) -> npt.NDArray[np.int64]:
        """The number of the league's member on each seat; -1 where there is none."""
        numbers = np.full(self._dealer.game.players, -1)
        for place, member in zip(self._league_places, self._members, strict=False):
            numbers[place + (place >= self._learner)] = member.number
        return numbers

    def sit(self, learner: int) -> None:
        """Give the learner this seat, and the opponents the others in their order."""
        self._learner = learner
        seats: list[Any] = list(self._seated)
        for place, member in zip(self._league_places, self._members, strict=False):
            seats[place] = seated_one(member.agent)
        asked: list[Callable[[], int]] = []
        for place, seat in enumerate(seats):
            agent = f"player_{place + (place >= learner)}"
            asked.append(self._draw if seat is None else partial(self._ask, agent, seat))
        self._asked = [*asked[:learner], self._draw, *asked[learner:]]  # by player

    def new_game(self) -> None:
        """Draw the members of the league, and notify opponents that want to know of a new game."""
        if self.league is not None:
            words = [self.chance.draw(2**32) for _ in self._league_places]
            self._members = tuple(self.league.drawn(np.array(words)))
            self.sit(self._learner)
        for begin in self._begin:
            begin(self.chance.draw(2**32))

    def play(self, status: int) -> int:
        """Play until the learner is to act or the game is over; return the status."""
        learner, asked, play = self._learner, self._asked, self._dealer.play
        while status & 0xFF != learner and status & 0xFF00 < _OVER:
            status = play(asked[status & 0xFF]())
        return status

    def record(self) -> None:
        """Give the league the result of the game, which is over."""
        if self.league is not None:
            returns = self._dealer.game.returns(self._session.record)
            self.league.record(self._learner, self.members.tolist(), returns)

    def save(self) -> tuple[Record, tuple[LeagueMember, ...]]:
        """Return their chance, and the members that play."""
        return self.chance.save(), self._members

    def put(self, saved: tuple[Record, tuple[LeagueMember, ...]]) -> None:
        """Restore what `save` or `checked` returned."""
        self.chance.put(saved[0])
        self._members = saved[1]

    def checked(self, saved: Any, *, begun: bool) -> tuple[Record, tuple[LeagueMember, ...]]:
        """Return a copy of what was saved; raise a `StateError` on an invalid one."""
        if not isinstance(saved, tuple) or len(saved) != 2 or type(saved[1]) is not tuple:
            raise StateError(f"These are not the saved opponents of a game: {quoted(saved)}.")
        members = saved[1]
        if len(members) != (len(self._league_places) if begun else 0) or not all(
            type(member) is LeagueMember for member in members
        ):
            raise StateError("The saved members of a league do not fit the seats of this game.")
        return OpponentChance.checked(saved[0]), members

    def _draw(self) -> int:
        """Draw a legal action."""
        return int(self._choices[self.chance.draw(self._choices[-1])])

    def _ask(self, agent: str, seat: Seated) -> int:
        """Return the action of an opponent; an illegal one is an error."""
        game, session = self._dealer.game, self._session
        self.chance.draw(1)
        shape = game.styles[session.style].shape
        action = seat.act(
            Decision(
                game,
                session.record.copy(),
                session.row.reshape(shape).copy(),
                session.mask.copy(),
                self.chance.generator,
            )
        )
        number = number_of(f"The opponent {agent}", action, game.actions)
        if not self._legal[number]:
            raise IllegalActionError(
                f"The opponent {agent} asked for action {number} "
                f"({game.describe(session.record, number)}), which is not legal "
                f"({game.explain(session.record, number)}); "
                f"position: {game.position(session.record)}"
            )
        return number
