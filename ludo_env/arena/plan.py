"""What is to be played: the game, the agents, the seed, and who sits where in game i.

Game i follows from (seed, i) alone, so any worker may play any of the games in any order.
"""

from __future__ import annotations

import hashlib
import itertools
import pickle
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np

from ludo_env._engine.chance import seed_number
from ludo_env._engine.errors import LudoError, nearest, quoted, reason
from ludo_env._engine.game_files import of_key
from ludo_env._engine.spec import Spec
from ludo_env.agents import Agent, make_agent
from ludo_env.agents.make import split_agents

SEATS = ("balanced", "fixed")
PAIRINGS = ("match", "round", "pool")
MOST_SECONDS = 1e6  # of a limit: longer ones overflow the clocks of some systems


@dataclass(frozen=True)
class Plan:
    """All that decides how the games come out; it travels to every worker."""

    spec: Spec
    agents: tuple[str | Agent, ...]
    games: int
    seed: int = 0
    seats: str = "balanced"
    pairing: str = "match"
    max_steps: int | None = None  # a game of so many decisions is broken off, a draw
    backend: str = "auto"
    decision_limit: float | None = None  # seconds; who thinks longer ends the run

    def checked(self) -> Plan:
        """The plan itself; a number or a word that is no choice is refused."""
        check_word("seats", self.seats, SEATS)
        check_word("pairing", self.pairing, PAIRINGS)
        check_count("games", self.games)
        if self.max_steps is not None:
            check_count("max_steps", self.max_steps)
        if self.decision_limit is not None:
            check_seconds("decision_limit", self.decision_limit)
        seed_number(self.seed)
        players, given = self.spec.players, len(self.agents)
        if self.pairing == "match" and given != players:
            raise LudoError(f"A match of {self.spec.name} takes {players} agents, not {given}.")
        if given < players:
            raise LudoError(
                f"A tournament of {self.spec.name} takes {players} agents or more, not {given}."
            )
        self.make_agents()
        return self

    def make_agents(self) -> list[Agent]:
        """The agents themselves, in their order."""
        return [agent_of(agent) for agent in self.agents]

    @property
    def rotations(self) -> int:
        """In how many seatings the same agents meet over the same dice: the games of a block."""
        return self.spec.players if self.seats == "balanced" else 1

    def block(self, index: int) -> int:
        """The block of a game: its chance stream."""
        return index // self.rotations

    def seating(self, index: int) -> tuple[int, ...]:
        """The number of the agent on each seat of game `index`."""
        table = self._table(self.block(index))
        turn = index % self.rotations
        return tuple(table[(seat + turn) % len(table)] for seat in range(len(table)))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The agents as texts, told apart where two are the same: random, random#2."""
        names: list[str] = []
        for agent in self.agents:
            name = agent if isinstance(agent, str) else str(agent.name)
            again = sum(other.partition("#")[0] == name for other in names)
            names.append(f"{name}#{again + 1}" if again else name)
        return tuple(names)

    @cached_property
    def identity(self) -> dict[str, Any]:
        """What two runs must share for their games to be the same games, as plain data."""
        # The number of games is not in it: a run can be lengthened.
        return {
            "game": self.spec.name,
            "rules": hashlib.sha256(self.spec.key.encode()).hexdigest()[:16],
            "agents": list(self.names),
            "seed": int(self.seed),
            "seats": self.seats,
            "pairing": self.pairing,
            "max_steps": self.max_steps,
        }

    def packed(self) -> bytes:
        """The plan as bytes for a worker; refuses agents that cannot travel."""
        for name, agent in zip(self.names, self.agents, strict=True):
            try:
                pickle.dumps(agent)
            # Pickling runs code of the agent: anything may come out of it.
            except Exception as error:  # noqa: PERF203
                raise LudoError(
                    f"The agent {name!r} cannot be sent to another process ({reason(error)}); "
                    f'name it by a text, or play with engine="inline".'
                ) from error
        # The game goes as plain data: unpickled, it would be equal, but the compiler's disk cache,
        # which looks at bytes, would not know it again.
        others = {part.name: getattr(self, part.name) for part in fields(self)[1:]}
        return pickle.dumps((self.spec.key, others))

    @staticmethod
    def unpacked(parcel: bytes) -> Plan:
        """The plan of a parcel."""
        # Who packed it had the spec, so its rules may run, and are known to be sound.
        key, others = pickle.loads(parcel)  # noqa: S301
        return Plan(of_key(key), **others)

    @cached_property
    def _combinations(self) -> list[tuple[int, ...]]:
        return list(itertools.combinations(range(len(self.agents)), self.spec.players))

    def _table(self, block: int) -> tuple[int, ...]:
        """Who meets in a block, in ascending order."""
        players, given = self.spec.players, len(self.agents)
        if self.pairing == "round":
            return self._combinations[block % len(self._combinations)]
        if self.pairing == "pool":
            # Three numbers with a last one no seat has: apart from the chance of all agents.
            chance = np.random.default_rng([self.seed, block, 1 << 16])
            return tuple(sorted(chance.permutation(given)[:players].tolist()))
        return tuple(range(players))


def agents_of(agents: Any) -> tuple[str | Agent, ...]:
    """A list of agents, or one text with commas between them."""
    if isinstance(agents, str):
        return tuple(split_agents(agents))
    if not isinstance(agents, Sequence):
        raise LudoError(f"agents is a list of texts or of agents, not {quoted(agents)}.")
    return tuple(agents)


def agent_of(agent: str | Agent) -> Agent:
    """The agent that is meant: one itself, or by its text."""
    if isinstance(agent, str):
        return make_agent(agent)
    if not hasattr(agent, "act") or not hasattr(agent, "name"):
        raise LudoError(f"An agent has a name and a method `act`, and {quoted(agent)} does not.")
    return agent


def check_seconds(name: str, value: Any) -> None:
    """Refuses what is not a number of seconds above 0."""
    number = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(
        value, bool
    )
    if not number or not 0 < value <= MOST_SECONDS:
        raise LudoError(f"{name} is a number of seconds above 0, not {quoted(value)}.")


def check_word(name: str, value: Any, known: Sequence[str]) -> None:
    """Refuses a word that is no choice."""
    if value not in known:
        raise LudoError(f"There is no {name}={quoted(value)}; {nearest(value, known)}")


def check_count(name: str, value: Any) -> None:
    """Refuses what is not a whole number from 1."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 1:
        raise LudoError(f"{name} is a whole number from 1, not {quoted(value)}.")


def check_number(name: str, value: Any, count: int) -> None:
    """Refuses what is not one of so many numbers from 0."""
    if (
        isinstance(value, bool)
        or not isinstance(value, (int, np.integer))
        or not 0 <= value < count
    ):
        raise LudoError(f"{name} is a whole number from 0 to {count - 1}, not {quoted(value)}.")
