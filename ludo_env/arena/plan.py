"""The plan of a run: the game, the agents, the seed, and the seating of game i.

Game i depends only on (seed, i), so any worker may play any game in any order.
"""

from __future__ import annotations

import hashlib
import itertools
import pickle
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any

import numpy as np

from ludo_env._engine.arguments import is_integer, is_real
from ludo_env._engine.chance import seed_number
from ludo_env._engine.errors import LudoError, nearest, quoted, reason
from ludo_env._engine.forecast import Forecast
from ludo_env._engine.game import Game, game_of
from ludo_env._engine.game_data import of_key
from ludo_env._engine.spec import Spec
from ludo_env.agents import Agent
from ludo_env.agents.agent_code import AgentFile, import_agent_file
from ludo_env.agents.agent_errors import name_of_agent
from ludo_env.agents.agent_text import split_agents
from ludo_env.agents.forecast import forecast_of
from ludo_env.agents.make import agent_of, files_of

SEATS = ("balanced", "fixed")
PAIRINGS = ("match", "round", "pool")
MOST_SECONDS = 1e6  # of a limit; longer ones overflow the clocks of some systems


@dataclass(frozen=True)
class Plan:
    """Everything that determines the results of the games; every worker gets a copy."""

    spec: Spec
    agents: tuple[str | Agent, ...]
    games: int
    seed: int = 0
    seats: str = "balanced"
    pairing: str = "match"
    max_steps: int | None = None  # a game is aborted as a draw after this many decisions
    backend: str = "auto"
    decision_limit: float | None = None  # seconds; an agent that takes longer ends the run
    traces: bool = False  # keep the actions and the dice of every game
    luck: str | Agent | None = None  # the agent whose forecast measures the luck in every game
    # The files of agents, read once, so that all processes of a run import the same content.
    files: Mapping[str, AgentFile] = field(default_factory=dict)

    def checked(self) -> Plan:
        """Return the plan with the files of its agents; refuse an invalid number or word."""
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
        asked = (*self.agents, *self._measuring)
        whole = replace(self, files=self.files or files_of(asked))
        whole.make_agents()
        if self.luck is not None:
            whole.forecast(game_of(self.spec, "python"))
        return whole

    def make_agents(self) -> list[Agent]:
        """Return the agents themselves, in order."""
        return [agent_of(agent, self.files) for agent in self.agents]

    def forecast(self, game: Game) -> Forecast:
        """Return the forecast that measures luck; raise a `LudoError` if its agent has none."""
        return forecast_of(agent_of(self.luck, self.files), game)

    @property
    def rotations(self) -> int:
        """The number of seatings for the same agents and dice: games per block."""
        return self.spec.players if self.seats == "balanced" else 1

    def block(self, index: int) -> int:
        """Return the block of a game: its chance stream."""
        return index // self.rotations

    def seating(self, index: int) -> tuple[int, ...]:
        """Return the number of the agent on each seat of game `index`."""
        table = self._table(self.block(index))
        turn = index % self.rotations
        return tuple(table[(seat + turn) % len(table)] for seat in range(len(table)))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the agents; equal names are numbered: random, random#2."""
        names: list[str] = []
        for agent in self.agents:
            name = _name(agent)
            again = sum(other.partition("#")[0] == name for other in names)
            names.append(f"{name}#{again + 1}" if again else name)
        return tuple(names)

    @property
    def luck_name(self) -> str:
        """The name of the agent that measures luck; empty without one."""
        return "" if self.luck is None else _name(self.luck)

    @cached_property
    def identity(self) -> dict[str, Any]:
        """The plain data that two runs must share for their games to be the same."""
        # The number of games is not included: a run can be extended.
        files = {path: file.mark for path, file in self.files.items()}
        return {
            "game": self.spec.name,
            "rules": rules_hash(self.spec),
            "agents": list(self.names),
            "seed": int(self.seed),
            "seats": self.seats,
            "pairing": self.pairing,
            "max_steps": self.max_steps,
            **({"luck": self.luck_name} if self.luck_name else {}),
            **({"files": files} if files else {}),
        }

    def packed(self) -> bytes:
        """Return the plan as bytes for a worker; refuse agents that cannot be pickled."""
        measuring = [(self.luck_name, agent) for agent in self._measuring]
        for name, agent in (*zip(self.names, self.agents, strict=True), *measuring):
            try:
                pickle.dumps(agent)
            # Pickling runs code of the agent, which may raise any exception.
            except Exception as error:  # noqa: PERF203
                raise LudoError(
                    f"The agent {name!r} cannot be sent to another process ({reason(error)}); "
                    f'name it by a text, or play with engine="inline".'
                ) from error
        # The game is sent as plain data: a pickled one would be equal, but the compiler's disk
        # cache, which compares bytes, would not recognise it.
        others = {part.name: getattr(self, part.name) for part in fields(self)[1:]}
        # Classes of agents can be in these files, so the files are unpacked first.
        return pickle.dumps((self.spec.key, dict(self.files), pickle.dumps(others)))

    @staticmethod
    def unpacked(parcel: bytes) -> Plan:
        """Return the plan in a parcel."""
        # The sender had the spec, so its rules may run and are known to be valid.
        key, files, others = pickle.loads(parcel)  # noqa: S301
        for path, file in files.items():
            import_agent_file(file, path)
        return Plan(of_key(key), **pickle.loads(others))  # noqa: S301

    @property
    def _measuring(self) -> tuple[str | Agent, ...]:
        return () if self.luck is None else (self.luck,)

    @cached_property
    def _combinations(self) -> list[tuple[int, ...]]:
        return list(itertools.combinations(range(len(self.agents)), self.spec.players))

    def _table(self, block: int) -> tuple[int, ...]:
        """Return the agents that meet in a block, in ascending order."""
        players, given = self.spec.players, len(self.agents)
        if self.pairing == "round":
            return self._combinations[block % len(self._combinations)]
        if self.pairing == "pool":
            # Three numbers, the last beyond any seat, so that no agent has the same generator.
            chance = np.random.default_rng([self.seed, block, 1 << 16])
            return tuple(sorted(chance.permutation(given)[:players].tolist()))
        return tuple(range(players))


def _name(agent: str | Agent) -> str:
    return agent if isinstance(agent, str) else name_of_agent(agent)


def rules_hash(spec: Spec) -> str:
    """Return a short hash of a game: its board, and its rules with their parameters."""
    return hashlib.sha256(spec.key.encode()).hexdigest()[:16]


def agents_of(agents: Any) -> tuple[str | Agent, ...]:
    """Return the agents from a list or a text with commas."""
    if isinstance(agents, str):
        return tuple(split_agents(agents))
    if not isinstance(agents, Sequence):
        raise LudoError(f"agents is a list of texts or of agents, not {quoted(agents)}.")
    return tuple(agents)


def check_seconds(name: str, value: Any) -> None:
    """Refuse anything but a number of seconds above 0."""
    if not is_real(value) or not 0 < value <= MOST_SECONDS:
        raise LudoError(f"{name} is a number of seconds above 0, not {quoted(value)}.")


def check_word(name: str, value: Any, known: Sequence[str]) -> None:
    """Refuse a word that is not one of the choices."""
    if value not in known:
        raise LudoError(f"Unknown {name}={quoted(value)}; {nearest(value, known)}")


def check_count(name: str, value: Any) -> None:
    """Refuse anything but a whole number from 1."""
    if not is_integer(value) or value < 1:
        raise LudoError(f"{name} is a whole number from 1, not {quoted(value)}.")


def check_number(name: str, value: Any, count: int) -> None:
    """Refuse anything but a whole number from 0 below a limit."""
    if not is_integer(value) or not 0 <= value < count:
        raise LudoError(f"{name} is a whole number from 0 to {count - 1}, not {quoted(value)}.")
