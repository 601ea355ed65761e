"""What a caller is told whose action is refused: who asked for what, and what there is."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import TYPE_CHECKING, Any, TypeVar

from ludo_env.core.errors import ActionRangeError, IllegalActionError, LudoError, quoted

if TYPE_CHECKING:
    from ludo_env.envs.aec import BoardEnv

Value = TypeVar("Value")


def number_of(who: str, action: Any, count: int) -> int:
    """An action as a plain number; refuses what is not in the action space."""
    try:
        number = index(action)
    except Exception:  # noqa: BLE001  (an object of the caller's may raise anything)
        number = -1
    if not 0 <= number < count:
        raise out_of_range(who, action, count)
    return number


def of_agent(values: Mapping[str, Value], agent: Any) -> Value:
    """Return what belongs to an agent; refuses an agent that there is not."""
    try:
        return values[agent]
    except Exception as error:
        raise LudoError(
            f"There is no agent {quoted(agent)}; there are {', '.join(values)}."
        ) from error


def out_of_range(agent: str, action: Any, count: int) -> ActionRangeError:
    """The action is no action number at all."""
    return ActionRangeError(
        f"{agent} asked for action {quoted(action)}; "
        f"the actions are the whole numbers 0..{count - 1}."
    )


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
