"""Film writers: each takes pictures one by one, and keeps no written pictures in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from ludo_env._engine.errors import LudoError
from ludo_env._render.animation.palette import COLOURS, Palette

Picture: TypeAlias = npt.NDArray[np.uint8]
_BITS = 6  # of a colour of a GIF
_SAME = COLOURS  # the transparent colour of a GIF, for unchanged pixels; it is the last colour
# For drawings, with a whole picture every 20 seconds; slower presets hardly make it smaller.
_DRAWN = ["-crf", "20", "-preset", "veryfast", "-tune", "animation", "-g", "500"]
INSTALL = 'pip install "ludo-env[video]"'


class Timed(Protocol):
    """The duration of a picture."""

    @property
    def seconds(self) -> float:
        """Return the duration in seconds."""


class Writer(Protocol):
    """A writer of a kind of film."""

    rate: ClassVar[float]  # pictures per second while something moves
    most_between: ClassVar[int]  # pictures between two stills

    def write(
        self,
        path: Path,
        pictures: Iterator[Picture],
        shots: Sequence[Timed],
        samples: Iterable[Picture],
    ) -> None:
        """Write all pictures, each for the duration of its shot.

        Samples are some of the pictures, from which common properties such as colours are chosen.
        """


class Mp4:
    """A writer of H.264 with a constant frame rate, in which stills take almost no space."""

    rate: ClassVar[float] = 25.0
    most_between: ClassVar[int] = 1500

    def __init__(self) -> None:
        self._imageio = needed("imageio.v2")
        needed("imageio_ffmpeg")

    def write(
        self,
        path: Path,
        pictures: Iterator[Picture],
        shots: Sequence[Timed],
        samples: Iterable[Picture],
    ) -> None:
        """Write each picture as many times as its duration requires."""
        due, done = 0.0, 0
        with self._imageio.get_writer(
            path,
            format="FFMPEG",
            fps=self.rate,
            codec="libx264",
            quality=None,
            output_params=_DRAWN,
            macro_block_size=2,
        ) as film:
            for picture, shot in zip(pictures, shots, strict=True):
                due += shot.seconds * self.rate
                while done < round(due):
                    film.append_data(picture)
                    done += 1


class Gif:
    """A writer of looping GIFs with one palette, and only the changed part of each picture.

    Pillow compresses the pictures. Its own writer makes files 8.2 times as large, 1.9
    times with one palette, and holds all pictures in memory (`benchmarks/films.py`).
    """

    rate: ClassVar[float] = 12.5
    most_between: ClassVar[int] = 5

    def __init__(self) -> None:
        self._image = needed("PIL.Image")

    def write(
        self,
        path: Path,
        pictures: Iterator[Picture],
        shots: Sequence[Timed],
        samples: Iterable[Picture],
    ) -> None:
        """Write a header, then all pictures."""
        palette = Palette(self._image, samples)
        colours = palette.colours.tobytes().ljust(3 * (_SAME + 1), b"\0")
        first = next(pictures)
        with path.open("wb") as film:
            size = _little(first.shape[1], first.shape[0])
            film.write(b"GIF89a" + size + bytes([0xF0 + _BITS - 1, 0, 0]) + colours)
            film.write(b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0")
            due, last = 0.0, None
            shown = np.full(first.shape[:2], _SAME, np.uint8)
            for picture, shot in zip(chain([first], pictures), shots, strict=True):
                before = round(100 * due)
                due += shot.seconds
                time = max(2, round(100 * due) - before)  # hundredths; 1 is too quick for browsers
                left, top, right, low = _changed(last, picture)
                then = shown[top:low, left:right]
                now = palette.numbers(picture[top:low, left:right])
                drawn = self._image.fromarray(np.where(now == then, _SAME, now).astype(np.uint8))
                then[:] = now
                film.write(b"!\xf9\x04\x01" + _little(time) + bytes([_SAME, 0]))
                film.write(b"," + _little(left, top, right - left, low - top) + b"\0")
                film.write(bytes([_BITS]) + drawn.tobytes("gif", "L", _BITS, 0) + b"\0")
                last = picture
            film.write(b";")


class Webp:
    """A writer of looping, lossless WebP in full colour; each picture has its own duration.

    Whole pictures in between, for seeking in a film, would make it 5 times as large.
    """

    rate: ClassVar[float] = 12.5
    most_between: ClassVar[int] = 5

    def __init__(self) -> None:
        self._image = needed("PIL.Image")
        if not needed("PIL.features").check("webp"):
            raise LudoError("The pillow that is installed here writes no WebP; .gif and .mp4 work.")

    def write(
        self,
        path: Path,
        pictures: Iterator[Picture],
        shots: Sequence[Timed],
        samples: Iterable[Picture],
    ) -> None:
        """Write the first picture, and the others when Pillow requests them."""
        first = self._image.fromarray(next(pictures))
        rest = _Unrolled(map(self._image.fromarray, pictures), len(shots) - 1)
        first.save(
            path,
            save_all=True,
            append_images=[rest] if rest.n_frames else [],
            duration=[round(1000 * shot.seconds) for shot in shots],
            loop=0,
            lossless=True,
            quality=20,
            method=2,
            kmin=0,
            kmax=0,
        )


class _Unrolled:
    """Pictures as one picture with many frames, so that Pillow holds one at a time in memory."""

    def __init__(self, pictures: Iterator[Any], count: int) -> None:
        self.n_frames = count
        self._pictures, self._now = pictures, None

    def seek(self, frame: int) -> None:
        """Go to the next frame; frames are requested only in their order."""
        self._now = next(self._pictures)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._now, name)


WRITERS: Mapping[str, Callable[[], Writer]] = {".gif": Gif, ".webp": Webp, ".mp4": Mp4}


def needed(module: str) -> Any:
    """Import a module of an extra, or raise an error that says how to install it."""
    try:
        return import_module(module)
    except ImportError as error:
        name = module.partition(".")[0]
        raise LudoError(f"A film needs {name}, which is not installed: {INSTALL}") from error


def _little(*numbers: int) -> bytes:
    """Return numbers as bytes of a GIF: two bytes each, little-endian."""
    return b"".join(number.to_bytes(2, "little") for number in numbers)


def _changed(before: Picture | None, after: Picture) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of the changed part; a corner if nothing has changed."""
    if before is None:
        return 0, 0, after.shape[1], after.shape[0]
    high = len(after)
    rows = np.flatnonzero((before.reshape(high, -1) != after.reshape(high, -1)).any(axis=1))
    if not len(rows):
        return 0, 0, 1, 1
    part = slice(rows[0], rows[-1] + 1)
    columns = np.flatnonzero((before[part] != after[part]).any(axis=0).any(axis=1))
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1
