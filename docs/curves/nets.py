"""Draw the learning curves of networks: `python docs/curves/nets.py`, from `nets/*.csv`.

A file contains the curves of `ludo-env train --curve` with several seeds, and a column for the
seed. The picture contains a digest of its data, so that a test can check whether it is up to date.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from draw import digest, rows_of

HERE = Path(__file__).parent / "nets"
COLOURS = ("#1f5fa8", "#c05a00", "#2f855a", "#7b4aa0")
SHARE = 25  # percent of the games among four equal players


def main() -> None:
    """Draw all files in the folder."""
    for path in sorted(HERE.glob("*.csv")):
        draw(path, path.with_suffix(".svg"))


def curves_of(path: Path) -> dict[str, list[dict[str, str]]]:
    """Return the points of each seed."""
    names, *rows = rows_of(path)
    curves: dict[str, list[dict[str, str]]] = {}
    for row in rows:
        point = dict(zip(names, row, strict=True))
        curves.setdefault(point["seed"], []).append(point)
    return curves


def draw(path: Path, picture: Path) -> None:
    """Draw one file: the share of games won over CPU seconds."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    curves = curves_of(path)
    opponent = next(iter(curves.values()))[0]["opponent"]
    style = {"svg.fonttype": "none", "svg.hashsalt": "curve", "font.size": 9}
    with rc_context(style):
        figure = Figure(figsize=(8, 3.4), layout="constrained", facecolor="white")
        axes = figure.subplots()
        for colour, (seed, points) in zip(COLOURS, curves.items(), strict=False):
            _add(axes, colour, f"seed {seed}", points)
        axes.axhline(SHARE, color="#808080", linestyle=":", label="an even share")
        axes.set(xlabel="CPU seconds of training", ylim=(0, 60), xlim=(0, None))
        axes.set_ylabel(f"games won against 3 {opponent}, %")
        axes.grid(color="#e4e4e4")
        axes.legend(loc="lower right")
        figure.suptitle(f"{path.stem}: a net that plays itself. Bars: 95 % intervals.", fontsize=9)
        figure.savefig(
            picture, metadata={"Date": None, "Creator": None, "Description": digest(path)}
        )
    lines = [line.rstrip() for line in picture.read_text("utf-8").splitlines()]
    picture.write_text("\n".join(lines) + "\n", "utf-8")


def _add(axes: Any, colour: str, name: str, points: list[dict[str, str]]) -> None:
    """Add the line of one seed, with a bar for the interval of each point."""
    seconds = [float(point["cpu_seconds"]) for point in points]
    shares, low, high = (
        [100 * float(point[column]) for point in points] for column in ("share", "low", "high")
    )
    bars = [
        [share - below for share, below in zip(shares, low, strict=True)],
        [above - share for share, above in zip(shares, high, strict=True)],
    ]
    axes.errorbar(
        seconds, shares, yerr=bars, color=colour, marker="o", markersize=3,
        linewidth=1, elinewidth=0.6, label=name,
    )  # fmt: skip


if __name__ == "__main__":
    main()
