"""Replays as films (.gif, .webp, .mp4) and as single pictures (.png).

A film is drawn one picture at a time and written as it is drawn, so a long game needs no more
memory than a short one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ludo_env._engine.errors import LudoError, quoted
from ludo_env._play.replay import Frame, Replay, look_at
from ludo_env._render.animation.film_writers import WRITERS, Writer
from ludo_env._render.animation.motion import Tween, tween
from ludo_env._render.paint.theme import DAY, MOST_PIXELS, Theme
from ludo_env._render.plain_words import numbered
from ludo_env._render.pygame_check import check_pygame
from ludo_env._render.scene import scene_of
from ludo_env._render.shapes import Scene

LEAST_PIXELS = 64
SHORTEST, LONGEST = 0.05, 60.0  # seconds per move
_MOVING = 0.6  # the share of a move's time in which something moves
_PASSED = 0.3  # the share of a move's time that a pass takes
_SAMPLES = 12  # pictures from which a writer can choose colours
_END = 2.0  # extra seconds of the last picture
# The first bytes of a file of each kind, and their offset: other files are not overwritten.
_BEGINNINGS = {
    ".gif": (0, b"GIF8"),
    ".webp": (0, b"RIFF"),
    ".mp4": (4, b"ftyp"),
    ".png": (1, b"PNG"),
}


class Shot(NamedTuple):
    """A picture of a film."""

    frame: int  # of the replay
    share: float  # from the frame before, 0 to 1
    seconds: float


def write_film(
    replay: Replay,
    path: str | Path,
    size: int = 640,
    seconds: float = 0.4,
    theme: Theme = DAY,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Write a film of a replay in the format of the file's ending; its longer side is `size`.

    Each move takes `seconds`, a pass less. `progress(done, of)` is called after each picture.
    """
    target = Path(path)
    if target.suffix not in WRITERS:
        raise LudoError(f"A film ends in {', '.join(WRITERS)}, not {quoted(target.name)}.")
    writer = WRITERS[target.suffix]()
    frames = replay.frames()
    taken = shots_of(replay, frames, seconds, writer)
    reel = Reel(replay, frames, size, theme)
    with written(target) as part:
        drawn = _reported(reel.pictures(taken), len(taken), progress)
        writer.write(part, drawn, taken, reel.pictures(taken[:: len(taken) // _SAMPLES + 1]))


def write_picture(
    replay: Replay, path: str | Path, move: int | None = None, size: int = 640, theme: Theme = DAY
) -> None:
    """Write a .png picture of the state after a number of moves; by default, of the last."""
    target, frames = Path(path), replay.frames()
    at = len(frames) - 1 if move is None else move
    if target.suffix != ".png":
        raise LudoError(f"A picture ends in .png, not {quoted(target.name)}.")
    if not 0 <= at < len(frames):
        raise LudoError(f"Unknown move {at}; the moves of this game are 0 to {len(frames) - 1}.")
    picture = Reel(replay, frames, size, theme).picture(Shot(at, 1, 0))
    import pygame

    height, width, _ = picture.shape
    with written(target) as part:
        pygame.image.save(pygame.image.frombuffer(picture.tobytes(), (width, height), "RGB"), part)


def check_drawing() -> None:
    """Refuse films and pictures if pygame, which draws them, is not installed."""
    check_pygame("A film or a picture of a replay", "a page (.html) or text does without it")


def shots_of(replay: Replay, frames: Sequence[Frame], seconds: float, writer: Writer) -> list[Shot]:
    """Return the pictures of a film: a still after each move, and motion in between.

    A pass is one short still.
    """
    if not SHORTEST <= seconds <= LONGEST:
        raise LudoError(f"A move takes {SHORTEST} to {LONGEST} seconds, not {seconds}.")
    between = min(writer.most_between, int(_MOVING * seconds * writer.rate))
    each = _MOVING * seconds / between if between else 0.0
    shots = [Shot(0, 1, seconds)]
    for at, frame in enumerate(frames[1:], 1):
        if frame.action == replay.game.pass_action:
            shots.append(Shot(at, 1, _PASSED * seconds))
            continue
        shots += [Shot(at, step / (between + 1), each) for step in range(1, between + 1)]
        shots.append(Shot(at, 1, seconds - between * each))
    return [*shots[:-1], shots[-1]._replace(seconds=shots[-1].seconds + _END)]


class Reel:
    """Drawer of the pictures of a replay, all of one size with even sides, as films require."""

    def __init__(
        self, replay: Replay, frames: Sequence[Frame], size: int = 640, theme: Theme = DAY
    ) -> None:
        if not LEAST_PIXELS <= size <= MOST_PIXELS:
            raise LudoError(
                f"A picture is {LEAST_PIXELS} to {MOST_PIXELS} pixels large, not {size}."
            )
        check_drawing()
        from ludo_env._render.paint.pygame_painter import Painter, rgb_array

        self._game, self._frames = replay.game, frames
        self._painter, self._symbols = Painter(theme), theme.symbols
        self._pixels = rgb_array
        self._ways: tuple[int, Tween] | None = None
        scene = self._scene(Shot(0, 1, 0))
        scale = size / max(scene.width, scene.height)
        self.width = max(2, round(scene.width * scale) // 2 * 2)
        self.height = max(2, round(scene.height * scale) // 2 * 2)

    def picture(self, shot: Shot) -> npt.NDArray[np.uint8]:
        """Return the pixels of a picture."""
        return self._pixels(self._painter, self._scene(shot), self.width, self.height)

    def pictures(self, shots: Sequence[Shot]) -> Iterator[npt.NDArray[np.uint8]]:
        """Yield picture after picture."""
        return map(self.picture, shots)

    def _scene(self, shot: Shot) -> Scene:
        game, frames, at = self._game, self._frames, shot.frame
        look = look_at(game, frames, at, self._symbols)
        if shot.share == 1:
            return numbered(scene_of(game, frames[at].record, look))
        if self._ways is None or self._ways[0] != at:
            self._ways = at, tween(game, frames[at - 1].record, frames[at].record, look)
        return numbered(self._ways[1].scene(shot.share))


@contextmanager
def written(target: Path) -> Iterator[Path]:
    """Yield a temporary file beside the target that replaces it on success."""
    part = target.with_name(f".{target.stem}.part{target.suffix}")
    try:
        if target.exists() and not _is_alike(target):
            raise LudoError(f"{target} is another kind of file; it is not overwritten.")
        part.touch()
        yield part
        part.replace(target)
    except LudoError:
        raise
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error).partition("\n")[0]
        raise LudoError(f"{target} cannot be written: {reason}.") from error
    finally:
        if part.exists():
            part.unlink()


def _is_alike(target: Path) -> bool:
    """Return whether the existing file is of the same kind, or empty."""
    at, beginning = _BEGINNINGS[target.suffix]
    with target.open("rb") as file:
        start = file.read(at + len(beginning))
    return not start or start[at:] == beginning


def _reported(
    pictures: Iterator[npt.NDArray[np.uint8]],
    count: int,
    progress: Callable[[int, int], None] | None,
) -> Iterator[npt.NDArray[np.uint8]]:
    """Yield the pictures, and call `progress` after each of them."""
    for done, picture in enumerate(pictures, 1):
        yield picture
        if progress is not None:
            progress(done, count)
