"""Check `act_batch` of an agent: legal actions, and each from its own row alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.batch import Batch
from ludo_env._engine.batch_loops import ACT, RENEW, SAME_STEP, TERMINATE
from ludo_env._engine.errors import LudoError, cut, quoted, raised
from ludo_env._engine.game import Game
from ludo_env.agents import Agent
from ludo_env.agents.decisions import ActBatch, Decisions, batch_hook
from ludo_env.agents.random import RandomAgent

_GAMES, _ROUNDS, _STYLE, _NO_LIMIT = 6, 60, "compact", -1


def check_batch_calls(agent: Agent, game: Game, seed: int) -> None:
    """Ask an agent for all seats of some games in one call, and for each game alone.

    A `LudoError` refuses an error, an illegal action, and an action that differs from the one that
    the agent chooses when it is asked for this game alone.
    """
    hook = batch_hook(agent)
    if hook is None or type(agent) is RandomAgent:
        return
    batch = game.batch(_STYLE, _GAMES)
    batch.reseed(seed, np.arange(_GAMES), np.arange(_GAMES))
    batch.orders[:] = RENEW
    batch.advance(SAME_STEP, TERMINATE, _NO_LIMIT)
    batch.orders[:] = ACT
    rows = np.arange(_GAMES)
    for number in range(_ROUNDS):

        def random_of(row: int, seat: int, number: int = number) -> np.random.Generator:
            return np.random.default_rng([seed, number, row, seat])

        batch.sample()
        decisions = Decisions(batch, rows, random_of)
        together = _asked(agent, hook, decisions)
        for row in range(_GAMES):
            alone = int(_asked(agent, hook, decisions.alone(row))[0])
            _check(agent, batch, row, int(together[row]), alone)
        batch.actions[:] = together
        batch.advance(SAME_STEP, TERMINATE, _NO_LIMIT)


def _asked(agent: Agent, hook: ActBatch, decisions: Decisions) -> npt.NDArray[Any]:
    """Return the actions of an agent: a whole number for each row."""
    count = len(decisions)
    try:
        actions = np.asarray(hook(decisions))
    except Exception as error:
        raise LudoError(f"The agent {quoted(agent.name)} {raised(error)}, in act_batch.") from error
    if actions.shape != (count,) or actions.dtype.kind not in "iu":
        raise LudoError(
            f"The agent {quoted(agent.name)} was asked for {count} actions by act_batch, and gave "
            f"an array of shape {actions.shape} and type {actions.dtype}."
        )
    return actions


def _check(agent: Agent, batch: Batch, row: int, action: int, alone: int) -> None:
    legal = np.flatnonzero(batch.masks[row]).tolist()
    where = f"in act_batch at {batch.game.position(batch.records[row : row + 1])!r}"
    if action not in legal:
        listed = cut(", ".join(map(str, legal)))
        raise LudoError(
            f"The agent {quoted(agent.name)} chose {action}, {where}; legal are {listed}."
        )
    if action != alone:
        raise LudoError(
            f"The agent {quoted(agent.name)} chose {action} beside other games and {alone} alone, "
            f"{where}; the action of a row must follow from that row."
        )
