"""Inspection: the position, pictures and explanations of the game of an environment.

`BoardEnv` and `SeatEnv` bind these functions as methods, so that neither class must inherit from
the other.
"""

from __future__ import annotations

from typing import Any, Protocol

from ludo_env._engine.arguments import check_flag
from ludo_env._engine.errors import LudoError
from ludo_env._engine.game import Game
from ludo_env._engine.session import Session
from ludo_env._envs.action_errors import number_of
from ludo_env._envs.observation_text import Column, explained
from ludo_env._envs.position_text import Position
from ludo_env._envs.rendering import Pictures
from ludo_env._envs.settings import Settings
from ludo_env._render.text import draw_text


class Inspected(Protocol):
    """An environment that plays one game at a time."""

    game: Game
    settings: Settings
    pictures: Pictures
    _session: Session

    def _is_reset(self) -> bool: ...

    def _check_reset(self, what: str) -> None: ...


def render(env: Inspected) -> Any:
    """Return the picture as pixels or text, or draw it in a window, by the render mode."""
    env._check_reset("render")
    return env.pictures.render(env._session.record)


def picture(env: Inspected, colour: bool = False) -> str:
    """Return the board as text; any render mode will do."""
    env._check_reset("picture")
    check_flag("colour", colour, LudoError)
    return draw_text(env.game, env._session.record, colour)


def close(env: Inspected) -> None:
    """Close the window, if there is one."""
    env.pictures.close()


def position_of(env: Inspected) -> str:
    """Return the position as text."""
    env._check_reset("position")
    return Position(env.game.position(env._session.record), env.game.spec)


def describe(env: Inspected, action: int) -> str:
    """Return what an action does now, in words."""
    return env.game.describe(*_asked(env, "describe", action))


def explain(env: Inspected, action: int) -> str:
    """Return why an action is not legal now: the rule that objects; empty if it is legal."""
    return env.game.explain(*_asked(env, "explain", action))


def explain_observation(env: Inspected, row: Any) -> list[Column]:
    """Return an observation in words: its columns, in their order.

    `row` is an observation from `observe`, `last`, `reset` or `step`, with or without its mask,
    in the observation style of this environment. Each column is (name, start, stop, values,
    meaning), and prints as one line. Other players are named by their seats, clockwise from the
    observer: "arm 1", "arm 2", ...
    """
    return explained(env.game, env.settings.observation, row)


def svg(env: Inspected) -> str | None:
    """Return the picture of the game for a notebook; None before reset."""
    return env.pictures.svg(env._session.record) if env._is_reset() else None


def _asked(env: Inspected, method: str, action: Any) -> tuple[Any, int]:
    """Return the state, and the checked action of a method call."""
    env._check_reset(method)
    number = number_of(f"The caller of {method}()", action, env.game.actions)
    return env._session.record, number
