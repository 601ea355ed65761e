"""Error messages for agents that fail: the agent, game, seat, position and reason."""

from __future__ import annotations

import shlex
from typing import Any, NamedTuple

from ludo_env._engine.errors import cut
from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env.agents.agent_errors import AgentError
from ludo_env.agents.agent_text import split_agents
from ludo_env.arena.plan import Plan
from ludo_env.catalogue import name_of

_FLAGS = {"match": (), "round": ("--tournament",), "pool": ("--pool",)}


class Asked(NamedTuple):
    """The decision at which an agent failed."""

    agent: int  # its number in the plan
    game: int
    seat: int
    record: Record
    games: int = 1  # number of games in the same call; the other fields describe the first


def agent_error(plan: Plan, game: Game, asked: Asked, what: str, engine: str = "") -> AgentError:
    """Return the error that describes what an agent did, and how to replay that game."""
    name = plan.names[asked.agent]
    position = game.position(asked.record)
    more = f", and {asked.games - 1} games beside it" if asked.games > 1 else ""
    message = (
        f"{cut(name)} {what} (game {asked.game}{more}, seat {asked.seat}, position: {position}); "
        f"to play that game again: {_again(plan, asked.game, engine)}"
    )
    brief = f"{cut(name)} {what}."
    return AgentError(message, name, asked.game, asked.seat, position, brief)


def _again(plan: Plan, index: int, engine: str) -> str:
    """Return the command that replays one game of the plan; only a hint if it is long."""
    name = _preset(plan)
    if not (name and _is_text(plan)):
        how = f', engine="{engine}"' if engine else ""
        return f"the same call with only={index}{how}, or the same command with --only {index}."
    texts: list[str] = [str(agent) for agent in plan.agents]
    words: list[Any] = ["ludo-env", "arena", "--game", name, "--agents", ",".join(texts)]
    words += ["--games", plan.games, "--seed", plan.seed, *_FLAGS[plan.pairing]]
    options = {
        "--seats": (plan.seats, "balanced"),
        "--max-steps": (plan.max_steps, None),
        "--backend": (plan.backend, "auto"),
        "--luck": (plan.luck, None),
        "--decision-limit": (plan.decision_limit, None),
        "--engine": (engine, ""),
    }
    for option, (value, default) in options.items():
        words += [] if value == default else [option, value]
    return shlex.join(map(str, [*words, "--only", index]))


def _is_text(plan: Plan) -> bool:
    """Return whether the agents can be written on a command line."""
    texts = [agent for agent in plan.agents if isinstance(agent, str)]
    if not isinstance(plan.luck, (str, type(None))):
        return False
    return len(texts) == len(plan.agents) and split_agents(",".join(texts)) == texts


def _preset(plan: Plan) -> str:
    """Return the name of the game of a plan if that identifies it; else an empty text."""
    return name_of(plan.spec)
