"""The pictures of which films are made."""

import numpy as np
import pytest
from game_tables import random_replay

from ludo_env._play.film import Reel, shots_of
from ludo_env._render.animation.film_writers import Gif
from ludo_env.play import write_film

EXTRA = "films need the extra `video`"


def test_a_gif_looks_like_the_pictures(tmp_path):
    """Though only what changes is in it, and 255 colours: every picture is nearly the same."""
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


def test_a_gif_is_smaller_than_one_by_pillow(tmp_path):
    """That is why it is written here: what stays is transparent, with one palette for all."""
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
    assert path.stat().st_size < 0.9 * (tmp_path / "other.gif").stat().st_size
