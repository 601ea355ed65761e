"""Messages for refused actions: who asked for what, and what is allowed."""

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
    """Return what belongs to an agent; refuses an agent that there is not."""
    try:
        return values[agent]
    except Exception as error:
        raise LudoError(
            f"There is no agent {quoted(agent)}; there are {', '.join(values)}."
        ) from error


def dead_step(agent: str, action: Any) -> ActionRangeError:
    """The game is over, and an agent acts."""
    return ActionRangeError(
        f"The game is over for {agent}: step(None), not {quoted(action)}, is due."
    )


def illegal_action(env: BoardEnv, agent: str, number: int) -> IllegalActionError:
    """The rules do not allow the action now: which rule objects, and in what position."""
    legal = ", ".join(str(action) for action in range(env.game.actions) if env.allows(action))
    return IllegalActionError(
        f"{agent} asked for action {number} ({env.describe(number)}), which is not legal "
        f"({env.explain(number)}); legal are {legal}; position: {env.position}"
    )
