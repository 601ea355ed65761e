"""Pictures of batches of self-play: of each game, and of many games as tiles."""

import numpy as np
import pytest

from ludo_env import LudoError, ludo_v0, make_vec


def batch(games, **how):
    """Return a batch of ludo that has begun."""
    envs = make_vec("ludo_v0", games, backend="python", **how)
    envs.reset(seed=1)
    return envs


def test_a_picture_of_each_game():
    """Each picture is that of the environment in the same position, without a last move."""
    envs = batch(2, render_mode="rgb_array", render_size=(90, 120), render_theme="night")
    for _ in range(20):
        envs.step(envs.sample_actions())
    shown = envs.render()
    alone = ludo_v0.env(
        render_mode="rgb_array", render_size=(90, 120), render_theme="night", backend="python"
    )
    for game, picture in enumerate(shown):
        alone.reset(options={"position": envs.position(game)})
        np.testing.assert_array_equal(picture, alone.render())


def test_tiles_are_the_pictures_of_the_games():
    """Tiles are in rows on a background; after other moves the picture is another one."""
    envs = batch(5, render_size=(120, 80))
    first = envs.tiled_picture()
    assert (first.shape, first.dtype) == ((80, 120, 3), np.uint8)
    assert (first[40:, 80:] == first[0, 0]).all()
    small = batch(5, render_mode="rgb_array", render_size=(40, 40))
    for game, tile in enumerate(small.render()):
        row, column = divmod(game, 3)
        here = first[40 * row : 40 * row + 40, 40 * column : 40 * column + 40]
        np.testing.assert_array_equal(here, tile)
    for _ in range(20):
        envs.step(envs.sample_actions())
    assert (envs.tiled_picture() != first).any()


def test_texts_of_each_game():
    """Each text is as the single environment writes it."""
    envs = batch(2, render_mode="ansi")
    assert all("player_0" in text for text in envs.render())


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"render_mode": "human"}, 'A batch has no window: its render_mode is "rgb_array"'),
        ({"render_mode": "film"}, "render_mode"),
        ({"render_size": (0, 1)}, "render_size is a width and a height"),
        ({"render_theme": "dusk"}, "Unknown theme 'dusk'"),
    ],
    ids=str,
)
def test_keywords_that_are_refused(keywords, message):
    """Each refusal is one sentence."""
    with pytest.raises(LudoError, match=message):
        make_vec("ludo_v0", 2, **keywords)


def test_a_number_of_tiles_that_is_refused():
    """The number of tiles must be a whole number."""
    with pytest.raises(LudoError, match="games is a whole number of 1 or more, not 0"):
        batch(2).tiled_picture(0)
