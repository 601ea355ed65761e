"""Learning curves: the data are complete, and their pictures are current and shown on a page."""

import re
from pathlib import Path

import pytest
from load_script import load_script

DOCS = Path(__file__).parents[2] / "docs"
CURVES = DOCS / "curves"
FILES = sorted(CURVES.glob("*.csv"))
each_curve = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@pytest.fixture
def draw():
    """Return the script that draws the curves, as a module."""
    return load_script(CURVES / "draw.py")


def columns():
    """Return the columns that the examples write."""
    return load_script(DOCS.parent / "examples" / "learning_curve.py").COLUMNS


@each_curve
def test_a_picture_is_drawn_from_its_data(path, draw):
    """A picture matches its data; after new data run `python docs/curves/draw.py` and look."""
    picture = path.with_suffix(".svg").read_text("utf-8")
    assert draw.digest(path) in picture, "run `python docs/curves/draw.py`, and look at the picture"


@each_curve
def test_a_curve_is_whole(path, draw):
    """A curve has three seeds, both ways to choose at each point, and shares within intervals."""
    names, *rows = draw.rows_of(path)
    assert tuple(names) == columns()
    points = [dict(zip(names, row, strict=True)) for row in rows]
    assert {point["trainer"] for point in points} == {path.stem}
    assert {point["choose"] for point in points} == {"argmax", "sample"}
    assert len({point["seed"] for point in points}) == 3
    for point in points:
        share = int(point["wins"]) / int(point["games"])
        assert float(point["low"]) - 1e-4 <= share <= float(point["high"]) + 1e-4
    for curve in draw.curves_of(path).values():
        seconds = [float(point["cpu_seconds"]) for point in curve]
        assert len(seconds) > 2
        assert seconds == sorted(seconds)


def test_the_curves_of_nets_are_whole_and_shown(monkeypatch):
    """Curves of nets have three seeds up to a budget; new data: `python docs/curves/nets.py`."""
    monkeypatch.syspath_prepend(str(CURVES))
    nets = load_script(CURVES / "nets.py")
    page = (DOCS / "agents" / "net.md").read_text("utf-8")
    files = sorted(nets.HERE.glob("*.csv"))
    assert files
    for path in files:
        picture = path.with_suffix(".svg").read_text("utf-8")
        assert nets.digest(path) in picture, "run `python docs/curves/nets.py`, and look"
        assert f"](../curves/nets/{path.stem}.svg)" in page
        curves = nets.curves_of(path)
        assert len(curves) == 3
        for points in curves.values():
            seconds = [float(point["cpu_seconds"]) for point in points]
            assert seconds == sorted(seconds)
            assert seconds[-1] >= 900
            for point in points:
                share = int(point["wins"]) / int(point["of"])
                assert float(point["low"]) <= share <= float(point["high"])


def test_every_curve_is_shown():
    """The page of trainers shows the picture of each file, and no other."""
    page = (DOCS / "use" / "trainers.md").read_text("utf-8")
    shown = re.findall(r"\]\(\.\./curves/(\w+)\.svg\)", page)
    assert sorted(shown) == [path.stem for path in FILES]
    assert FILES


def test_a_picture_follows_from_its_data(draw, tmp_path):
    """Drawing twice gives the same picture, and other data have another digest."""
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    path, rows = tmp_path / "one.csv", FILES[0].read_text("utf-8")
    path.write_text(rows, "utf-8")
    drawn = []
    for name in ("first.svg", "second.svg"):
        draw.draw(path, tmp_path / name)
        drawn.append((tmp_path / name).read_text("utf-8"))
    assert drawn[0] == drawn[1]
    assert draw.digest(path) == draw.digest(FILES[0])
    assert draw.digest(path) in drawn[0]
    path.write_text(rows + rows.splitlines()[-1] + "\n", "utf-8")
    assert draw.digest(path) not in drawn[0]
