"""The letters of pictures: one font, the same everywhere, that is never emboldened twice."""

from pathlib import Path

import pygame
import pytest

import ludo_env
from ludo_env._render.letters import size_in, width_of
from ludo_env._render.paint.pygame_painter import Painter, rgb_array
from ludo_env.render import Item, Scene, Words

FONTS = Path(ludo_env.__file__).parent / "_render" / "paint" / "fonts"
PRINTED = "".join(map(chr, range(32, 127)))


def written(text, bold=False):
    """The pixels of a text."""
    item = Item("words", 2, 0.5, (Words(0, 0, text, 0.8, "ink", bold=bold),))
    return rgb_array(Painter(), Scene(4, 1, (), (item,)), 400, 100)


@pytest.mark.parametrize(("name", "bold"), [("Regular", False), ("Bold", True)])
def test_widths_are_those_of_the_font(name, bold):
    """Each character of the table, to a hundredth of its size."""
    pygame.font.init()
    font = pygame.font.Font(FONTS / f"Inter-{name}.ttf", 1000)
    for letter, metrics in zip(PRINTED, font.metrics(PRINTED), strict=True):
        assert width_of(letter, 1000, bold) == pytest.approx(metrics[4], abs=10)


def test_a_text_fits_into_its_room():
    """The text fits at the size found, which is never more than the size asked for."""
    assert size_in("green", 10, 0.5) == 0.5
    assert width_of("a long name of a player", size_in("a long name of a player", 2, 0.5)) <= 2.001
    assert size_in("", 2, 0.5) == 0.5


def test_the_font_has_its_licence_beside_it():
    """The files of the font are also small."""
    assert "SIL Open Font License" in (FONTS / "LICENSE.txt").read_text("utf-8")
    assert all(path.stat().st_size < 100_000 for path in FONTS.iterdir())


def test_bold_letters_are_letters_of_the_bold_font(monkeypatch):
    """No font is made bold by drawing it twice."""
    made = []

    class Recorded(pygame.font.Font):
        """A font that records when it is emboldened."""

        def set_bold(self, value):
            """Record the call."""
            made.append(value)

    monkeypatch.setattr(pygame.font, "Font", Recorded)
    from ludo_env._render.paint.brush import forget_fonts

    forget_fonts()
    plain, bold = written("1234"), written("1234", bold=True)
    forget_fonts()
    assert (plain != bold).any()
    assert not any(made)


def test_letters_are_drawn_where_they_are_measured():
    """The dark pixels of a text are as wide as its measured width."""
    columns = (written("HHHH") < 128).all(axis=2).any(axis=0).nonzero()[0]
    drawn = (columns[-1] - columns[0] + 1) / 100
    assert drawn == pytest.approx(width_of("HHHH", 0.8), abs=0.2 * 0.8)


@pytest.mark.parametrize("letter", list("\u00d7\u2192\u2713\u2660\u2665\u2666\u2663\u00e9\u0416"))
def test_signs_that_texts_use_are_in_the_font(letter):
    """The font has the times sign, arrows, ticks, letters with accents, and Cyrillic."""
    pygame.font.init()
    for name in ("Regular", "Bold"):
        font = pygame.font.Font(FONTS / f"Inter-{name}.ttf", 40)
        assert font.metrics(letter) != [None]
        assert font.metrics(letter)[0][4] > 0
