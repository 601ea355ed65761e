"""The pictures of films."""

import numpy as np
import pytest
from game_tables import random_replay

from ludo_env._play.film import Reel, shots_of
from ludo_env._play.replay import look_at
from ludo_env._render.animation.film_writers import Gif, Mp4, Webp
from ludo_env._render.animation.palette import COLOURS, Palette
from ludo_env._render.paint.pygame_painter import Painter, rgb_array
from ludo_env._render.plain_words import numbered
from ludo_env.play import write_film
from ludo_env.render import DAY, scene_of

EXTRA = "films need the extra `video`"


def test_a_gif_looks_like_the_pictures(tmp_path):
    """Although it has only the changes and 63 colours, every picture is nearly the same."""
    image = pytest.importorskip("PIL.Image", reason=EXTRA)
    replay, path = random_replay("ludo", 40), tmp_path / "game.gif"
    write_film(replay, path, 200, 0.1)
    frames = replay.frames()
    shots = shots_of(replay, frames, 0.1, Gif())
    with image.open(path) as film:
        assert film.n_frames == len(shots) > 40
        for number, picture in enumerate(Reel(replay, frames, 200).pictures(shots)):
            film.seek(number)
            shown = np.asarray(film.convert("RGB"))
            assert shown.shape == picture.shape
            assert np.abs(shown.astype(int) - picture).mean() < 4


def test_films_count_pieces_from_1():
    """They count as windows, pages and the terminal do."""
    replay = random_replay("ludo", 20)
    frames = replay.frames()
    reel, shots = Reel(replay, frames, 200), shots_of(replay, frames, 0.1, Gif())
    *_, picture = reel.pictures(shots)
    look = look_at(replay.game, frames, 20)
    scene = numbered(scene_of(replay.game, frames[20].record, look))
    assert (picture == rgb_array(Painter(DAY), scene, reel.width, reel.height)).all()


def test_a_gif_is_smaller_than_one_by_pillow(tmp_path):
    """Unchanged pixels are transparent, and all pictures share one palette."""
    image = pytest.importorskip("PIL.Image", reason=EXTRA)
    replay, path = random_replay("ludo", 20), tmp_path / "game.gif"
    write_film(replay, path, 200, 0.1)
    frames = replay.frames()
    shots = shots_of(replay, frames, 0.1, Gif())
    reduced = []
    for picture in Reel(replay, frames, 200).pictures(shots):
        palette = {"palette": reduced[0]} if reduced else {}
        reduced.append(image.fromarray(picture).quantize(256, dither=0, **palette))
    reduced[0].save(tmp_path / "other.gif", save_all=True, append_images=reduced[1:], duration=20)
    assert path.stat().st_size < 0.6 * (tmp_path / "other.gif").stat().st_size


def test_the_commonest_colours_of_a_gif_are_exact():
    """Fields and paper are large and have exact colours; all others are near one of the palette."""
    image = pytest.importorskip("PIL.Image", reason=EXTRA)
    replay = random_replay("ludo", 20)
    *_, picture = Reel(replay, replay.frames(), 300).pictures(
        shots_of(replay, replay.frames(), 0.1, Gif())
    )
    palette = Palette(image, [picture])
    assert len(palette.colours) <= COLOURS
    shown = palette.colours[palette.numbers(picture)].astype(int)
    away = np.abs(shown - picture).max(axis=2)
    assert (away == 0).mean() > 0.8
    assert np.percentile(away, 99.9) < 40


def test_a_picture_of_few_colours_has_few():
    """The palette has no more colours than the picture."""
    image = pytest.importorskip("PIL.Image", reason=EXTRA)
    picture = np.array([[[0, 0, 0], [255, 10, 3]]], np.uint8)
    palette = Palette(image, [picture])
    assert len(palette.colours) == 2
    assert (palette.colours[palette.numbers(picture)] == picture).all()


def test_a_webp_shows_the_very_pictures(tmp_path):
    """Every pixel is exact, and the file is less than half the size of a lossy one by Pillow."""
    image = pytest.importorskip("PIL.Image", reason=EXTRA)
    replay, path = random_replay("ludo", 20), tmp_path / "game.webp"
    write_film(replay, path, 200, 0.1)
    frames = replay.frames()
    pictures = list(Reel(replay, frames, 200).pictures(shots_of(replay, frames, 0.1, Webp())))
    with image.open(path) as film:
        assert film.n_frames == len(pictures) > 20
        for number, picture in enumerate(pictures):
            film.seek(number)
            assert (np.asarray(film.convert("RGB")) == picture).all()
    first, *others = map(image.fromarray, pictures)
    first.save(tmp_path / "other.webp", save_all=True, append_images=others, quality=85)
    assert path.stat().st_size < 0.5 * (tmp_path / "other.webp").stat().st_size


def test_a_video_is_small(tmp_path):
    """A video takes a quarter of a kilobyte for each picture; most are like the one before."""
    pytest.importorskip("imageio_ffmpeg", reason=EXTRA)
    replay, path = random_replay("ludo", 40), tmp_path / "game.mp4"
    write_film(replay, path, 200, 0.4)
    shots = shots_of(replay, replay.frames(), 0.4, Mp4())
    pictures = sum(shot.seconds for shot in shots) * Mp4.rate
    assert path.stat().st_size < 250 * pictures
