"""Opponents: the players of the other seats of a single-agent environment.

An opponent is the name of an agent, with parameters if it has any ("rollout:samples=100"), or a
callable `opponent(observation, action_mask) -> action`. Two attributes are optional: with
`wants_game = True` it is called with `(game, record, action_mask)`, the arguments of the methods of
`Game`; a method `new_game(seed)` is called when a game begins, with a number that follows from the
seed of the environment. All arguments are copies.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, TypeAlias

import numpy as np

from ludo_env._engine.errors import IllegalActionError, LudoError, nearest, quoted
from ludo_env._engine.family import OVER
from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._envs.action_errors import number_of
from ludo_env._envs.dealer import Dealer
from ludo_env.agents.make import agent_names, make_agent
from ludo_env.agents.view import Agent, View

Opponent: TypeAlias = Callable[..., Any]

# Opponents by name, and what makes them. None is the uniform choice among the legal actions, which
# `Others` makes itself.
OPPONENTS: dict[str, Callable[[], Opponent] | None] = {"random": None}

_OVER = OVER << 8


class Others:
    """All players of a running game but the learner.

    `opponents` is a name, a callable, or a list of them with an entry for each of the other seats.
    """

    def __init__(self, dealer: Dealer, opponents: Any) -> None:
        self.opponents = _one_each(opponents, dealer.game.players - 1)
        self.random = Random()  # for random opponents
        self._dealer = dealer
        self._session = dealer.session
        self._legal = memoryview(dealer.session.mask.data)
        self._choices = dealer.session.choices.data

    @property
    def may_fail(self) -> bool:
        """Whether an opponent other than the uniform one plays: a call can raise."""
        return any(opponent is not None for opponent in self.opponents)

    def sit(self, learner: int) -> None:
        """Give the learner this seat, and the opponents the others in their order."""
        self._learner = learner
        asked: list[Callable[[], int]] = []
        for place, opponent in enumerate(self.opponents):
            agent = f"player_{place + (place >= learner)}"
            asked.append(self._draw if opponent is None else partial(self._ask, agent, opponent))
        self._asked = [*asked[:learner], self._draw, *asked[learner:]]  # by player

    def new_game(self, seed: int) -> None:
        """Notify all opponents that a game begins."""
        self.random.seed(seed)
        for opponent in self.opponents:
            begin = getattr(opponent, "new_game", None)
            if begin is not None:
                begin(self.random.getrandbits(63))

    def play(self, status: int) -> int:
        """Play until the learner is to act or the game is over; return the status."""
        learner, asked, play = self._learner, self._asked, self._dealer.play
        while status & 0xFF != learner and status & 0xFF00 < _OVER:
            status = play(asked[status & 0xFF]())
        return status

    def _draw(self) -> int:
        """Draw a legal action."""
        if self._session.lists_actions:
            return int(self._choices[int(self.random.random() * self._choices[-1])])
        legal = np.flatnonzero(self._session.mask)
        return int(legal[int(self.random.random() * len(legal))])

    def _ask(self, agent: str, opponent: Any) -> int:
        """Return the action of an opponent; an illegal one is an error."""
        game, session = self._dealer.game, self._session
        if getattr(opponent, "wants_game", False):
            action = opponent(game, session.record.copy(), session.mask.copy())
        else:
            shape = game.styles[session.style].shape
            action = opponent(session.row.reshape(shape).copy(), session.mask.copy())
        number = number_of(f"The opponent {agent}", action, game.actions)
        if not self._legal[number]:
            raise IllegalActionError(
                f"The opponent {agent} asked for action {number} "
                f"({game.describe(session.record, number)}), which is not legal "
                f"({game.explain(session.record, number)}); "
                f"position: {game.position(session.record)}"
            )
        return number


def _one_each(opponents: Any, seats: int) -> tuple[Opponent | None, ...]:
    """Return an opponent for each of the seats."""
    if not isinstance(opponents, (list, tuple)):
        opponents = [opponents] * seats
    if len(opponents) != seats:
        raise LudoError(f"opponents has {len(opponents)} entries for {seats} other seats.")
    return tuple(_made(opponent) for opponent in opponents)


def _made(opponent: Any) -> Opponent | None:
    if opponent is None or callable(opponent):
        return opponent  # type: ignore[no-any-return]
    if not isinstance(opponent, str):
        raise LudoError(f"An opponent is a name or a callable, not {quoted(opponent)}.")
    if opponent in OPPONENTS:
        maker = OPPONENTS[opponent]
        return maker and maker()
    known = {*OPPONENTS, *agent_names()}
    if opponent.partition(":")[0] not in known:
        raise LudoError(f"Unknown opponent {quoted(opponent)}; {nearest(opponent, known)}")
    return _Seated(make_agent(opponent))


class _Seated:
    """An agent as an opponent: it gets its view of every decision, and chance from the seed."""

    wants_game = True

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self._random = np.random.default_rng()

    def new_game(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)

    def __call__(self, game: Game, record: Record, mask: Any) -> int:
        legal = np.flatnonzero(mask).tolist()
        return self._agent.act(View.of_running(game, record, self._random, legal))
