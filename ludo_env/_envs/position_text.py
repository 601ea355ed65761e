"""Position texts, which notebooks show as pictures."""

from __future__ import annotations

from ludo_env._engine.game import game_of
from ludo_env._engine.spec import Spec


class Position(str):
    """A position text with a reference to its game."""

    __slots__ = ("spec",)

    spec: Spec

    def __new__(cls, text: str, spec: Spec) -> Position:
        """Make the text of a position of a game."""
        position = super().__new__(cls, text)
        position.spec = spec
        return position

    def __getnewargs__(self) -> tuple[str, Spec]:  # type: ignore[override]
        return str(self), self.spec

    def _repr_svg_(self) -> str:
        """Return the picture of the position."""
        from ludo_env._render.paint.svg import NOTEBOOK, svg_of
        from ludo_env._render.scene import scene_of

        game = game_of(self.spec, "python")
        record, _ = game.read(str(self))
        return svg_of(scene_of(game, record), size=NOTEBOOK)
