"""Check an agent by letting it play every seat of a game, in plain Python."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np

from ludo_env._engine.errors import LudoError, quoted, raised
from ludo_env._engine.family import OVER
from ludo_env._engine.game import Game, game_of
from ludo_env._engine.kernel import BEGIN, PLAY, SETTLE, unpack_status
from ludo_env._engine.session import Session
from ludo_env._engine.spec import Spec
from ludo_env.agents import Agent, View
from ludo_env.agents.make import agent_of
from ludo_env.testing.batch_agents import check_batch_calls

# At most so many decisions of a game are played.
_LONGEST = 2_000


def check_agent(agent: Agent | str, spec: Spec | None = None, games: int = 3, seed: int = 0) -> int:
    """Play games (of Ludo, if no spec is given) and return how many decisions the agent made.

    A `LudoError` refuses an agent without a name, one that chooses an illegal action or raises an
    error, and one that chooses differently when it is asked again with the same view: agents keep
    nothing between decisions, and draw only from `view.random`. An agent with `act_batch` is also
    asked for several games at once; each action must follow from its own game alone.
    """
    agent = agent_of(agent)
    if spec is None:
        from ludo_env._families.track.games.ludo import ludo

        spec = ludo()
    game = game_of(spec, "python")
    check_batch_calls(agent, game, seed)
    return sum(
        _one_game(agent, game, number % game.players, seed + number)
        for number in range(max(games, game.players))
    )


def _one_game(agent: Agent, game: Game, seat: int, seed: int) -> int:
    """Play a game with the agent at a seat and random others; return how many decisions it made."""
    session = game.session("compact", seed)
    chance = np.random.default_rng(seed)
    status = session.run(BEGIN | SETTLE, 0)
    made = 0
    for _ in range(_LONGEST):
        actor, phase = unpack_status(status)[:2]
        if phase >= OVER:
            break
        legal = [int(action) for action in np.flatnonzero(session.mask)]
        action = legal[int(chance.integers(len(legal)))]
        if actor == seat:
            action = _choice(agent, game, session, legal, seed + made)
            made += 1
        status = session.run(PLAY | SETTLE, action)
    return made


def _choice(agent: Agent, game: Game, session: Session, legal: list[int], seed: int) -> int:
    """Return the action of the agent, which is asked twice."""
    record = session.save()[0]
    where = f"at {game.position(record)!r}"
    answers: list[Any] = []
    for _ in range(2):
        view = View(game, record, np.random.default_rng(seed))
        try:
            answers.append(agent.act(view))
        except Exception as error:
            raise LudoError(f"The agent {quoted(agent.name)} {raised(error)}, {where}.") from error
    try:
        action, again = map(index, answers)
    except TypeError as error:
        raise LudoError(
            f"The agent {quoted(agent.name)} chose {quoted(answers[0])}, which is not a whole "
            f"number, {where}."
        ) from error
    if action not in legal:
        listed = ", ".join(map(str, legal))
        raise LudoError(
            f"The agent {quoted(agent.name)} chose {action}, {where}; legal are {listed}."
        )
    if action != again:
        raise LudoError(
            f"The agent {quoted(agent.name)} chose {action} and then {again} with the same view, "
            f"{where}; it must keep nothing, and draw from view.random."
        )
    return action
