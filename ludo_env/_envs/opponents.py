"""Opponents: who plays the other seats of a single-agent environment, and how each is asked.

An opponent is the name of an agent, with parameters if it has any ("rollout:samples=100"); an
agent, which is an object with `act(view)`; or a callable `opponent(observation, action_mask)` that
returns an action, with the observation in the style of the environment. Two attributes of a
callable are optional: with `wants_game = True` it is called with `(game, record, action_mask)`, the
arguments of the methods of `Game`; a method `new_game(seed)` is called when a game begins, with a
number that follows from the seed of the environment. All arguments are copies. A league gives its
seats a member each whenever a game is dealt.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from ludo_env._engine.errors import LudoError, nearest, quoted
from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env.agents.decisions import Decisions, batch_hook
from ludo_env.agents.league import League
from ludo_env.agents.make import agent_names, make_agent
from ludo_env.agents.random import RandomAgent
from ludo_env.agents.view import Agent, View

Opponent: TypeAlias = Agent | Callable[..., Any]

# The opponent that draws evenly among the legal actions, which the environments do themselves.
UNIFORM = "random"
UNASKED = -1  # its number


class Decision(NamedTuple):
    """One decision of an opponent; the arrays are copies."""

    game: Game
    record: Record
    row: npt.NDArray[Any]  # the observation
    mask: npt.NDArray[np.int8]
    random: Callable[[], np.random.Generator]  # chance, made when it is used


class Seated(Protocol):
    """An opponent at its seat: asked for one decision, or for many at once."""

    def act(self, decision: Decision) -> Any:
        """Return an action."""

    def act_batch(self, decisions: Decisions) -> Any:
        """Return an action for each of the decisions."""


# Who plays a seat: an opponent, a league with a member in each game, or None who draws evenly.
Place: TypeAlias = Seated | League | None


def seated(opponents: Any, seats: int) -> tuple[Place, ...]:
    """Return who plays each of the other seats."""
    if not isinstance(opponents, (list, tuple)):
        opponents = [opponents] * seats
    if len(opponents) != seats:
        raise LudoError(f"opponents has {len(opponents)} entries for {seats} other seats.")
    if len({id(opponent) for opponent in opponents if isinstance(opponent, League)}) > 1:
        raise LudoError("An environment takes one league, for as many of its seats as you like.")
    return tuple(
        opponent if isinstance(opponent, League) else seated_one(opponent) for opponent in opponents
    )


def league_of(places: Sequence[Place]) -> tuple[League | None, list[int]]:
    """Return the league among the opponents, if there is one, and its places."""
    league = next((place for place in places if isinstance(place, League)), None)
    return league, [number for number, place in enumerate(places) if isinstance(place, League)]


def seated_one(opponent: Any) -> Seated | None:
    """Return one opponent at its seat; None for one that draws evenly."""
    # The environments draw for the random agent themselves; a class made from it plays as it likes.
    if opponent is None or type(opponent) is RandomAgent:
        return None
    if isinstance(opponent, str):
        return _by_name(opponent)
    if callable(getattr(opponent, "act", None)):
        return AgentSeat(opponent)
    if callable(opponent):
        return CallableSeat(opponent)
    raise LudoError(f"An opponent is a name, an agent or a callable, not {quoted(opponent)}.")


def _by_name(name: str) -> Seated | None:
    if name == UNIFORM:
        return None
    known = agent_names()
    if name.partition(":")[0] not in known:
        raise LudoError(f"Unknown opponent {quoted(name)}; {nearest(name, known)}")
    return AgentSeat(make_agent(name), name)


class AgentSeat:
    """An agent as an opponent: it gets its view of every decision."""

    def __init__(self, agent: Agent, text: str = "") -> None:
        self.agent = agent
        self.text = text  # that it was made of
        self._hook = batch_hook(agent)

    def act(self, decision: Decision) -> Any:
        """Return the action of the agent."""
        legal = np.flatnonzero(decision.mask).tolist()
        view = View.of_running(decision.game, decision.record, decision.random, legal)
        return self.agent.act(view)

    def act_batch(self, decisions: Decisions) -> Any:
        """Return the actions of the agent, in one call if it takes many at once."""
        if self._hook is not None:
            return self._hook(decisions)
        return [self.agent.act(decisions.view(place)) for place in range(len(decisions))]


class CallableSeat:
    """A callable as an opponent: it gets observation and mask, or the state itself."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self._wants_game = bool(getattr(function, "wants_game", False))

    def act(self, decision: Decision) -> Any:
        """Return the action of the callable."""
        if self._wants_game:
            return self.function(decision.game, decision.record, decision.mask)
        return self.function(decision.row, decision.mask)

    def act_batch(self, decisions: Decisions) -> Any:
        """Return the actions of the callable, asked for one after the other."""
        masks, game = decisions.masks, decisions.game
        if self._wants_game:
            records = decisions.records
            return [self.function(game, records[i : i + 1], masks[i]) for i in range(len(masks))]
        rows = decisions.observations
        return [self.function(rows[i], masks[i]) for i in range(len(masks))]


def numbers_of(seats: Sequence[Place]) -> list[int]:
    """Return a number for each seat, the first seat that has the same opponent."""
    first: dict[Any, int] = {}
    return [
        UNASKED
        if seat is None
        else first.setdefault(getattr(seat, "text", "") or id(_object_of(seat)), place)
        for place, seat in enumerate(seats)
    ]


def begins(seat: Place) -> Callable[[int], Any] | None:
    """Return the method `new_game(seed)` of an opponent, if it has one."""
    begin = getattr(_object_of(seat), "new_game", None)
    return begin if callable(begin) else None


def _object_of(seat: Place) -> Any:
    """Return the agent or the callable at a seat."""
    return seat.agent if isinstance(seat, AgentSeat) else getattr(seat, "function", None)
