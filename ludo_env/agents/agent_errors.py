"""Errors of agents: each names the agent, its seat and the position.

The exception that the agent raised is the cause of the error.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from ludo_env._engine.arguments import is_flag
from ludo_env._engine.effects import Effects
from ludo_env._engine.errors import (
    MOST_QUOTED,
    ActionRangeError,
    IllegalActionError,
    LudoError,
    cut,
    cut_path,
    quoted,
    raised,
)
from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env.agents.caller_code import place_of
from ludo_env.agents.view import Agent, View

_MOST_WORDS = 200  # characters of a move or a reason in a message


class AgentError(LudoError):
    """The error of an agent that raised, chose an illegal action, or did not answer."""

    def __init__(
        self,
        message: str,
        agent: str = "",
        game: int = -1,
        seat: int = -1,
        position: str = "",
        brief: str = "",
    ) -> None:
        super().__init__(message)
        self.agent = agent
        self.game = game  # the number of the game in its run or batch
        self.seat = seat
        self.position = position
        self.brief = brief or message  # the message without the position


class Left(LudoError):  # noqa: N818  (leaving is no mistake)
    """The person has left, by `quit` or at the end of the input."""


def name_of_agent(agent: object) -> str:
    """Return the name of an agent; that of its class if it has none."""
    name = getattr(agent, "name", None)
    return name if isinstance(name, str) and name else type(agent).__name__


def quoted_agent(name: str) -> str:
    """Return the name of an agent for a message; of a long path the end, with the class."""
    return quoted(name) if len(name) <= MOST_QUOTED else f"'{cut_path(name)}'"


def choice_of(agent: Agent, view: View, who: str) -> int:
    """Return the legal action that an agent chooses; raise an `AgentError` if it fails.

    `who` is the beginning of the message: "The agent 'mine' of player_2".
    """
    legal = list(view.actions)  # a copy, as the agent may change the list of the view
    try:
        answer = agent.act(view)
    except (Left, AgentError):
        raise
    except (Exception, SystemExit) as error:
        said = f"{who} {raised(error)}{place_of(error)}"
        raise failed(said, agent, view.game, view.record) from error
    action = whole_or_none(answer)
    if action is None or action not in legal:
        raise refused(who, answer, agent, view.game, view.record, legal)
    return action


def whole_or_none(answer: Any) -> int | None:
    """Return an answer as a plain number; None if it is not a whole number."""
    if is_flag(answer):
        return None
    try:
        return operator.index(answer)
    except Exception:  # noqa: BLE001  (an answer may be anything, and do anything)
        return None


def hint_about(answer: Any) -> str:
    """Return a hint for a message, if the answer is a move instead of an action number."""
    return " (the number of a move is move.action)" if isinstance(answer, Effects) else ""


def refused(
    who: str,
    answer: Any,
    agent: object,
    game: Game,
    record: Record,
    legal: Any,
    where: str = "",
    number: int = -1,
) -> AgentError:
    """Return the error for an answer that is not a legal action, with its cause."""
    action = whole_or_none(answer)
    listed = cut(", ".join(map(str, np.asarray(legal).tolist())))
    cause: LudoError
    if action is None or not 0 <= action < game.actions:
        said = (
            f"{who} asked for action {quoted(answer)}{where}; the actions are the whole numbers "
            f"0..{game.actions - 1}, and legal are {listed}{hint_about(answer)}"
        )
        cause = ActionRangeError(f"{said}.")
    else:
        words = cut(game.describe(record, action), _MOST_WORDS)
        why = cut(game.explain(record, action), _MOST_WORDS)
        said = (
            f"{who} asked for action {action} ({words}){where}, which is not legal ({why}); "
            f"legal are {listed}"
        )
        cause = IllegalActionError(f"{said}.")
    error = failed(said, agent, game, record, number)
    error.__cause__ = cause
    return error


def failed(said: str, agent: object, game: Game, record: Record, number: int = -1) -> AgentError:
    """Return the error that describes what an agent did, and in which position."""
    position, seat = game.position(record), int(record["seat"][0])
    message = f"{said}; position: {position}"
    return AgentError(message, name_of_agent(agent), number, seat, position, f"{said}.")
