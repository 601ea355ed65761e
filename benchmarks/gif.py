"""The GIF writer beside Pillow's own: `python benchmarks/gif.py`.

All write the same film of a game. Each runs in a process of its own, so that its memory can be
read; "one palette" gives Pillow pictures that already have the palette of the first one.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from PIL import Image

from ludo_env import load_game
from ludo_env._play.film import Reel, Shot, shots_of
from ludo_env._render.animation.film_writers import Gif, Picture
from ludo_env.play import Replay, Table

MOVES = 60
SIDE = 480
OWN = "the writer of ludo_env"


def own(path: Path, pictures: Iterator[Picture], shots: Sequence[Shot]) -> None:
    """Write with the library's writer."""
    Gif().write(path, pictures, shots)


def pillow(path: Path, pictures: Iterator[Picture], shots: Sequence[Shot]) -> None:
    """Write with Pillow, which finds a palette for every picture."""
    _save(path, map(Image.fromarray, pictures), shots)


def one_palette(path: Path, pictures: Iterator[Picture], shots: Sequence[Shot]) -> None:
    """Write with Pillow, after reducing all pictures to the palette of the first."""
    first = Image.fromarray(next(pictures)).quantize(256, dither=0)
    others = (Image.fromarray(one).quantize(palette=first, dither=0) for one in pictures)
    _save(path, _after(first, others), shots)


CONTESTANTS: dict[str, Callable[[Path, Iterator[Picture], Sequence[Shot]], None]] = {
    OWN: own,
    "Pillow": pillow,
    "Pillow, one palette": one_palette,
}


def main() -> None:
    """Measure everything and print a table."""
    found = {name: _apart(name) for name in CONTESTANTS}
    size, seconds, _ = found[OWN]
    print(f"{'':24} {'bytes':>10} {'':>6} {'CPU s':>7} {'':>6} {'MB':>5}")
    for name, (bytes_, took, most) in found.items():
        print(
            f"{name:24} {bytes_:10,} {bytes_ / size:5.2f}x {took:7.2f} {took / seconds:5.2f}x "
            f"{most:5.0f}"
        )


def measure(name: str) -> tuple[int, float, float]:
    """Return the size of the file, the seconds of work without drawing, and the megabytes."""
    table = Table(load_game("ludo"), [], 4, backend="python")
    for _ in range(MOVES):
        table.play(table.choose())
    replay = Replay.of_table(table)
    frames = replay.frames()
    shots = shots_of(replay, frames, 0.4, Gif())
    pictures = list(Reel(replay, frames, SIDE).pictures(shots))
    before = _peak()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "film.gif"
        start = time.process_time()
        CONTESTANTS[name](path, iter(pictures), shots)
        return path.stat().st_size, time.process_time() - start, _peak() - before


def _save(path: Path, pictures: Iterator[Any], shots: Sequence[Shot]) -> None:
    first = next(pictures)
    times = [max(20, round(1000 * shot.seconds)) for shot in shots]
    first.save(path, save_all=True, append_images=pictures, duration=times, loop=0)


def _after(first: Any, others: Iterator[Any]) -> Iterator[Any]:
    yield first
    yield from others


def _apart(name: str) -> tuple[int, float, float]:
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(measure, (name,))


def _peak() -> float:
    """Return the most memory that the process has had, in megabytes."""
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


if __name__ == "__main__":
    main()
