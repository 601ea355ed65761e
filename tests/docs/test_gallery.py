"""The gallery has a picture of every game of the library, made by a script of the project."""

import re
from pathlib import Path

import pytest
from batches import marked_long
from load_script import load_script

from ludo_env import load_game
from ludo_env.catalogue import game_names
from ludo_env.play import Table
from ludo_env.render import DAY, scene_of

DOCS = Path(__file__).parents[2] / "docs"

SHOWN = ("ludo", "generals", "tock", "eight")  # drawn by default; the others in the long run


def make():
    """Return the script that makes the gallery, as a module."""
    return load_script(DOCS / "gallery" / "make.py")


def test_every_game_has_a_picture():
    """The page names a picture for each game, and every picture it names exists."""
    named = re.findall(r"gallery/(\w+)\.svg", (DOCS / "gallery.md").read_text("utf-8"))
    assert {*game_names(), "generals"} <= set(named)
    assert set(named) == {path.stem for path in (DOCS / "gallery").glob("*.svg")}
    for name in named:
        svg = (DOCS / "gallery" / f"{name}.svg").read_text("utf-8")
        assert svg.startswith("<svg")
        assert "<image" not in svg


@pytest.mark.parametrize(
    "name", marked_long([picture.name for picture in make().pictures()], SHOWN)
)
def test_a_picture_is_as_the_script_draws_it(name):
    """Pictures are current; after a change run `python docs/gallery/make.py` and look."""
    script = make()
    (picture,) = (one for one in script.pictures() if one.name == name)
    # Not compared within the assertion: pytest takes minutes to show how two long texts differ.
    same = script.path_of(picture).read_text("utf-8") == script.svg_text(picture)
    assert same, "run `python docs/gallery/make.py`, and look at the picture"


def test_the_page_is_as_the_script_writes_it():
    """The page is as the script writes it, and shows every picture with its title."""
    assert (DOCS / "gallery.md").read_text("utf-8") == make().page()


def test_the_script_draws_a_crowded_moment():
    """The script draws a moment with more pieces on the board than at the start."""
    script = make()
    table = Table(load_game("ludo"), [], script.SEED, backend="python")
    start = script.crowded(scene_of(table.game, table.record))
    assert start < 2  # a die, and no piece on the way
    drawn = script.drawn(table, DAY)
    assert drawn == script.drawn(Table(load_game("ludo"), [], script.SEED, backend="python"), DAY)
    crowds = []
    again = Table(load_game("ludo"), [], script.SEED, backend="python")
    while not again.over and again.moves < 400:
        scene = scene_of(again.game, again.record)
        crowds.append((script.crowded(scene), len(scene.items)))
        again.play(again.choose())
    most = max(score for score, _ in crowds)
    assert most > 8
    # Whatever has its group in the picture: as many as in one of the most crowded moments.
    fewest = min(count for score, count in crowds if score > most - 3)
    assert drawn.count("<g ") >= fewest
