"""What an environment tells and shows of its game at any time: pictures, the position, words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludo_env._engine.arguments import check_flag
from ludo_env._engine.errors import LudoError
from ludo_env._envs.action_errors import number_of
from ludo_env._envs.observation_text import Column, explained
from ludo_env._envs.position_text import Position
from ludo_env._envs.rendering import Pictures
from ludo_env._render.text import draw_text

if TYPE_CHECKING:
    from ludo_env._engine.game import Game
    from ludo_env._engine.session import Session
    from ludo_env._envs.settings import Settings


class Telling:
    """For an environment with a `game`, a `_session` and `pictures`, which knows when it began."""

    game: Game
    pictures: Pictures
    settings: Settings
    _session: Session

    if TYPE_CHECKING:

        def _is_reset(self) -> bool: ...

        def _check_reset(self, what: str) -> None: ...

    def render(self) -> Any:
        """The picture: an array of pixels, a text, or in a window, as the render mode says."""
        self._check_reset("render")
        return self.pictures.render(self._session.record)

    def picture(self, colour: bool = False) -> str:
        """The board as text, whatever the render mode."""
        self._check_reset("picture")
        check_flag("colour", colour, LudoError)
        return draw_text(self.game, self._session.record, colour)

    def close(self) -> None:
        """Closes the window, if there is one."""
        self.pictures.close()

    @property
    def position(self) -> str:
        """The position as text; `reset(options={"position": ...})` takes it back."""
        self._check_reset("position")
        return Position(self.game.position(self._session.record), self.game.spec)

    def describe(self, action: int) -> str:
        """What an action does now, in words."""
        self._check_reset("describe")
        return self.game.describe(self._session.record, self._asked("describe", action))

    def explain(self, action: int) -> str:
        """Why an action is not legal now: the rule that objects; empty if it is legal."""
        self._check_reset("explain")
        return self.game.explain(self._session.record, self._asked("explain", action))

    def explain_observation(self, row: Any) -> list[Column]:
        """Return an observation in words: its columns, in their order.

        `row` is what `observe`, `last`, `reset` or `step` gave, with or without its mask. Each
        column is (name, start, stop, values, meaning), and printed it is one line. The row is read
        as one of the observation style of this environment. Other players are named by where they
        sit, clockwise from the observer: "arm 1", "arm 2" ..
        """
        return explained(self.game, self.settings.observation, row)

    def _asked(self, method: str, action: Any) -> int:
        return number_of(f"The caller of {method}()", action, self.game.actions)

    def _repr_svg_(self) -> str | None:
        """The picture of the game in a notebook; nothing before reset."""
        return self.pictures.svg(self._session.record) if self._is_reset() else None
