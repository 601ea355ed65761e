"""What every environment can be told, whatever its game; checked before anything is built."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ludo_env.core.errors import LudoError
from ludo_env.core.game import BACKENDS

ILLEGAL = ("terminate", "raise", "substitute")
MASKS = ("obs", "info")
RENDER_MODES = ("human", "ansi")


@dataclass(frozen=True)
class Settings:
    """The keywords that all environments share."""

    illegal: str = "terminate"  # what an illegal action does
    action_mask: str = "obs"  # where the mask is: in the observation, or in the infos
    observation: str = ""  # a style of the game; empty: its usual one
    backend: str = "auto"
    auto_pass: bool = False  # forced passes are played by the environment
    max_steps: int | None = None  # truncates after so many steps
    render_mode: str | None = None

    def checked(self, styles: tuple[str, ...]) -> Settings:
        """The settings with the game's own style filled in; a word that is no choice is refused."""
        if not self.observation:
            return replace(self, observation=styles[0]).checked(styles)
        _choice("illegal", self.illegal, ILLEGAL)
        _choice("action_mask", self.action_mask, MASKS)
        _choice("observation", self.observation, styles)
        _choice("backend", self.backend, BACKENDS)
        if self.render_mode is not None:
            _choice("render_mode", self.render_mode, RENDER_MODES)
        if self.max_steps is not None and (
            isinstance(self.max_steps, bool)
            or not isinstance(self.max_steps, int)
            or self.max_steps < 1
        ):
            raise LudoError(f"max_steps is None or a whole number from 1, not {self.max_steps!r}.")
        return self


def _choice(name: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise LudoError(f"{name} is one of {', '.join(known)}, not {value!r}.")
