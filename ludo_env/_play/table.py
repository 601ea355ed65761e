"""Tables: one running game, its players, and undo."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, NamedTuple

import numpy as np

from ludo_env._engine.arguments import is_one_of, is_whole
from ludo_env._engine.chance import seed_number
from ludo_env._engine.errors import IllegalActionError, LudoError, quoted
from ludo_env._engine.family import OVER, STOPPED
from ludo_env._engine.game import game_of
from ludo_env._engine.plurals import counted
from ludo_env._engine.spec import Spec
from ludo_env._engine.state import Record
from ludo_env._envs.action_errors import number_of
from ludo_env._envs.dealer import Dealer, Dealt
from ludo_env.agents.agent_errors import choice_of, quoted_agent
from ludo_env.agents.make import agent_of
from ludo_env.agents.ready_game import ready_game
from ludo_env.agents.view import Agent, View

PERSON = "human"
MOST_NUMBER = 2**63 - 1  # of a game
FILLER = "random"  # plays the seats that are not listed


class Moment(NamedTuple):
    """Everything that the rest of a game depends on: state, dice, and the agents' generators."""

    dealt: Dealt
    chances: list[dict[str, Any]]
    actions: tuple[int, ...]


class Table:
    """Game `number` of a seed; `seats` are agents or their texts, and "human" for people.

    Random players take the seats that are not listed; `table.seats` has all names. The same seed,
    number, seats and choices give the same game: the dice are stream `number` of the seed, and each
    agent has its own random generator. The game begins at `position`, if it is not empty. Without
    `backend` the game is compiled only if an agent searches; otherwise compiling would take longer
    than it saves.
    """

    def __init__(
        self,
        spec: Spec,
        seats: Sequence[str | Agent],
        seed: int = 0,
        number: int = 0,
        backend: str | None = None,
        position: str = "",
    ) -> None:
        if not isinstance(spec, Spec):
            raise LudoError(f"A table needs the Spec of a game, not {quoted(spec)}.")
        if not isinstance(seats, (list, tuple)):
            raise LudoError(f"seats is a list of agents or their texts, not {quoted(seats)}.")
        if not is_whole(number, 0, MOST_NUMBER):
            raise LudoError(f"The number of a game is 0 or more, not {quoted(number)}.")
        if len(seats) > spec.players:
            raise LudoError(f"{spec.name} has {spec.players} seats, not {len(seats)}.")
        self.seed, self.number = seed_number(seed), number
        # Kept as given, so that another table can have the same seats.
        self.players = (*seats, *[FILLER] * (spec.players - len(seats)))
        self.agents = [seated(player) for player in self.players]
        self.seats = [name_in_lists(player) for player in self.players]
        usual = "auto" if self._thinks() else "python"
        self.game = game_of(spec, usual if backend is None else backend, waits=False)
        self.dealer = Dealer(self.game, next(iter(self.game.styles)), auto_pass=False)
        self.chances = [
            np.random.default_rng([seed, number, player]) for player in range(spec.players)
        ]
        self.history: list[Moment] = []
        self.actions: list[int] = []  # played, and not taken back
        self.dealer.session.reseed(self.seed, number)
        self.start = position
        self.dealer.start(None, {"position": position} if position else None)

    def _thinks(self) -> bool:
        return any(getattr(agent, "plays_on", False) for agent in self.agents)

    @property
    def record(self) -> Record:
        """A copy of the state."""
        record: Record = self.dealer.session.record.copy()
        return record

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return int(self.dealer.session.record["phase"][0]) >= OVER

    @property
    def moves(self) -> int:
        """The number of actions played."""
        return len(self.actions)

    @property
    def turn(self) -> int:
        """The player to act."""
        return int(self.dealer.session.record["seat"][0])

    @property
    def people(self) -> list[int]:
        """The players who are people."""
        return [player for player, agent in enumerate(self.agents) if agent is None]

    @property
    def view(self) -> View:
        """Return the view of the player to act."""
        return View(self.game, self.record, self.chances[self.turn])

    @property
    def position(self) -> str:
        """The position as text."""
        return self.game.position(self.dealer.session.record)

    def choose(self) -> int:
        """Return the action that the agent to act chooses; raise an `AgentError` if it fails."""
        agent = self.agents[self.turn]
        game = self.game if agent is None else ready_game(self.game, agent)
        return self.chosen(self.turn, View(game, self.record, self.chances[self.turn]))

    def chosen(self, player: int, view: View) -> int:
        """Return the action that the agent of a player chooses for this view."""
        if not is_whole(player, 0, len(self.agents) - 1):
            raise LudoError(f"Players are 0..{len(self.agents) - 1}, not {quoted(player)}.")
        agent = self.agents[player]
        if agent is None:
            raise LudoError(f"player_{player} is a person, who chooses for themselves.")
        return choice_of(
            agent, view, f"The agent {quoted_agent(self.seats[player])} of player_{player}"
        )

    def play(self, action: int, decision: bool = False) -> None:
        """Play a legal action and resolve pending chance; `undo` goes back to a `decision`."""
        action = number_of("The player to act", action, self.game.actions)
        if not self.dealer.session.mask[action]:
            raise IllegalActionError(f"Action {action} is not legal now.")
        if decision:
            self.history.append(self.moment())
        self.dealer.play(action)
        self.actions.append(action)

    def undo(self) -> bool:
        """Go back to the last decision, with the same dice to come; False if there is none."""
        if not self.history:
            return False
        self.go_to(self.history.pop())
        return True

    def moment(self) -> Moment:
        """Return the present moment of the game."""
        chances = [deepcopy(dict(chance.bit_generator.state)) for chance in self.chances]
        return Moment(self.dealer.save(), chances, tuple(self.actions))

    def go_to(self, moment: Moment) -> None:
        """Continue from a moment of this game."""
        if not isinstance(moment, Moment):
            raise LudoError(f"go_to() takes what moment() gave, not {quoted(moment)}.")
        self.dealer.load(moment.dealt)
        self.dealer.refresh()
        for chance, state in zip(self.chances, moment.chances, strict=True):
            chance.bit_generator.state = state
        self.actions[:] = moment.actions

    def result(self) -> str:
        """Return the result as a sentence: "player_2 won after 311 moves (seed 7)."."""
        returns = self.game.returns(self.dealer.session.record)
        names = " and ".join(f"player_{at}" for at, gain in enumerate(returns) if gain > 0)
        broken_off = int(self.dealer.session.record["phase"][0]) == STOPPED
        end = "The game was broken off" if broken_off else f"{names or 'nobody'} won"
        game = f", game {self.number}" if self.number else ""
        return f"{end} after {counted(self.moves, 'move')} (seed {self.seed}{game})."


def seated(player: str | Agent) -> Agent | None:
    """Return the agent of a seat, given as itself or as text, or None for a person."""
    if is_one_of(player, (PERSON,)):
        return None
    try:
        return agent_of(player)
    except (ImportError, AttributeError) as error:
        raise LudoError(f"The agent {quoted(player)} is not available here: {error}.") from error
    except TypeError as error:
        raise LudoError(f"The agent {quoted(player)} cannot be made: {error}.") from error


def name_in_lists(player: str | Agent) -> str:
    """Return the text of a player, or the name of an agent."""
    return player if isinstance(player, str) else str(player.name)
