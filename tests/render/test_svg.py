"""Scenes as SVG: all shapes are there, in place and colour, and texts remain texts."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from ludo_env import LudoError, game_of, load_game
from ludo_env.catalogue import game_names
from ludo_env.play import Table
from ludo_env.render import (
    DAY,
    NIGHT,
    Area,
    Disc,
    Item,
    Scene,
    Shape,
    Stroke,
    Theme,
    Words,
    scene_of,
    svg_of,
)

NAMESPACE = "http://www.w3.org/2000/svg"
HOSTILE = "</text><script>alert(1)</script>\"'&\x00\ud800"
ELEMENTS = {Disc: "circle", Area: "polygon", Stroke: "polyline", Words: "text"}


def hexadecimal(name: str, theme: Theme = DAY) -> str:
    """Return a colour of a theme, without its opacity."""
    return "#" + bytes(theme.colour(name)[:3]).hex()


def elements(svg: str) -> list[ET.Element]:
    """Return all elements of a document, in order."""
    return list(ET.fromstring(svg).iter())


def named(svg: str, name: str) -> list[ET.Element]:
    """Return the elements of one name."""
    return [element for element in elements(svg) if element.tag == f"{{{NAMESPACE}}}{name}"]


def picture(*art: Shape) -> str:
    """Return a scene with only these shapes, around 2, 3."""
    return svg_of(Scene(10, 5, (), (Item("thing", 2, 3, art),)))


@pytest.mark.parametrize("name", game_names())
def test_every_shape_of_a_game_is_an_element(name):
    """There are as many circles, polygons, lines and texts as shapes, and a group per item."""
    game = game_of(load_game(name), "python")
    scene = scene_of(game, Table(game.spec, [], 5, backend="python").record)
    shapes = [*scene.board, *(shape for item in scene.items for shape in item.art)]
    svg = svg_of(scene)
    for kind, element in ELEMENTS.items():
        wanted = sum(isinstance(shape, kind) for shape in shapes)
        assert len(named(svg, element)) == wanted
    assert [group.get("transform") for group in named(svg, "g")] == [
        f"translate({round(item.x, 3):g} {round(item.y, 3):g})" for item in scene.items
    ]


def test_the_picture_has_the_size_that_was_asked_for():
    """The width is given, the height follows from the scene, and units are squares."""
    root = elements(svg_of(Scene(10, 5, (), ()), size=300))[0]
    assert (root.get("width"), root.get("height")) == ("300", "150")
    assert root.get("viewBox") == "0 0 10 5"


def test_without_a_size_the_picture_takes_the_room_it_finds():
    """The document has no width."""
    assert elements(svg_of(Scene(10, 5, (), ())))[0].get("width") is None


def test_a_size_of_nothing_is_refused():
    """One sentence says what is allowed."""
    for size in (0, 10_000, True, 1.5, float("nan")):
        with pytest.raises(LudoError, match="A picture is 1 to 8192 pixels wide, not "):
            svg_of(Scene(10, 5, (), ()), size=size)


def test_colours_are_those_of_the_theme():
    """A colour that covers only in part has an opacity."""
    (circle,) = named(picture(Disc(0, 0, 1, "seat 3", "shadow", 0.1)), "circle")
    cover = DAY.colour("shadow")[3]
    assert circle.get("fill") == hexadecimal("seat 3")
    assert circle.get("fill-opacity") is None
    assert circle.get("stroke") == hexadecimal("shadow")
    assert float(circle.get("stroke-opacity")) == pytest.approx(cover / 255, abs=0.001)


def test_another_theme_gives_other_colours():
    """The background is the paper of the theme."""
    (paper,) = named(svg_of(Scene(10, 5, (), ()), NIGHT), "rect")
    assert paper.get("fill") == hexadecimal("paper", NIGHT)


def test_a_picture_may_have_colours_for_dark_pages():
    """A style replaces them; colours that are equal only by day get separate values."""
    art = (Disc(0, 0, 1, "board", "ink", 0.1), Disc(0, 0, 0.5, "sign white"))
    svg = svg_of(Scene(10, 5, (), (Item("thing", 2, 3, art),)), DAY, dark=NIGHT)
    (style,) = named(svg, "style")
    assert "prefers-color-scheme:dark" in style.text
    board, sign = (disc.get("fill") for disc in named(svg, "circle"))
    line = named(svg, "circle")[0].get("stroke")
    assert hexadecimal("ink") == hexadecimal("sign white")
    assert f'[fill="{board}"]{{fill:{hexadecimal("board", NIGHT)}}}' in style.text
    assert f'[stroke="{line}"]{{stroke:{hexadecimal("ink", NIGHT)}}}' in style.text
    assert line != sign
    assert f'[fill="{sign}"]' not in style.text or hexadecimal("sign white", NIGHT) in style.text
    assert not named(svg_of(Scene(10, 5, (), ())), "style")


def test_an_outline_alone_is_not_filled():
    """Without a fill attribute SVG would fill it with black."""
    (circle,) = named(picture(Disc(0, 0, 1, line="ink", width=0.1)), "circle")
    assert circle.get("fill") == "none"


def test_text_is_above_all_other_shapes():
    """This is true even if it comes first."""
    svg = picture(Words(0, 0, "4", 0.5), Disc(0, 0, 1, "tile"))
    assert [element.tag.rpartition("}")[2] for element in elements(svg)][-2:] == ["circle", "text"]


def test_hostile_text_stays_text():
    """Nothing in it becomes an element, and characters that XML cannot hold are replaced."""
    svg = picture(Words(0, 0, HOSTILE, 0.5))
    (text,) = named(svg, "text")
    assert text.text == "</text><script>alert(1)</script>\"'&\ufffd\ufffd"
    assert not named(svg, "script")


def test_pictures_share_a_page():
    """No element has an id, so ids cannot collide."""
    game = game_of(load_game("ludo"), "python")
    svg = svg_of(scene_of(game, Table(game.spec, [], 5, backend="python").record))
    assert all(element.get("id") is None for element in elements(svg))


def test_numbers_are_short():
    """There are at most three decimals, without trailing zeros."""
    assert 'cx="0.333" cy="-2" r="1"' in picture(Disc(1 / 3, -2.00001, 1.0, "tile"))
