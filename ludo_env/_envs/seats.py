"""The players of the other seats of one running game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.errors import StateError, quoted, raised
from ludo_env._engine.family import OVER
from ludo_env._engine.state import Record
from ludo_env._envs.dealer import Dealer
from ludo_env._envs.opponent_chance import OpponentChance
from ludo_env._envs.opponents import Seated, league_of, seated, seated_one
from ludo_env.agents.agent_errors import failed, quoted_agent, refused, whole_or_none
from ludo_env.agents.caller_code import place_of
from ludo_env.agents.league_members import LeagueMember
from ludo_env.agents.ready_game import ready_game
from ludo_env.agents.view import View

_OVER = OVER << 8


class Others:
    """All players of a running game except the learner."""

    def __init__(self, dealer: Dealer, opponents: Any) -> None:
        self.opponents = opponents  # as given
        self.chance = OpponentChance()
        self._style = dealer.session.style
        self._seated = seated(opponents, dealer.game.players - 1, self._style)
        self.league, self._league_places = league_of(self._seated)
        self._members: tuple[LeagueMember, ...] = ()  # of the running game, at those places
        self._learner = 0
        others = [seat for seat in self._seated if isinstance(seat, Seated)]
        self._begin = [(seat, begin) for seat in others if (begin := seat.begins()) is not None]
        self._dealer = dealer
        self._session = dealer.session
        self._legal = memoryview(dealer.session.mask.data)
        self._choices = dealer.session.choices.data

    @property
    def may_fail(self) -> bool:
        """Whether any opponent is not the uniformly random one, so that a call may raise."""
        return any(seat is not None for seat in self._seated)

    @property
    def members(self) -> npt.NDArray[np.int64]:
        """The number of the league's member on each seat; -1 without a member."""
        numbers = np.full(self._dealer.game.players, -1)
        for place, member in zip(self._league_places, self._members, strict=False):
            numbers[place + (place >= self._learner)] = member.number
        return numbers

    def sit(self, learner: int) -> None:
        """Assign this seat to the learner, and the other seats to the opponents in order."""
        self._learner = learner
        seats: list[Any] = list(self._seated)
        for place, member in zip(self._league_places, self._members, strict=False):
            seats[place] = seated_one(member.agent, self._style)
        asked: list[Callable[[], int]] = []
        for place, seat in enumerate(seats):
            player = place + (place >= learner)
            asked.append(self._draw if seat is None else partial(self._ask, player, seat))
        self._asked = [*asked[:learner], self._draw, *asked[learner:]]  # by player

    def new_game(self) -> None:
        """Draw the members of the league, and call `new_game` of the opponents that have it."""
        if self.league is not None:
            words = [self.chance.draw(2**32) for _ in self._league_places]
            self._members = tuple(self.league.drawn(np.array(words)))
            self.sit(self._learner)
        for seat, begin in self._begin:
            seed = self.chance.draw(2**32)
            try:
                begin(seed)
            except (Exception, SystemExit) as error:
                said = f"The opponent {quoted_agent(seat.name)} {raised(error)}{place_of(error)}"
                said += ", when a game began"
                record = self._session.record.copy()
                raise failed(said, seat.agent, self._dealer.game, record) from error

    def play(self, status: int) -> int:
        """Play until the learner is to act or the game is over; return the status."""
        learner, asked, play = self._learner, self._asked, self._dealer.play
        while status & 0xFF != learner and status & 0xFF00 < _OVER:
            status = play(asked[status & 0xFF]())
        return status

    def record(self) -> None:
        """Record the result of the finished game in the league."""
        if self.league is not None:
            returns = self._dealer.game.returns(self._session.record)
            self.league.record(self._learner, self.members.tolist(), returns)

    def save(self) -> tuple[Record, tuple[LeagueMember, ...]]:
        """Return the random stream of the opponents, and the members that play."""
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

    def _ask(self, player: int, seat: Seated) -> int:
        """Return the action of an opponent; an illegal one is an error."""
        game, session = self._dealer.game, self._session
        self.chance.draw(1)
        mask, seen = session.mask.copy(), (session.style, session.row.copy())
        chance = self.chance.generator
        ready = ready_game(game, seat.agent)
        view = View.of_running(ready, session.record, chance, mask=mask, seen=seen)
        answer = seat.act(view, player)
        number = whole_or_none(answer)
        if number is None or not 0 <= number < game.actions or not self._legal[number]:
            legal, who = np.flatnonzero(session.mask), seat.title(player)
            raise refused(who, answer, seat.agent, game, session.record.copy(), legal)
        return number
