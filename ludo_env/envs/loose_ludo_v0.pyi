from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from gymnasium.vector import AutoresetMode

from ludo_env._engine.spec import Spec
from ludo_env._envs.aec import BoardEnv
from ludo_env._envs.parallel import ParallelBoardEnv
from ludo_env._envs.seat_vector import SeatBatchEnv
from ludo_env._envs.single import SeatEnv
from ludo_env._envs.vector import BatchEnv

__all__ = [
    "batch_env",
    "env",
    "parallel_env",
    "raw_env",
    "single_batch_env",
    "single_env",
    "spec",
]

def env(
    spec: str | Path | Spec | Mapping[str, Any],
    *,
    trust: bool = False,
    illegal: Literal["terminate", "raise", "substitute"] = "terminate",
    action_mask: Literal["obs", "info"] = "obs",
    observation: str = "",
    backend: Literal["auto", "numba", "python"] = "auto",
    auto_pass: bool = False,
    max_steps: int | None = None,
    render_mode: Literal["human", "rgb_array", "ansi"] | None = None,
    render_size: tuple[int, int] = (640, 640),
    render_theme: str = "day",
    render_seconds: float = 0.3,
) -> BoardEnv:
    """Make the AEC environment; an illegal action ends the game with -1 for the offender.

    Keywords of the game, which its page explains: spec, trust.

    Keywords of every environment:

        illegal: what an illegal action does
        action_mask: where the mask is: in the observation, or in the infos
        observation: an observation style of the game; empty for the default
        backend: what runs the rules; "auto" is numba if installed
        auto_pass: whether the environment plays forced passes itself
        max_steps: the number of steps after which the game is truncated
        render_mode: how render() shows the game
        render_size: width and height of pictures in pixels
        render_theme: the colours of pictures
        render_seconds: how long a window shows each step; 0 for no pause
    """

def raw_env(
    spec: str | Path | Spec | Mapping[str, Any],
    *,
    trust: bool = False,
    illegal: Literal["terminate", "raise", "substitute"] = "raise",
    action_mask: Literal["obs", "info"] = "obs",
    observation: str = "",
    backend: Literal["auto", "numba", "python"] = "auto",
    auto_pass: bool = False,
    max_steps: int | None = None,
    render_mode: Literal["human", "rgb_array", "ansi"] | None = None,
    render_size: tuple[int, int] = (640, 640),
    render_theme: str = "day",
    render_seconds: float = 0.3,
) -> BoardEnv:
    """Make the AEC environment; an illegal action is an error and changes nothing.

    Keywords of the game, which its page explains: spec, trust.

    Keywords of every environment:

        illegal: what an illegal action does
        action_mask: where the mask is: in the observation, or in the infos
        observation: an observation style of the game; empty for the default
        backend: what runs the rules; "auto" is numba if installed
        auto_pass: whether the environment plays forced passes itself
        max_steps: the number of steps after which the game is truncated
        render_mode: how render() shows the game
        render_size: width and height of pictures in pixels
        render_theme: the colours of pictures
        render_seconds: how long a window shows each step; 0 for no pause
    """

def parallel_env(
    spec: str | Path | Spec | Mapping[str, Any],
    *,
    trust: bool = False,
    illegal: Literal["terminate", "raise", "substitute"] = "terminate",
    action_mask: Literal["obs", "info"] = "obs",
    observation: str = "",
    backend: Literal["auto", "numba", "python"] = "auto",
    auto_pass: bool = False,
    max_steps: int | None = None,
    render_mode: Literal["human", "rgb_array", "ansi"] | None = None,
    render_size: tuple[int, int] = (640, 640),
    render_theme: str = "day",
    render_seconds: float = 0.3,
) -> ParallelBoardEnv:
    """Make the parallel environment: all agents act at once, all but one with "idle".

    Keywords of the game, which its page explains: spec, trust.

    Keywords of every environment:

        illegal: what an illegal action does
        action_mask: where the mask is: in the observation, or in the infos
        observation: an observation style of the game; empty for the default
        backend: what runs the rules; "auto" is numba if installed
        auto_pass: whether the environment plays forced passes itself
        max_steps: the number of steps after which the game is truncated
        render_mode: how render() shows the game
        render_size: width and height of pictures in pixels
        render_theme: the colours of pictures
        render_seconds: how long a window shows each step; 0 for no pause
    """

def batch_env(
    num_envs: int,
    *,
    spec: str | Path | Spec | Mapping[str, Any],
    trust: bool = False,
    seed: int | None = None,
    threads: int = 1,
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    observation: str = "",
    layout: Literal["rows", "columns"] = "rows",
    copy: bool = True,
    auto_pass: bool = True,
    illegal: Literal["terminate", "raise", "substitute"] = "terminate",
    max_steps: int | None = None,
    backend: Literal["auto", "numba", "python"] = "auto",
    render_mode: Literal["rgb_array", "ansi"] | None = None,
    render_size: tuple[int, int] = (640, 640),
    render_theme: str = "day",
) -> BatchEnv:
    """Make many games that are played in one call, as a vector environment of Gymnasium.

    num_envs: the number of games.

    Keywords of the game, which its page explains: spec, trust.

    Keywords of every batch:

        seed: the seed of the first reset, if that is given none
        threads: the number of threads that play the games
        autoreset_mode: when a game that has ended begins again
        observation: an observation style of the game; empty for the default
        layout: the shape of observations: "columns" is (F, N)
        copy: whether arrays are copies; False hands out the reused buffers
        auto_pass: whether the environment plays forced passes itself
        illegal: what an illegal action does
        max_steps: the number of decisions of a game after which it is truncated
        backend: what runs the rules; "auto" is numba if installed
        render_mode: how render() shows each game
        render_size: width and height of pictures in pixels
        render_theme: the colours of pictures
    """

def single_env(
    opponents: Any = None,
    seat: int | str = 0,
    *,
    spec: str | Path | Spec | Mapping[str, Any],
    trust: bool = False,
    illegal: Literal["terminate", "raise", "substitute"] = "terminate",
    action_mask: Literal["obs", "info"] = "info",
    observation: str = "",
    backend: Literal["auto", "numba", "python"] = "auto",
    auto_pass: bool = True,
    max_steps: int | None = None,
    render_mode: Literal["human", "rgb_array", "ansi"] | None = None,
    render_size: tuple[int, int] = (640, 640),
    render_theme: str = "day",
    render_seconds: float = 0.3,
) -> SeatEnv:
    """Make a Gymnasium environment of one seat: the mask is in the infos, passes are played.

    opponents: an agent, its name, a League, or a list of them by seat; random if None.
    seat: the seat of the learner, or "random" to draw it at each reset.

    Keywords of the game, which its page explains: spec, trust.

    Keywords of every environment:

        illegal: what an illegal action does
        action_mask: where the mask is: in the observation, or in the infos
        observation: an observation style of the game; empty for the default
        backend: what runs the rules; "auto" is numba if installed
        auto_pass: whether the environment plays forced passes itself
        max_steps: the number of steps after which the game is truncated
        render_mode: how render() shows the game
        render_size: width and height of pictures in pixels
        render_theme: the colours of pictures
        render_seconds: how long a window shows each step; 0 for no pause
    """

def single_batch_env(
    num_envs: int,
    opponents: Any = None,
    seat: int | str = 0,
    max_episode_steps: int | None = None,
    *,
    spec: str | Path | Spec | Mapping[str, Any],
    trust: bool = False,
    illegal: Literal["terminate", "raise", "substitute"] = "terminate",
    action_mask: Literal["obs", "info"] = "info",
    observation: str = "",
    backend: Literal["auto", "numba", "python"] = "auto",
    auto_pass: bool = True,
    max_steps: int | None = None,
    render_mode: Literal["human", "rgb_array", "ansi"] | None = None,
    render_size: tuple[int, int] = (640, 640),
    render_theme: str = "day",
    render_seconds: float = 0.3,
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
) -> SeatBatchEnv:
    """Make many Gymnasium environments of one seat that are played in one call.

    num_envs: the number of games.
    opponents: an agent, its name, a League, or a list of them by seat; random if None.
    seat: the seat of the learner, or "random" to draw it at each reset.
    max_episode_steps: Gymnasium's word for max_steps.

    Keywords of the game, which its page explains: spec, trust.

    Keywords of every environment:

        illegal: what an illegal action does
        action_mask: where the mask is: in the observation, or in the infos
        observation: an observation style of the game; empty for the default
        backend: what runs the rules; "auto" is numba if installed
        auto_pass: whether the environment plays forced passes itself
        max_steps: the number of steps after which the game is truncated
        render_mode: how render() shows the game
        render_size: width and height of pictures in pixels
        render_theme: the colours of pictures
        render_seconds: how long a window shows each step; 0 for no pause
        autoreset_mode: when a game that has ended begins again
    """

def spec(
    spec: str | Path | Spec | Mapping[str, Any],
    *,
    trust: bool = False,
) -> Spec:
    """Return the spec of a game, given its name, its file, its plain data, or the spec itself.

    `trust=True` lets a file name rules of your own, which are code.
    """
