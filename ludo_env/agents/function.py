"""A function of observation and mask as an agent.

agent = function_agent(lambda observation, mask: mask.argmax(), name="lowest")
match([agent, "greedy", "random", "random"], "ludo", games=400)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludo_env._engine.errors import LudoError, quoted
from ludo_env.agents.decisions import Decisions
from ludo_env.agents.view import View


def function_agent(
    function: Callable[..., Any], style: str = "", name: str | None = None
) -> FunctionAgent:
    """Make an agent of a function `function(observation, action_mask) -> action`.

    Args:
        function: called with one observation and one mask, both copies; it returns an action.
            With an attribute `wants_game = True` it is called with `(game, record, action_mask)`.
        style: the observation style that it expects; empty for the game's default.
        name: the name in tables; by default the name of the function.
    """
    if not callable(function):
        raise LudoError(f"function_agent() takes a function, not {quoted(function)}.")
    if name is None:
        own = getattr(function, "__name__", None)
        name = own if isinstance(own, str) else type(function).__name__
        name = "function" if name == "<lambda>" else name
    for what, text in (("style", style), ("name", name)):
        if not isinstance(text, str):
            raise LudoError(f"The {what} of an agent is a text, not {quoted(text)}.")
    return FunctionAgent(function, style, name)


class FunctionAgent:
    """Plays what a function of observation and mask returns; see `function_agent`."""

    def __init__(self, function: Callable[..., Any], style: str, name: str) -> None:
        self.function, self.style, self.name = function, style, name
        self._wants_game = bool(getattr(function, "wants_game", False))

    def act(self, view: View) -> Any:
        """Return the answer of the function for a decision."""
        if self._wants_game:
            return self.function(view.game, view.record.copy(), view.mask.copy())
        return self.function(view.observation(self.style), view.mask.copy())

    def act_batch(self, decisions: Decisions) -> Any:
        """Return the answers of the function for all decisions, one call each."""
        masks = decisions.masks
        if self._wants_game:
            game, records = decisions.game, decisions.records
            return [self.function(game, records[i : i + 1], masks[i]) for i in range(len(masks))]
        rows = decisions.observed(self.style)
        return [self.function(rows[i], masks[i]) for i in range(len(masks))]
