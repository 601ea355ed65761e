"""Draw the learning curves in this folder: `python docs/curves/draw.py [FILE.csv ..]`.

Each CSV file of `examples/learning_curve.py` becomes an SVG file of the same name. The picture
contains a digest of its data, so that a test can check whether it is up to date.
"""

from __future__ import annotations

import csv
import hashlib
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
# The ways to choose an action: the label, the colour, and the marker of the points.
WAYS = {"argmax": ("best action", "#1f5fa8", "o"), "sample": ("sampled action", "#c05a00", "s")}
CHANCE = 25  # percent of the games between four equal players
INTERVALS = "Bars: 95 % intervals. A line for each seed."

Point = dict[str, str]


def main(paths: list[str]) -> None:
    """Draw these files, or all in the folder."""
    for path in [Path(path) for path in paths] or sorted(HERE.glob("*.csv")):
        draw(path, path.with_suffix(".svg"))


def digest(path: Path) -> str:
    """Return the digest of a file's rows, which its picture contains."""
    rows = "\n".join(",".join(row) for row in rows_of(path))
    return f"sha256 of the data: {hashlib.sha256(rows.encode()).hexdigest()}"


def rows_of(path: Path) -> list[list[str]]:
    """Return the rows of a file; the first one contains the names of the columns."""
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def curves_of(path: Path) -> dict[tuple[str, str], list[Point]]:
    """Return the points of each way to choose and seed, in the order of the decisions."""
    names, *rows = rows_of(path)
    curves: dict[tuple[str, str], list[Point]] = defaultdict(list)
    for row in rows:
        point = dict(zip(names, row, strict=True))
        curves[point["choose"], point["seed"]].append(point)
    return {
        key: sorted(points, key=lambda point: int(point["decisions"]))
        for key, points in sorted(curves.items())
    }


def draw(path: Path, picture: Path) -> None:
    """Draw one file: the share of games won over CPU seconds, and over decisions."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    style = {"svg.fonttype": "none", "svg.hashsalt": "curve", "font.size": 9}
    with rc_context(style):
        figure = Figure(figsize=(8, 3.4), layout="constrained", facecolor="white")
        left, right = figure.subplots(1, 2, sharey=True)
        for key, points in curves_of(path).items():
            seconds = [float(point["cpu_seconds"]) for point in points]
            _add(left, key, seconds, points)
            _add(right, key, [int(point["decisions"]) / 1e6 for point in points], points)
        for axes, across in ((left, "CPU seconds of training"), (right, "million decisions")):
            axes.axhline(CHANCE, color="#808080", linestyle=":", label="random play")
            axes.set(xlabel=across, ylim=(0, 100), xlim=(0, None))
            axes.grid(color="#e4e4e4")
        left.set_ylabel("games won against 3 random, %")
        handles, labels = left.get_legend_handles_labels()
        shown = dict(zip(labels, handles, strict=True))  # once, not once for each seed
        right.legend(shown.values(), shown.keys(), loc="lower right")
        figure.suptitle(f"{path.stem}: Ludo, four players. {INTERVALS}", fontsize=9)
        figure.savefig(
            picture, metadata={"Date": None, "Creator": None, "Description": digest(path)}
        )
    lines = [line.rstrip() for line in picture.read_text("utf-8").splitlines()]
    picture.write_text("\n".join(lines) + "\n", "utf-8")


def _add(axes: Any, key: tuple[str, str], across: list[float], points: list[Point]) -> None:
    """Add the line of one seed, with a bar for the interval of each point."""
    name, colour, marker = WAYS[key[0]]
    shares = [100 * int(point["wins"]) / int(point["games"]) for point in points]
    below = [share - 100 * float(point["low"]) for share, point in zip(shares, points, strict=True)]
    above = [
        100 * float(point["high"]) - share for share, point in zip(shares, points, strict=True)
    ]
    axes.errorbar(
        across, shares, yerr=[below, above], color=colour, marker=marker, markersize=3,
        linewidth=1, elinewidth=0.6, label=name,
    )  # fmt: skip


if __name__ == "__main__":
    main(sys.argv[1:])
