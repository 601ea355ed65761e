"""Films of a whole game, and the GIF writer against Pillow's: `python benchmarks/films.py`.

The first table shows `write_film` with drawing, for a whole game of Ludo, including the processor
time of ffmpeg. In the second table all write the same pictures, each in its own process, so that
its memory can be measured; "one palette" gives Pillow pictures that already have the palette of the
first one.
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
from ludo_env._render.animation.film_writers import WRITERS, Gif, Picture
from ludo_env.play import Replay, Table, write_film

MOVES = 60
SIDE = 480
OWN = "the writer of ludo_env"


def own(path: Path, pictures: Iterator[Picture], shots: Sequence[Shot]) -> None:
    """Write with the library's writer."""
    first = next(pictures)
    Gif().write(path, _after(first, pictures), shots, [first])


def pillow(path: Path, pictures: Iterator[Picture], shots: Sequence[Shot]) -> None:
    """Write with Pillow, which computes a palette for every picture."""
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
    """Measure everything, and print both tables."""
    print(f"{'a whole game':24} {'bytes':>10} {'CPU s':>7}")
    for ending in WRITERS:
        size, took = _apart(whole_game, ending)
        print(f"{ending:24} {size:10,} {took:7.2f}")
    found = {name: _apart(measure, name) for name in CONTESTANTS}
    size, seconds, _ = found[OWN]
    print(f"\n{'':24} {'bytes':>10} {'':>6} {'CPU s':>7} {'':>6} {'MB':>5}")
    for name, (bytes_, took, most) in found.items():
        print(
            f"{name:24} {bytes_:10,} {bytes_ / size:5.2f}x {took:7.2f} {took / seconds:5.2f}x "
            f"{most:5.0f}"
        )


def whole_game(ending: str) -> tuple[int, float]:
    """Return the size of a film of a whole game, and the seconds of work."""
    replay = played(sys.maxsize)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"film{ending}"
        start = _work()
        write_film(replay, path)
        return path.stat().st_size, _work() - start


def measure(name: str) -> tuple[int, float, float]:
    """Return the size of the file, the seconds of work without drawing, and the megabytes."""
    replay = played(MOVES)
    frames = replay.frames()
    shots = shots_of(replay, frames, 0.4, Gif())
    pictures = list(Reel(replay, frames, SIDE).pictures(shots))
    before = _peak()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "film.gif"
        start = time.process_time()
        CONTESTANTS[name](path, iter(pictures), shots)
        return path.stat().st_size, time.process_time() - start, _peak() - before


def played(moves: int) -> Replay:
    """Return a game of random players, with at most this many moves."""
    table = Table(load_game("ludo"), [], 1, backend="python")
    while not table.over and len(table.actions) < moves:
        table.play(table.choose())
    return Replay.of_table(table)


def _save(path: Path, pictures: Iterator[Any], shots: Sequence[Shot]) -> None:
    first = next(pictures)
    times = [max(20, round(1000 * shot.seconds)) for shot in shots]
    first.save(path, save_all=True, append_images=pictures, duration=times, loop=0)


def _after(first: Any, others: Iterator[Any]) -> Iterator[Any]:
    yield first
    yield from others


def _apart(how: Callable[[str], Any], name: str) -> Any:
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(how, (name,))


def _work() -> float:
    """Return the processor seconds of this process and of its finished children."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + used.ru_utime + used.ru_stime


def _peak() -> float:
    """Return the peak memory of the process, in megabytes."""
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


if __name__ == "__main__":
    main()
