"""A trainer that is not installed is skipped, unless the environment variable `TRAINERS` names it.

`TRAINERS="torchrl tianshou"` makes every skip in `test_torchrl.py` and `test_tianshou.py` a
failure, those of whole files included. `.ci/trainers` sets it for each of its environments, so a
trainer that cannot be imported there is noticed.
"""

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES, PAGE = ROOT / "examples", ROOT / "docs" / "use" / "trainers.md"
NEEDED = os.environ.get("TRAINERS", "").split()


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """Fail for a needed file that skips itself while it is imported."""
    return _failed_if_needed((yield), collector)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Fail for a skipped test of a needed file."""
    return _failed_if_needed((yield), item)


def _failed_if_needed(report, node):
    name = node.path.stem.removeprefix("test_")
    if report.skipped and name in NEEDED:
        report.outcome = "failed"
        report.longrepr = f"TRAINERS names {name}, but it was skipped: {report.longrepr}"
    return report


@pytest.fixture
def run_page(tmp_path):
    """Return a function that runs the code of a section of the page, in a process of its own."""

    def run(section):
        text = PAGE.read_text("utf-8").split(f"\n## {section}\n")[1].split("\n## ")[0]
        lines = [line[4:] for line in text.splitlines() if not line or line.startswith("    ")]
        command = [sys.executable, "-c", "\n".join(lines)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


@pytest.fixture
def run_example(tmp_path):
    """Return a function that runs an example and returns the rows of the curve that it writes."""

    def run(name, *options):
        curve = tmp_path / "curve.csv"
        command = [sys.executable, str(EXAMPLES / f"{name}.py"), "--steps", "2000", "--games", "20"]
        command += ["--curve", str(curve), *options]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        with curve.open(newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    return run


@pytest.fixture
def check_curve(run_example):
    """Return a function that runs an example and checks its curve: one match of each kind."""

    def check(name, *options, trainer):
        rows = run_example(name, *options)
        assert [row["choose"] for row in rows] == ["argmax", "sample"]
        for row in rows:
            assert (row["trainer"], row["seed"], row["games"]) == (trainer, "1", "20")
            assert 2000 <= int(row["decisions"]) < 2600
            assert 0 <= float(row["low"]) <= int(row["wins"]) / 20 <= float(row["high"]) <= 1

    return check
