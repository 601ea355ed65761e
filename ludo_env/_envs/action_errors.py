"""Errors for refused actions, which name the agent, the action, and what is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from ludo_env._engine.arguments import number_of
from ludo_env._engine.errors import ActionRangeError, IllegalActionError, LudoError, quoted

__all__ = ["dead_step", "illegal_action", "number_of", "of_agent"]

if TYPE_CHECKING:
    from ludo_env._envs.aec import BoardEnv

Value = TypeVar("Value")


def of_agent(values: Mapping[str, Value], agent: Any) -> Value:
    """Return the value of an agent; refuse an unknown agent."""
    try:
        return values[agent]
    except Exception as error:
        raise LudoError(
            f"Unknown agent {quoted(agent)}; the agents are {', '.join(values)}."
        ) from error


def dead_step(agent: str, action: Any) -> ActionRangeError:
    """Return the error for an action after the end of the game."""
    return ActionRangeError(
        f"The game is over for {agent}: step(None), not {quoted(action)}, is due."
    )


def illegal_action(env: BoardEnv, agent: str, number: int) -> IllegalActionError:
    """Return the error for an illegal action: the rule that objects, and the position."""
    legal = ", ".join(str(action) for action in range(env.game.actions) if env.allows(action))
    return IllegalActionError(
        f"{agent} asked for action {number} ({env.describe(number)}), which is not legal "
        f"({env.explain(number)}); legal are {legal}; position: {env.position}"
    )
