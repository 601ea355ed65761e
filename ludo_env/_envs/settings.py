"""The settings of every environment, checked before anything is built."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from gymnasium.vector import AutoresetMode

from ludo_env._engine.arguments import check_choice, check_flag, is_whole
from ludo_env._engine.chance import seed_number
from ludo_env._engine.errors import LudoError, quoted
from ludo_env._engine.game import BACKENDS
from ludo_env._render.paint.theme import MOST_PIXELS, theme_of

ILLEGAL = ("terminate", "raise", "substitute")
MASKS = ("obs", "info")
RENDER_MODES = ("human", "rgb_array", "ansi")
LAYOUTS = ("rows", "columns")
MOST_GAMES = 10_000_000  # in a batch
MOST_THREADS = 1024
MOST_STEPS = 2**62  # a kernel counts in 64 bits


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
    render_size: tuple[int, int] = (640, 640)  # width and height in pixels
    render_theme: str = "day"
    render_seconds: float = 0.3  # how long a step is shown in a window; 0: no longer than it takes

    def checked(self, styles: tuple[str, ...]) -> Settings:
        """The settings with the game's own style filled in; a word that is no choice is refused."""
        if type(self.observation) is str and not self.observation:
            return replace(self, observation=styles[0]).checked(styles)
        _choice("illegal", self.illegal, ILLEGAL)
        _choice("action_mask", self.action_mask, MASKS)
        _choice("observation", self.observation, styles)
        _choice("backend", self.backend, BACKENDS)
        if self.render_mode is not None:
            _choice("render_mode", self.render_mode, RENDER_MODES)
        _check_limit(self.max_steps)
        check_flag("auto_pass", self.auto_pass, LudoError)
        theme_of(self.render_theme)
        return replace(
            self,
            render_size=_size(self.render_size),
            render_seconds=_seconds(self.render_seconds),
        )


@dataclass(frozen=True)
class VectorSettings:
    """The keywords that batches share."""

    seed: int | None = None  # of the first reset
    threads: int = 1
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP
    observation: str = "compact"
    layout: str = "rows"  # or "columns": one of a game's numbers after the other, (F, N)
    copy: bool = True  # False: the buffers are handed out, and the next call overwrites them
    auto_pass: bool = True
    illegal: str = "terminate"
    max_steps: int | None = None  # truncates after so many decisions of a game
    backend: str = "auto"

    def checked(self, styles: tuple[str, ...], games: int) -> VectorSettings:
        """The settings themselves; a word or a number that is no choice is refused."""
        if not is_whole(games, 1, MOST_GAMES):
            raise LudoError(
                f"num_envs is a whole number from 1 to {MOST_GAMES}, not {quoted(games)}."
            )
        if not is_whole(self.threads, 1, min(games, MOST_THREADS)):
            raise LudoError(
                f"threads is a whole number in 1..num_envs, at most {MOST_THREADS}, "
                f"not {quoted(self.threads)}."
            )
        if self.seed is not None:
            seed_number(self.seed)
        _choice("autoreset_mode", self.autoreset_mode, tuple(AutoresetMode))
        _choice("observation", self.observation, styles)
        _choice("layout", self.layout, LAYOUTS)
        _choice("illegal", self.illegal, ILLEGAL)
        _choice("backend", self.backend, BACKENDS)
        _check_limit(self.max_steps)
        check_flag("copy", self.copy, LudoError)
        check_flag("auto_pass", self.auto_pass, LudoError)
        return replace(self, autoreset_mode=AutoresetMode(self.autoreset_mode))


def _check_limit(max_steps: int | None) -> None:
    if max_steps is not None and not is_whole(max_steps, 1, MOST_STEPS):
        raise LudoError(
            f"max_steps is None or a whole number from 1 to 2**62, not {quoted(max_steps)}."
        )


def _size(value: Any) -> tuple[int, int]:
    """The width and height of pictures; a list is as good as a pair."""
    if (
        not isinstance(value, tuple | list)
        or len(value) != 2
        or not all(is_whole(side, 1, MOST_PIXELS) for side in value)
    ):
        raise LudoError(
            f"render_size is a width and a height of 1 to {MOST_PIXELS} pixels, "
            f"not {quoted(value)}."
        )
    return value[0], value[1]


def _seconds(value: Any) -> float:
    if type(value) not in {int, float} or not 0 <= value <= 60:
        raise LudoError(f"render_seconds is a number of seconds from 0 to 60, not {quoted(value)}.")
    return float(value)


def _choice(name: str, value: Any, known: tuple[Any, ...]) -> None:
    words = [str(getattr(word, "value", word)) for word in known]
    check_choice(name, value.value if isinstance(value, Enum) else value, words, LudoError)
