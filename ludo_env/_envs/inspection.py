"""Inspection: the position, pictures and explanations of the game that an environment plays."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.arguments import check_flag
from ludo_env._engine.errors import LudoError
from ludo_env._engine.game import Game
from ludo_env._engine.session import Session
from ludo_env._envs.action_errors import number_of
from ludo_env._envs.observation_text import Column, explained
from ludo_env._envs.position_text import Position
from ludo_env._envs.rendering import Pictures
from ludo_env._render.text import draw_text


class Inspection:
    """Read-only questions about a session; each environment holds one, and asks it after reset."""

    def __init__(self, game: Game, session: Session, pictures: Pictures, style: str) -> None:
        self._game = game
        self._session = session
        self._pictures = pictures
        self._style = style  # the observation style

    def render(self) -> Any:
        """Return the picture: an array of pixels, a text, or None, as the render mode says."""
        return self._pictures.render(self._session.record)

    def picture(self, colour: bool) -> str:
        """Return the board as text."""
        check_flag("colour", colour, LudoError)
        return draw_text(self._game, self._session.record, colour)

    def svg(self) -> str | None:
        """Return the picture for a notebook."""
        return self._pictures.svg(self._session.record)

    @property
    def position(self) -> str:
        """The position as text."""
        return Position(self._game.position(self._session.record), self._game.spec)

    def describe(self, action: Any) -> str:
        """Return what an action does now, in words."""
        return self._game.describe(self._session.record, self._number("describe", action))

    def explain(self, action: Any) -> str:
        """Return the rule that objects to an action now; empty if it is legal."""
        return self._game.explain(self._session.record, self._number("explain", action))

    def explain_observation(self, row: Any) -> list[Column]:
        """Return the columns of an observation in words."""
        return explained(self._game, self._style, row)

    def _number(self, method: str, action: Any) -> int:
        return number_of(f"The caller of {method}()", action, self._game.actions)
