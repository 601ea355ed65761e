"""The rival of a training run: an agent whose decisions are played inside the compiled loop."""

from __future__ import annotations

from typing import Any, NamedTuple

from ludo_env._engine.errors import LudoError, quoted
from ludo_env._engine.game import Game
from ludo_env._engine.valuation import Valuation
from ludo_env.agents.make import make_agent
from ludo_env.agents.net import NetAgent
from ludo_env.agents.net_file import Net


class Rival(NamedTuple):
    """How an agent values states one move ahead: a valuation and its weights."""

    text: str
    valuation: Valuation
    numbers: Any
    net: Net | None  # if the agent is a net


def rival_of(game: Game, text: str) -> Rival | None:
    """Return the rival for the text of an agent; None for an empty text, which is self-play."""
    if not text:
        return None
    agent = make_agent(text)
    values = getattr(agent, "valuation", None)
    found = values(game) if values is not None else None
    if found is None:
        raise LudoError(
            f"Training against {quoted(text)} is not possible in {game.spec.name}: a rival values "
            f"states one move ahead in compiled code, as net and (in most races) greedy do."
        )
    net = agent.net(game) if isinstance(agent, NetAgent) else None
    valuation, numbers = found
    return Rival(text, valuation, numbers, net)
