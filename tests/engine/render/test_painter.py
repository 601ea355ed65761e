"""The painter: pixels at known places of a scene."""

import pygame
import pytest

import ludo_env  # noqa: F401  (registers the games)
from ludo_env import game_of, generals_v0, ludo_v0
from ludo_env._render.paint.pygame_painter import Painter, rgb_array
from ludo_env._render.shapes import fitted
from ludo_env.render import CLEAR, DAY, NIGHT, THEMES, Area, Disc, Look, Words, key_text, scene_of

SIDE = 1600


class Photo:
    """The pixels of a position, looked up by the names of places."""

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
        """The colour at a spot, or at an offset from its middle."""
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
    """Pieces on the ring, in lanes and in yards have them; empty places show the board."""
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
    """Each of four pieces on one square is seen in its colour, with the square around them."""
    photo = Photo(ludo_v0.spec(), "p1=5,5,5,5 turn=0 dice=3")
    spots = [f"piece 1 {index}" for index in range(4)]
    assert [photo.body(spot) for spot in spots] == [photo.colour("seat 1")] * 4
    assert len({(spot.x, spot.y) for spot in photo.scene.spots if key_text(spot.key) in spots}) == 4
    assert photo.spot("cell 18", right=0.44, down=0.44) == photo.colour("tile")


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
    """The luminance of a colour, as the guidelines for readable pages define it."""
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
    """The same scene has other colours; in the theme for every eye, heads are signs."""
    photo = Photo(ludo_v0.spec(), "p0=10,y,y,y turn=0 dice=3", theme)
    assert tuple(int(value) for value in photo.pixels[0, 0]) == photo.colour("paper")
    assert photo.body("piece 0 0") == photo.colour("seat 0")
    assert len({NIGHT.colour("paper"), DAY.colour("paper")}) == 2
    assert CLEAR.colour("seat 0") != DAY.colour("seat 0")


def test_a_step_is_seen_as_it_is_made():
    """Pieces walk and dice fall during a step; the last picture is that of the state itself."""
    from ludo_env._render.live_window import Show

    game = game_of(ludo_v0.spec(), "python")
    before, _ = game.read("p0=2,y,y,y turn=0 dice=6")
    after, _ = game.read("p0=8,y,y,y turn=0 dice=3")
    show = Show("steps", (300, 340), DAY, 0.0)
    show.begin(game, after, Look(before=before))
    still = pygame.image.tobytes(pygame.display.get_surface(), "RGB")
    show.seconds = 0.25  # as on a display that somebody watches
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


def test_what_is_kept_of_pictures_does_not_grow():
    """For a window of ever new sizes the oldest pictures are dropped, counted in pixels."""
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
    """A translucent colour is mixed with the colour below it, for every shape."""
    from ludo_env._render.shapes import box
    from ludo_env.render import Area, Disc, Item, Scene, Stroke

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
    from ludo_env.render import Item, Scene, Words

    for text in ("a\0b", "\ud800", ""):
        scene = Scene(
            4, 1, (), (Item("words", 0, 0.5, (Words(2, 0, text, 0.5),)), Item("none", 0, 0, ()))
        )
        assert rgb_array(Painter(), scene, 40, 10).shape == (10, 40, 3)
