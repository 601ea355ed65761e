"""Opponents: the players of the other seats of a single-agent environment.

An opponent is the text of an agent ("rollout:samples=100", "my_agent.py:Mine"); an agent, which is
an object with `act(view)`; or a callable `opponent(observation, action_mask)` that returns an
action. The observation is in the style of the environment, and `function_agent` makes an agent of
the callable. Two attributes of a callable are optional: with `wants_game = True` it is called with
`(game, record, action_mask)`, the arguments of the methods of `Game`; a method `new_game(seed)` is
called when a game begins, with a number that follows from the seed of the environment. All
arguments are copies. A league provides a member for each of its seats whenever a game starts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import isclass
from typing import Any, TypeAlias

from ludo_env._engine.errors import LudoError, quoted, raised
from ludo_env.agents.agent_errors import AgentError, Left, failed, name_of_agent, quoted_agent
from ludo_env.agents.caller_code import place_of
from ludo_env.agents.decisions import Decisions, batch_hook
from ludo_env.agents.function import function_agent
from ludo_env.agents.league import League
from ludo_env.agents.make import make_agent
from ludo_env.agents.random import RandomAgent
from ludo_env.agents.view import Agent, View

Opponent: TypeAlias = Agent | Callable[..., Any]

# The uniformly random opponent; the environments draw its actions themselves.
UNIFORM = "random"
UNASKED = -1  # its number


def seated(opponents: Any, seats: int, style: str) -> tuple[Place, ...]:
    """Return the player of each other seat; `style` is the observation style of callables."""
    if not isinstance(opponents, (list, tuple)):
        opponents = [opponents] * seats
    if len(opponents) != seats:
        raise LudoError(f"opponents has {len(opponents)} entries for {seats} other seats.")
    if len({id(opponent) for opponent in opponents if isinstance(opponent, League)}) > 1:
        raise LudoError("An environment takes one league, for as many of its seats as you like.")
    return tuple(
        opponent if isinstance(opponent, League) else seated_one(opponent, style)
        for opponent in opponents
    )


def league_of(places: Sequence[Place]) -> tuple[League | None, list[int]]:
    """Return the league among the opponents, if there is one, and its places."""
    league = next((place for place in places if isinstance(place, League)), None)
    return league, [number for number, place in enumerate(places) if isinstance(place, League)]


def numbers_of(places: Sequence[Place]) -> list[int]:
    """Return a number for each place: the first place that has the same opponent."""
    first: dict[Any, int] = {}
    return [
        UNASKED if place is None else first.setdefault(_identity_of(place), number)
        for number, place in enumerate(places)
    ]


def begins(place: Place) -> Callable[[int], Any] | None:
    """Return the method `new_game(seed)` of an opponent, if it has one."""
    return place.begins() if isinstance(place, Seated) else None


def seated_one(opponent: Any, style: str) -> Seated | None:
    """Return one opponent at its seat; None for the uniformly random one."""
    # The environments play the random agent themselves; a subclass of it may play differently.
    if opponent is None or type(opponent) is RandomAgent:
        return None
    if isinstance(opponent, str):
        return None if opponent == UNIFORM else Seated(make_agent(opponent), opponent, opponent)
    if isclass(opponent):
        raise LudoError(
            f"{opponent.__name__} is a class; an opponent is an agent of it: {opponent.__name__}()."
        )
    if callable(getattr(opponent, "act", None)):
        return Seated(opponent, name_of_agent(opponent), opponent)
    if callable(opponent):
        agent = function_agent(opponent, style)
        return Seated(agent, agent.name, opponent)
    raise LudoError(f"An opponent is a name, an agent or a callable, not {quoted(opponent)}.")


class Seated:
    """An agent at its seat: asked for one decision, or for many at once."""

    def __init__(self, agent: Agent, name: str, given: Any) -> None:
        self.agent, self.name = agent, name
        self.given = given  # the text, agent or callable that it was made from
        self._hook = batch_hook(agent)

    def title(self, player: int) -> str:
        """Return the beginning of messages about this opponent."""
        return f"The opponent player_{player} ({quoted_agent(self.name)})"

    def act(self, view: View, player: int) -> Any:
        """Return the answer of the agent; an `AgentError` if it fails."""
        try:
            return self.agent.act(view)
        except (Left, AgentError):
            raise
        except (Exception, SystemExit) as error:
            said = f"{self.title(player)} {raised(error)}{place_of(error)}"
            raise failed(said, self.agent, view.game, view.record) from error

    def act_batch(self, decisions: Decisions) -> Any:
        """Return the answers of the agent, from one call if it has `act_batch`."""
        place, answers = -1, []
        try:
            if self._hook is not None:
                return self._hook(decisions)
            for place in range(len(decisions)):
                answers.append(self.agent.act(decisions.view(place)))
        except (Left, AgentError):
            raise
        except (Exception, SystemExit) as error:
            raise self._failed(decisions, place, error) from error
        return answers

    def begins(self) -> Callable[[int], Any] | None:
        """Return the method `new_game(seed)` of the agent or its function, if it has one."""
        begin = getattr(getattr(self.agent, "function", self.agent), "new_game", None)
        return begin if callable(begin) else None

    def _failed(self, decisions: Decisions, place: int, error: BaseException) -> AgentError:
        """Return the error of an agent; in a call for many games, find the game that fails."""
        more = len(decisions) - 1 if place < 0 else 0
        place = self._culprit(decisions) if place < 0 else place
        game, player = decisions.rows[place], int(decisions.seats[place])
        where = f" (game {game}{f', asked with {more} others' if more else ''})"
        said = f"{self.title(player)} {raised(error)}{place_of(error)}{where}"
        return failed(said, self.agent, decisions.game, decisions.records[[place]], game)

    def _culprit(self, decisions: Decisions) -> int:
        """Return the first decision that fails when asked alone; 0 if all succeed."""
        assert self._hook is not None
        for place in range(len(decisions) if len(decisions) > 1 else 0):
            try:
                self._hook(decisions.alone(place))
            except (Exception, SystemExit):  # noqa: BLE001, PERF203  (the caller raises the error)
                return place
        return 0


# The player of a seat: an opponent, a league with a member in each game, or None for random play.
Place: TypeAlias = Seated | League | None


def _identity_of(place: Seated | League) -> Any:
    """Return a key that is equal for places with the same opponent: its text, or its id."""
    given = place.given if isinstance(place, Seated) else place
    return given if isinstance(given, str) else id(given)
