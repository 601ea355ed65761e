"""The pictures of which films are made."""

import numpy as np
import pytest

from ludo_env import load_game
from ludo_env._play.film import Reel, Shot
from ludo_env.play import Replay, Table, write_film

EXTRA = "films need the extra `video`"


def a_replay(game="mensch", moves=12):
    """A game of random players, so many moves long."""
    table = Table(load_game(game), [], 4, backend="python")
    for _ in range(moves):
        table.play(table.choose())
    return Replay.of_table(table)


def test_a_gif_looks_like_the_pictures(tmp_path):
    """Though only what changes is in it, and 256 colours: the last picture is nearly the same."""
    image = pytest.importorskip("PIL.Image", reason=EXTRA)
    replay, path = a_replay("ludo", 40), tmp_path / "game.gif"
    write_film(replay, path, 200, 0.1)
    frames = replay.frames()
    last = Reel(replay, frames, 200).picture(Shot(len(frames) - 1, 1, 1))
    with image.open(path) as film:
        film.seek(film.n_frames - 1)
        shown = np.asarray(film.convert("RGB"))
    assert shown.shape == last.shape
    assert np.abs(shown.astype(int) - last).mean() < 4
