"""Pictures of environments: pixels at known places, any size, no unwanted window."""

import copy
import pickle
import subprocess
import sys

import gymnasium
import numpy as np
import pygame
import pytest

import ludo_env  # noqa: F401  (registers the games)
from ludo_env import LudoError, french_ludo_v0, generals_v0, loose_ludo_v0, ludo_v0


@pytest.mark.parametrize("size", [(1, 1), (64, 64), (640, 640), (333, 217), (200, 1000)], ids=str)
def test_pictures_of_any_size(size):
    """Pictures are uint8, height by width by three, with the board in the middle."""
    env = ludo_v0.env(render_mode="rgb_array", render_size=size, backend="python")
    env.reset(seed=1)
    picture = env.render()
    assert picture.shape == (size[1], size[0], 3)
    assert picture.dtype == np.uint8
    picture[:] = 0  # the caller owns the picture
    assert env.render().any()
    if min(size) > 60:
        assert len(np.unique(env.render().reshape(-1, 3), axis=0)) > 20


def test_the_picture_follows_the_game():
    """It changes with a step, and depends only on the state and the last move."""
    env = ludo_v0.env(render_mode="rgb_array", backend="python")
    pictures = []
    for _ in range(2):
        env.reset(seed=7)
        pictures.append([env.render()])
        for agent in env.agent_iter(12):
            mask = env.last()[0]["action_mask"]
            env.step(int(mask.argmax()))
            pictures[-1].append(env.render())
            assert agent in env.possible_agents
    for one, other in zip(*pictures, strict=True):
        assert (one == other).all()
    assert any(
        (one != other).any() for one, other in zip(pictures[0], pictures[0][1:], strict=False)
    )


def test_copies_show_the_same_board():
    """clone, deepcopy and pickle draw the same board, without a last move."""
    env = french_ludo_v0.env(render_mode="rgb_array", backend="python")
    env.reset(seed=3)
    for _ in range(20):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    before = env.get_state()
    env.set_state(before)
    twins = (env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env)))
    for twin in twins:
        assert (twin.render() == env.render()).all()


def test_a_single_seat_is_drawn_too():
    """gymnasium.make draws pixels, and a copy draws the same."""
    env = gymnasium.make(
        "ludo_env/Ludo-v0", render_mode="rgb_array", render_size=(120, 160), backend="python"
    )
    env.reset(seed=2)
    first = env.render()
    assert first.shape == (160, 120, 3)
    _, info = env.reset(seed=3)
    env.step(int(info["action_mask"].argmax()))
    assert (env.render() != first).any()
    twin = copy.deepcopy(env.unwrapped)
    assert twin.render().shape == first.shape


def test_parallel_environments_are_drawn():
    """The picture is that of the AEC environment inside."""
    env = generals_v0.parallel_env(render_mode="rgb_array", backend="python")
    env.reset(seed=1)
    assert env.render().shape == (640, 640, 3)
    env.close()


def test_a_window_follows_the_game_and_closes():
    """render_mode="human": a window opens at reset, follows each step, and ends with close."""
    env = ludo_v0.env(render_mode="human", backend="python", render_size=(300, 330))
    env.reset(seed=1)
    assert pygame.display.get_init()
    surface = pygame.display.get_surface()
    assert surface.get_size() == (300, 330)
    seen = pygame.image.tobytes(surface, "RGB")
    for _ in range(30):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    assert env.render() is None
    assert pygame.image.tobytes(surface, "RGB") != seen
    assert pygame.mixer.get_init() is None
    env.close()
    assert not pygame.display.get_init()
    env.close()  # a second call is harmless


def test_closing_the_window_does_not_stop_the_game():
    """The game goes on without a window."""
    env = ludo_v0.env(render_mode="human", backend="python")
    env.reset(seed=1)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    for _ in range(10):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    assert not pygame.display.get_init()
    assert env.render() is None
    env.close()


def test_nothing_of_pygame_is_touched_without_a_picture():
    """The module pygame is not imported without render_mode, nor if only text is shown."""
    code = """
import sys
from ludo_env import ludo_v0
for mode in (None, "ansi", "rgb_array", "human"):
    env = ludo_v0.env(render_mode=mode, backend="python")
    if mode in (None, "ansi"):
        env.reset(seed=1)
        env.step(int(env.last()[0]["action_mask"].argmax()))
        if mode:
            env.render()
        env._repr_svg_(), env.position._repr_svg_()
    env.close()
assert "pygame" not in sys.modules
env = ludo_v0.env(render_mode="rgb_array", backend="python")
env.reset(seed=1)
env.step(int(env.last()[0]["action_mask"].argmax()))
env.render()
import pygame
assert not pygame.display.get_init() and not pygame.mixer.get_init()
assert not pygame.joystick.get_init()
"""
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr


def test_without_a_display_a_window_is_refused_in_one_sentence():
    """With no display and no dummy driver the error says what to do."""
    code = """
from ludo_env import ludo_v0
env = ludo_v0.env(render_mode="human", backend="python")
try:
    env.reset(seed=1)
except Exception as error:
    print(type(error).__name__, error)
"""
    made = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True,
        env={"SDL_VIDEODRIVER": "x11", "PATH": "/usr/bin:/bin", "DISPLAY": ":997"},
    )  # fmt: skip
    assert made.stdout.startswith("LudoError No display is available"), made.stdout + made.stderr


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"render_size": (0, 10)}, "render_size is a width and a height"),
        ({"render_size": (10, 10_000)}, "render_size is a width and a height"),
        ({"render_size": 640}, "render_size is a width and a height"),
        ({"render_size": (1.5, 10)}, "render_size is a width and a height"),
        ({"render_theme": "dusk"}, "Unknown theme 'dusk'"),
        ({"render_theme": 3}, "Unknown theme 3"),
        ({"render_seconds": -1}, "render_seconds is a number of seconds"),
        ({"render_seconds": "fast"}, "render_seconds is a number of seconds"),
        ({"render_seconds": float("nan")}, "render_seconds is a number of seconds"),
    ],
    ids=str,
)
def test_keywords_that_are_refused(keywords, message):
    """Each refusal is one sentence."""
    with pytest.raises(LudoError, match=message):
        ludo_v0.env(**keywords)


@pytest.mark.parametrize("make", [ludo_v0.env, generals_v0.raw_env, loose_ludo_v0.parallel_env])
def test_notebooks_show_a_picture(make):
    """The environment after reset, and any position, are one <svg>."""
    game = {"spec": "eight"} if make is loose_ludo_v0.parallel_env else {}
    env = make(**game, backend="python")
    assert env._repr_svg_() is None
    env.reset(seed=1)
    position = env.unwrapped.position
    for shown in (env, position):
        svg = shown._repr_svg_()
        assert svg.startswith("<svg")
        assert svg.count("</svg>") == 1
    assert pickle.loads(pickle.dumps(position)) == position
    assert pickle.loads(pickle.dumps(position))._repr_svg_() == position._repr_svg_()


def test_a_position_is_a_text_like_any_other():
    """It can be sliced, joined, hashed, compared, and passed to reset."""
    env = ludo_v0.env(backend="python")
    env.reset(options={"position": "p0=10,y,y,y turn=0 dice=4"})
    position = env.unwrapped.position
    assert isinstance(position, str)
    assert position == str(position)
    assert hash(position) == hash(str(position))
    assert {position: 1}[str(position)] == 1
    env.reset(options={"position": position})
    assert env.unwrapped.position == position


def test_a_window_shows_a_state_that_was_put_back():
    """set_state draws if there is a window; a clone opens no window."""
    env = ludo_v0.env(render_mode="human", backend="python")
    env.reset(seed=1)
    state = env.get_state()
    first = pygame.image.tobytes(pygame.display.get_surface(), "RGB")
    for _ in range(20):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    assert pygame.image.tobytes(pygame.display.get_surface(), "RGB") != first
    env.set_state(state)
    assert pygame.image.tobytes(pygame.display.get_surface(), "RGB") == first
    twin = env.clone()
    assert not twin.pictures.shown
    env.close()
    assert not pygame.display.get_init()
