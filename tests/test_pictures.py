"""Pictures of environments: pixels at known places, any size, no window unless asked for."""

import copy
import pickle
import subprocess
import sys

import gymnasium
import numpy as np
import pygame
import pytest

import ludo_env  # noqa: F401  (registers the games)
from ludo_env import LudoError, french_ludo_v0, game_of, generals_v0, loose_ludo_v0, ludo_v0
from ludo_env._render.paint.pygame_painter import Painter, rgb_array
from ludo_env._render.shapes import Area, Words, fitted
from ludo_env.render import CLEAR, DAY, NIGHT, THEMES, Disc, Look, key_text, scene_of

SIDE = 1600


class Photo:
    """The pixels of a position, asked for by the names of places."""

    def __init__(self, spec, position, theme=DAY, look=None):
        game = game_of(spec, "python")
        record, _ = game.read(position)
        self.scene = scene_of(game, record, look or Look(symbols=theme.symbols))
        self.pixels = rgb_array(Painter(theme), self.scene, SIDE, SIDE)
        self.left, self.top, self.scale = fitted(self.scene, SIDE, SIDE)
        self.theme = theme

    def at(self, x, y):
        """The colour at a place of the scene."""
        column, row = round(self.left + x * self.scale), round(self.top + y * self.scale)
        return tuple(int(value) for value in self.pixels[row, column])

    def spot(self, key, right=0.0, down=0.0):
        """The colour at a spot, or so far from its middle."""
        spot = next(spot for spot in self.scene.spots if key_text(spot.key) == key)
        return self.at(spot.x + right, spot.y + down)

    def body(self, key):
        """The colour of a piece, between its head and its outline."""
        spot = next(spot for spot in self.scene.spots if key_text(spot.key) == key)
        return self.at(spot.x - 0.78 * spot.across, spot.y)

    def colour(self, name):
        """The colour of a name in the theme."""
        return self.theme.colour(name)[:3]


def test_pieces_have_the_colours_of_their_players():
    """On the ring, in lanes, in yards; where nobody stands there is the board."""
    photo = Photo(ludo_v0.spec(), "p0=10,h2,y,y p1=10,y,y,y p3=7,y,y,y turn=0 dice=3")
    for player, pieces in ((0, (0, 1, 2)), (1, (0, 3)), (2, (1,)), (3, (0,))):
        for piece in pieces:
            assert photo.body(f"piece {player} {piece}") == photo.colour(f"seat {player}")
    assert photo.spot("cell 3") == photo.colour("tile")
    assert photo.spot("cell 53") == photo.colour("pale 0")
    assert photo.spot("yard 2", down=-2) == photo.colour("tile")


def test_the_capture_marker_is_there_or_not():
    """A-57, in pixels: the middle of the yard has the colour from the first capture on."""
    without = Photo(ludo_v0.spec(), "turn=0 dice=3")
    marked = Photo(ludo_v0.spec(), "turn=0 dice=3 hit=1")
    for player in range(4):
        assert without.spot(f"yard {player}") == without.colour("tile")
        expected = "seat 1" if player == 1 else "tile"
        assert marked.spot(f"yard {player}") == marked.colour(expected)


def test_a_stack_of_four_shows_four():
    """Four pieces on one square: each is seen in its colour, and the square between them."""
    photo = Photo(ludo_v0.spec(), "p1=5,5,5,5 turn=0 dice=3")
    spots = [f"piece 1 {index}" for index in range(4)]
    assert [photo.body(spot) for spot in spots] == [photo.colour("seat 1")] * 4
    assert len({(spot.x, spot.y) for spot in photo.scene.spots if key_text(spot.key) in spots}) == 4
    assert photo.spot("cell 18") == photo.colour("tile")  # the very middle, between all of them


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("attacker", [0, 1])
def test_units_wear_the_colour_of_their_player(attacker, theme):
    """D-6, D-11: player_0 is white, player_1 black, whatever their roles; the General too."""
    board = "A........./" + "........../" * 8 + ".........D"
    words = f"board={board} attacker={attacker} turn={attacker} die=3 hits=1"
    photo = Photo(generals_v0.spec(role_choice="fixed"), words, theme)
    attacking, defending = ("white", "black")[attacker], ("black", "white")[attacker]
    assert photo.spot("cell 0", right=-0.3) == photo.colour(f"seat {attacking}")
    assert photo.spot("cell 99", right=-0.3) == photo.colour(f"seat {defending}")
    assert photo.spot("cell 0") == photo.colour(f"sign {attacking}")  # the blade of the sword
    crown = next(item for item in photo.scene.items if item.key == "general")
    assert photo.at(crown.x, crown.y) == photo.colour(f"seat {defending}")
    plates = [item for item in photo.scene.items if key_text(item.key).startswith("plate")]
    said = [shape.text for item in plates for shape in item.art if isinstance(shape, Words)]
    roles = ("Attacker", "Defender")
    assert [said[0], said[2]] == [f"white {roles[attacker]}", f"black {roles[1 - attacker]}"]
    for item, colour in zip(plates, ("white", "black"), strict=True):
        discs = [shape for shape in item.art if isinstance(shape, Disc)]
        assert discs[0].fill == f"seat {colour}"
        assert f"sign {colour}" in {shape.fill for shape in item.art if isinstance(shape, Area)}


def test_pictures_differ_by_who_attacks():
    """D-11: the same units, the roles the other way round: other pixels."""
    spec = generals_v0.spec(role_choice="fixed")
    one, other = (Photo(spec, f"attacker={who} turn={who} die=3") for who in (0, 1))
    assert (one.pixels != other.pixels).any()


def test_units_are_grey_until_the_roles_are_known():
    """D-10: whose they are is not known during the toss; the players have their colours."""
    photo = Photo(generals_v0.spec(), "phase=toss turn=1")
    for cell in ("cell 0", "cell 99"):
        assert photo.spot(cell, right=-0.3) == photo.colour("seat grey")


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_white_and_black_can_be_read_in_every_theme(theme):
    """D-11: from each other, from the ground, and with the sign of the role on them."""

    def contrast(one, other):
        light, dark = sorted(map(luminance, (theme.colour(one), theme.colour(other))))[::-1]
        return (light + 0.05) / (dark + 0.05)

    assert contrast("seat white", "seat black") > 7
    for colour in ("white", "black", "grey"):
        assert contrast(f"seat {colour}", f"sign {colour}") > 2.5
        for ground in ("tile", "garrison", "water", "gold", f"pale {colour}", "panel"):
            seen = (contrast(f"seat {colour}", ground), contrast(f"dark {colour}", ground))
            assert max(seen) > 2.9, (colour, ground)
        assert contrast("ink", f"pale {colour}") > 4.5
    assert contrast("seat white", "sign white") > 7
    assert contrast("seat black", "sign black") > 7
    assert contrast("garrison", "tile") > 1.2


def luminance(colour):
    """How light a colour is, as the guidelines for readable pages count it."""
    parts = [value / 255 for value in colour[:3]]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_moat_and_the_hits_have_their_colours():
    """Generals: the Moat, and a hit of three."""
    board = "A........./" + "........../" * 8 + ".........D"
    photo = Photo(
        generals_v0.spec(role_choice="fixed"), f"board={board} attacker=0 turn=0 die=3 hits=1"
    )
    assert photo.spot("cell 33") == photo.colour("water")
    hits = {key_text(item.key): item for item in photo.scene.items}
    assert photo.at(hits["hit 0"].x, hits["hit 0"].y) == photo.colour("danger")
    assert photo.at(hits["hit 2"].x, hits["hit 2"].y) == photo.colour("tile")


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_themes_have_their_own_colours(theme):
    """The same scene in other colours; in the one for every eye, heads are signs."""
    photo = Photo(ludo_v0.spec(), "p0=10,y,y,y turn=0 dice=3", theme)
    assert tuple(int(value) for value in photo.pixels[0, 0]) == photo.colour("paper")
    assert photo.body("piece 0 0") == photo.colour("seat 0")
    assert len({NIGHT.colour("paper"), DAY.colour("paper")}) == 2
    assert CLEAR.colour("seat 0") != DAY.colour("seat 0")


@pytest.mark.parametrize("size", [(1, 1), (64, 64), (640, 640), (333, 217), (200, 1000)], ids=str)
def test_pictures_of_any_size(size):
    """uint8, height by width by three; the picture in the middle."""
    env = ludo_v0.env(render_mode="rgb_array", render_size=size, backend="python")
    env.reset(seed=1)
    picture = env.render()
    assert picture.shape == (size[1], size[0], 3)
    assert picture.dtype == np.uint8
    picture[:] = 0  # it is the caller's own
    assert env.render().any()
    if min(size) > 60:
        assert len(np.unique(env.render().reshape(-1, 3), axis=0)) > 20


def test_the_picture_follows_the_game():
    """It changes with a step, and is the same again for the same state and last move."""
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
    """clone, deepcopy and pickle draw what they are a copy of; nobody knows the last move."""
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
    """gymnasium.make with pixels; a copy draws the same."""
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
    """The same picture as that of the AEC environment inside."""
    env = generals_v0.parallel_env(render_mode="rgb_array", backend="python")
    env.reset(seed=1)
    assert env.render().shape == (640, 640, 3)
    env.close()


def test_a_window_follows_the_game_and_closes():
    """render_mode="human": a window from reset on, shown after each step, gone after close."""
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
    env.close()  # once more does no harm


def test_closing_the_window_does_not_stop_the_game():
    """The game goes on unseen."""
    env = ludo_v0.env(render_mode="human", backend="python")
    env.reset(seed=1)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    for _ in range(10):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    assert not pygame.display.get_init()
    assert env.render() is None
    env.close()


def test_nothing_of_pygame_is_touched_without_a_picture():
    """Not even imported: not for a game without render_mode, nor for one whose text is shown."""
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
    """One sentence each."""
    with pytest.raises(LudoError, match=message):
        ludo_v0.env(**keywords)


@pytest.mark.parametrize("make", [ludo_v0.env, generals_v0.raw_env, loose_ludo_v0.parallel_env])
def test_notebooks_show_a_picture(make):
    """The environment after reset, and a position anywhere, as one <svg>."""
    env = make("eight") if make is loose_ludo_v0.parallel_env else make(backend="python")
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
    """It can be sliced, joined, hashed, compared, and given back to reset."""
    env = ludo_v0.env(backend="python")
    env.reset(options={"position": "p0=10,y,y,y turn=0 dice=4"})
    position = env.unwrapped.position
    assert isinstance(position, str)
    assert position == str(position)
    assert hash(position) == hash(str(position))
    assert {position: 1}[str(position)] == 1
    env.reset(options={"position": position})
    assert env.unwrapped.position == position


def test_a_step_is_seen_as_it_is_made():
    """Over its time pieces walk and dice fall; the last picture is that of the state itself."""
    from ludo_env._render.live_window import Show

    game = game_of(ludo_v0.spec(), "python")
    before, _ = game.read("p0=2,y,y,y turn=0 dice=6")
    after, _ = game.read("p0=8,y,y,y turn=0 dice=3")
    show = Show("steps", (300, 340), DAY, 0.0)
    show.begin(game, after, Look(before=before))
    still = pygame.image.tobytes(pygame.display.get_surface(), "RGB")
    show.seconds = 0.25  # as on a display that somebody looks at
    drawn = set()
    paint = show.window.draw

    def watched(layers):
        paint(layers)
        drawn.add(pygame.image.tobytes(pygame.display.get_surface(), "RGB"))

    show.window.draw = watched
    show.go_on(game, before, after, Look(before=before))
    assert pygame.image.tobytes(pygame.display.get_surface(), "RGB") == still
    assert len(drawn) >= 5
    show.close()


def test_a_window_shows_a_state_that_was_put_back():
    """set_state draws, if there is a window; a clone opens none of its own."""
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


def test_what_is_kept_of_pictures_does_not_grow():
    """A window of ever new sizes: the oldest pictures go, counted in pixels."""
    painter = Painter()
    game = game_of(ludo_v0.spec(), "python")
    scene = scene_of(game, game.read("turn=0 dice=3")[0])
    for side in range(700, 1500, 40):
        rgb_array(painter, scene, side, side)
    kept = [picture for picture, *_ in painter._kept.values()]
    pixels = sum(picture.get_width() * picture.get_height() for picture in kept)
    assert pixels == painter._pixels <= 48_000_000
    with pytest.raises(AttributeError):
        painter.theme = NIGHT


def test_what_shines_through_shines_through():
    """A colour that covers in part is mixed with what is below it, whatever the shape."""
    from ludo_env._render.shapes import Area, Item, Stroke, box
    from ludo_env.render import Disc, Scene

    below = box(0, 0, 4, 4, "danger")
    veils = (
        Disc(2, 2, 1.5, "shadow"),
        Area(((0, 0), (4, 0), (4, 4), (0, 4)), "shadow"),
        Stroke(((0, 2), (4, 2)), "shadow", 2),
    )
    seen = set()
    for veil in veils:
        scene = Scene(4, 4, (), (Item("both", 0, 0, (below, veil)),))
        pixels = rgb_array(Painter(), scene, 40, 40)
        seen.add(tuple(int(value) for value in pixels[20, 20]))
    red, _, _, cover = (*DAY.colour("danger")[:3], DAY.colour("shadow")[3])
    assert len(seen) == 1
    assert abs(next(iter(seen))[0] - red * (255 - cover) / 255) <= 3


def test_words_that_no_font_has_are_drawn_all_the_same():
    """Control characters and halves of characters are shown as such."""
    from ludo_env._render.shapes import Item, Words
    from ludo_env.render import Scene

    for text in ("a\0b", "\ud800", ""):
        scene = Scene(
            4, 1, (), (Item("words", 0, 0.5, (Words(2, 0, text, 0.5),)), Item("none", 0, 0, ()))
        )
        assert rgb_array(Painter(), scene, 40, 10).shape == (10, 40, 3)
