"""The table of benchmarks: its lanes, its file, and the comparison with an earlier table."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def lane_table(monkeypatch):
    """Return the module, which lies outside the package."""
    monkeypatch.syspath_prepend(str(FOLDER))
    return __import__("lane_table")


def result(name, rate, limit_rate, target=None):
    """Return a result as a table has it."""
    ratio = rate / limit_rate if limit_rate else None
    return {
        "lane": name, "unit": "steps/s", "rate": rate, "limit": "c" if limit_rate else "",
        "limit_rate": limit_rate, "ratio": ratio, "target": target,
    }  # fmt: skip


def listed_lanes():
    """Return the names of all lanes."""
    command = [sys.executable, str(FOLDER / "run.py"), "--list"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def cells(lines):
    """Return the words of the last line of a table."""
    return lines[-1].split()


def test_each_lane_is_listed_once():
    """Each lane is listed once, by its own name, which --only accepts."""
    names = listed_lanes()
    assert len(names) == len(set(names)) > 25
    for words in ("AEC ludo", "ludo compact, 64 games", "generals planes", "two threads"):
        assert any(words in name for name in names)


def test_the_page_about_speed_shows_lanes_that_exist(lane_table):
    """The page about speed names only lanes that exist; a renamed lane must be measured again."""
    shown = lane_table.read(FOLDER.parent / "docs" / "_data" / "speed.json")
    assert set(shown) <= set(listed_lanes())


def test_a_lane_is_a_rate_its_limit_and_a_target(lane_table):
    """A lane has a rate, a limit and a target; the limit is absent where it cannot be measured."""
    lines = lane_table.lines_of([result("ludo", 9_000, 6_000, 1.25)], {})
    assert cells(lines) == ["ludo", "steps/s", "9,000", "c", "6,000", "1.50", "1.25"]
    lines = lane_table.lines_of([result("greedy", 9_000, None, 7_143.0)], {})
    assert cells(lines) == ["greedy", "steps/s", "9,000", "7,143"]


@pytest.mark.parametrize(
    ("then", "change"),
    [
        (result("ludo", 9_000, 12_000), "2.00"),  # a slower machine: the limits are compared
        ({**result("ludo", 6_000, 12_000), "same_run": True}, "1.50"),
    ],
)
def test_now_and_then(lane_table, then, change):
    """Two runs are compared by their ratios, two checkouts of one run by their rates."""
    lines = lane_table.lines_of([result("ludo", 9_000, 6_000)], {"ludo": then})
    assert cells(lines)[-1] == change


def test_a_lane_that_is_new_has_nothing_to_compare(lane_table):
    """A new lane has empty columns for the comparison."""
    lines = lane_table.lines_of([result("new", 9_000, 6_000)], {"ludo": result("ludo", 1, 1)})
    assert cells(lines)[-1] == "1.50"


def test_what_is_written_is_read(lane_table, tmp_path):
    """A file is read back as it was written, with the machine, which has no name."""
    path = tmp_path / "speed.json"
    lane_table.write(path, [result("ludo", 9_000, 6_000)])
    assert lane_table.read(path) == {"ludo": result("ludo", 9_000, 6_000)}
    machine = json.loads(path.read_text())["machine"]
    assert set(machine) == {"processor", "cores", "system", "python", "numpy", "numba"}


def test_some_lanes_are_written_into_a_file(lane_table, tmp_path):
    """Other lanes of the file are kept, unless they were measured on another machine."""
    path = tmp_path / "speed.json"
    names = ["french", "ludo", "tock"]
    lane_table.write(path, [result("ludo", 9_000, 6_000)])
    lane_table.write(path, [result("french", 2, 2)], names)
    found = lane_table.read(path)
    assert list(found) == ["french", "ludo"]
    assert found["ludo"] == result("ludo", 9_000, 6_000)
    path.write_text(path.read_text().replace('"cores": ', '"cores": 9'))
    lane_table.write(path, [result("tock", 2, 2)], names)
    assert set(lane_table.read(path)) == {"tock"}


def test_another_file_is_refused(lane_table, tmp_path):
    """A file that is not a table is refused in one sentence."""
    path = tmp_path / "other.json"
    path.write_text("{}")
    with pytest.raises(SystemExit, match="is not a table"):
        lane_table.read(path)
