"""The settings of every environment, checked before anything is built."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_type_hints

from gymnasium.vector import AutoresetMode

from ludo_env._engine.arguments import check_choice, check_flag, is_whole
from ludo_env._engine.backends import BACKENDS
from ludo_env._engine.chance import seed_number
from ludo_env._engine.errors import LudoError, quoted
from ludo_env._render.paint.theme import MOST_PIXELS, theme_of
from ludo_env._render.pygame_check import check_pygame

Illegal: TypeAlias = Literal["terminate", "raise", "substitute"]
Mask: TypeAlias = Literal["obs", "info"]
RenderMode: TypeAlias = Literal["human", "rgb_array", "ansi"]
BatchRenderMode: TypeAlias = Literal["rgb_array", "ansi"]
BatchLayout: TypeAlias = Literal["rows", "columns"]
Backend: TypeAlias = Literal["auto", "numba", "python"]
ILLEGAL: tuple[str, ...] = get_args(Illegal)
MASKS: tuple[str, ...] = get_args(Mask)
RENDER_MODES: tuple[str, ...] = get_args(RenderMode)
LAYOUTS: tuple[str, ...] = get_args(BatchLayout)
_PIXELS = ("human", "rgb_array")
_WITHOUT_PYGAME = '"ansi" and pictures as SVG do without it'
MOST_GAMES = 10_000_000  # in a batch
MOST_THREADS = 1024
MOST_STEPS = 2**62  # a kernel counts in 64 bits


@dataclass(frozen=True)
class Settings:
    """The keywords that all environments share."""

    illegal: Annotated[Illegal, "what an illegal action does"] = "terminate"
    action_mask: Annotated[Mask, "where the mask is: in the observation, or in the infos"] = "obs"
    observation: Annotated[str, "an observation style of the game; empty for the default"] = ""
    backend: Annotated[Backend, 'what runs the rules; "auto" is numba if installed'] = "auto"
    auto_pass: Annotated[bool, "whether the environment plays forced passes itself"] = False
    max_steps: Annotated[int | None, "the number of steps after which the game is truncated"] = None
    render_mode: Annotated[RenderMode | None, "how render() shows the game"] = None
    render_size: Annotated[tuple[int, int], "width and height of pictures in pixels"] = (640, 640)
    render_theme: Annotated[str, "the colours of pictures"] = "day"
    render_seconds: Annotated[float, "how long a window shows each step; 0 for no pause"] = 0.3

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
        if self.render_mode in _PIXELS:
            check_pygame(f'render_mode="{self.render_mode}"', _WITHOUT_PYGAME)
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

    seed: Annotated[int | None, "the seed of the first reset, if that is given none"] = None
    threads: Annotated[int, "the number of threads that play the games"] = 1
    autoreset_mode: Annotated[AutoresetMode | str, "when a game that has ended begins again"] = (
        AutoresetMode.NEXT_STEP
    )
    observation: Annotated[str, "an observation style of the game; empty for the default"] = ""
    layout: Annotated[BatchLayout, 'the shape of observations: "columns" is (F, N)'] = "rows"
    copy: Annotated[bool, "whether arrays are copies; False hands out the reused buffers"] = True
    auto_pass: Annotated[bool, "whether the environment plays forced passes itself"] = True
    illegal: Annotated[Illegal, "what an illegal action does"] = "terminate"
    max_steps: Annotated[
        int | None, "the number of decisions of a game after which it is truncated"
    ] = None
    backend: Annotated[Backend, 'what runs the rules; "auto" is numba if installed'] = "auto"
    render_mode: Annotated[BatchRenderMode | None, "how render() shows each game"] = None
    render_size: Annotated[tuple[int, int], "width and height of pictures in pixels"] = (640, 640)
    render_theme: Annotated[str, "the colours of pictures"] = "day"

    def checked(self, styles: tuple[str, ...], games: int) -> VectorSettings:
        """The settings with the game's own style filled in; an invalid value is refused."""
        if type(self.observation) is str and not self.observation:
            return replace(self, observation=styles[0]).checked(styles, games)
        check_games(games)
        if not is_whole(self.threads, 1, min(games, MOST_THREADS)):
            raise LudoError(
                f"threads is a whole number in 1..num_envs, at most {MOST_THREADS}, "
                f"not {quoted(self.threads)}."
            )
        if self.seed is not None:
            seed_number(self.seed)
        mode = _mode(self.autoreset_mode)
        _choice("observation", self.observation, styles)
        _choice("layout", self.layout, LAYOUTS)
        _choice("illegal", self.illegal, ILLEGAL)
        _choice("backend", self.backend, BACKENDS)
        _check_limit(self.max_steps)
        check_flag("copy", self.copy, LudoError)
        check_flag("auto_pass", self.auto_pass, LudoError)
        shown = self.pictures.checked(styles)
        _no_window(shown.render_mode)
        return replace(self, autoreset_mode=mode, render_size=shown.render_size)

    @property
    def pictures(self) -> Settings:
        """The keywords of an environment whose pictures are those of each game."""
        return Settings(
            render_mode=self.render_mode,
            render_size=self.render_size,
            render_theme=self.render_theme,
        )


@dataclass(frozen=True)
class SeatBatchSettings(Settings):
    """The keywords of a batch of single seats."""

    autoreset_mode: Annotated[AutoresetMode | str, "when a game that has ended begins again"] = (
        AutoresetMode.NEXT_STEP
    )

    def checked_for(self, styles: tuple[str, ...], games: int) -> SeatBatchSettings:
        """The settings with the game's own style filled in; an invalid value is refused."""
        check_games(games)
        mode = _mode(self.autoreset_mode)
        checked: Any = self.checked(styles)
        _no_window(checked.render_mode)
        return replace(checked, autoreset_mode=mode)  # type: ignore[no-any-return]


def _no_window(mode: str | None) -> None:
    """Refuse the render mode that batches do not have."""
    if mode == "human":
        raise LudoError('A batch has no window: its render_mode is "rgb_array" or "ansi".')


def check_games(games: Any) -> None:
    """Refuse anything but a number of games side by side."""
    if not is_whole(games, 1, MOST_GAMES):
        raise LudoError(f"num_envs is a whole number from 1 to {MOST_GAMES}, not {quoted(games)}.")


def meanings(kind: type[Settings] | type[VectorSettings]) -> dict[str, str]:
    """Return what each keyword means, for help texts."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: hint.__metadata__[0] for name, hint in hints.items()}


def _check_limit(max_steps: int | None) -> None:
    if max_steps is not None and not is_whole(max_steps, 1, MOST_STEPS):
        raise LudoError(
            f"max_steps is None or a whole number from 1 to 2**62, not {quoted(max_steps)}."
        )


def _mode(value: Any) -> AutoresetMode:
    """The autoreset mode; as text in any case, with or without an underscore."""
    text = value.value if isinstance(value, Enum) else value
    plain = str.__str__(text).replace("_", "").lower() if isinstance(text, str) else ""
    for mode in AutoresetMode:
        if plain == mode.value.lower():
            return mode
    words = ", ".join(mode.value for mode in AutoresetMode)
    raise LudoError(f"autoreset_mode is one of {words}, not {quoted(value)}.")


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
