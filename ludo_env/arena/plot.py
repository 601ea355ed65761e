"""Plots of a result: shares and strengths of the agents, pairs and seats, with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludo_env._engine.errors import LudoError, cut_path
from ludo_env._engine.plurals import counted

if TYPE_CHECKING:
    from ludo_env.arena.result import Result, Share, Standing

# Readable in print and with red-green colour blindness.
_PAPER, _INK, _GRID = "#fdfbf6", "#2b2a33", "#e4dfd3"
_POINT, _LINE = "#1f5a96", "#9dbddd"
_WORSE_TO_BETTER = ("#b4560f", "#f0c48f", "#f6f2e8", "#a9c6e2", "#1f5a96")
_EVEN = {"color": "#8a8577", "linestyle": ":", "linewidth": 1.2}  # the share of equal agents
_CAPTION = (
    "lines and a..b: 95 % intervals;  dotted: everybody equal;  "
    "n: games in which one of the two did better"
)
_NAME = 16  # letters of a name
_DETAILED = 5  # up to this many agents, pairs have room for intervals


def check_plot(path: Path) -> None:
    """Refuse a plot that could not be drawn, before any game is played."""
    figure = _figure_class()()
    known = figure.canvas.get_supported_filetypes()
    if path.suffix[1:] not in known:
        raise LudoError(
            f"{cut_path(path)} cannot be drawn: it does not end in one of {', '.join(known)}."
        )
    if not path.parent.is_dir():
        raise LudoError(f"{cut_path(path)} cannot be drawn: its folder does not exist.")


def draw(result: Result, path: Path) -> None:
    """Write the plot in the format of the file's ending, 800 pixels wide."""
    agents = [result.agents[number] for number in result.order]
    # A separate figure, not pyplot's: no window, and no state shared with other plots.
    rows = (1.5 + 0.32 * len(agents), 1.6 + 0.5 * max(len(agents), len(result.seats) / 2))
    figure = _figure_class()(figsize=(8, sum(rows)), dpi=100, layout="constrained")
    panels = figure.subplots(2, 2, height_ratios=rows, width_ratios=(1.15, 1))
    figure.set_facecolor(_PAPER)
    names = [agent.name for agent in agents]
    shares = [agent.total for agent in agents]
    _draw_shares(panels[0][0], "share of games won", names, shares)
    panels[0][0].axvline(sum(share.wins for share in shares) / (_games(shares) or 1), **_EVEN)
    _draw_levels(panels[0][1], agents)
    _draw_pairs(panels[1][0], result)
    _draw_shares(panels[1][1], "share of games won by seat", _seats(result), result.seats)
    won = sum(share.wins for share in result.seats)
    panels[1][1].axvline(won / (_games(result.seats) or 1), **_EVEN)
    figure.suptitle(
        f"{result.game}, {counted(result.games, 'game')}, seed {result.seed}",
        color=_INK,
        fontsize=13,
    )
    figure.supxlabel(_CAPTION, color=_INK, fontsize=9)
    figure.get_layout_engine().set(h_pad=0.1, w_pad=0.08)
    try:
        figure.savefig(path, facecolor=_PAPER)
    except (OSError, ValueError) as error:
        raise LudoError(f"{path} cannot be drawn: {error}.") from error


def _draw_shares(panel: Any, title: str, names: Sequence[str], shares: Sequence[Share]) -> None:
    """Draw shares of games with their intervals."""
    rows = [(share.share, *share.interval) for share in shares]
    _draw_intervals(panel, title, names, rows, "{:.1%}")
    panel.xaxis.set_major_formatter(lambda at, _: f"{at:.0%}")
    panel.locator_params(axis="x", nbins=6, steps=[1, 2, 5, 10])


def _draw_levels(panel: Any, agents: Sequence[Standing]) -> None:
    """Draw strengths with their intervals; ratings if there are no strengths."""
    strengths = [(agent.name, agent.strength) for agent in agents if agent.strength is not None]
    if strengths:
        rows = [(found.points, found.low, found.high) for _, found in strengths]
        names = [name for name, _ in strengths]
        _draw_intervals(panel, "strength in points", names, rows, "{:+.0f}")
        return
    rated = [agent for agent in agents if agent.rating is not None]
    if not rated:
        panel.set_axis_off()
        return
    rows = [(agent.rating or 0.0, *agent.rating_interval) for agent in rated]
    _draw_intervals(panel, "rating", [agent.name for agent in rated], rows, "{:.1f}")


def _draw_intervals(
    panel: Any,
    title: str,
    names: Sequence[str],
    rows: Sequence[tuple[float, float, float]],
    number: str,
) -> None:
    """Draw numbers as points from the first row down, with their intervals and their text."""
    for at, (middle, low, high) in enumerate(rows):
        panel.plot([low, high], [at, at], color=_LINE, linewidth=3, solid_capstyle="round")
        panel.plot([middle], [at], "o", color=_POINT, markersize=7)
        text = number.format(middle)
        panel.annotate(
            text, (middle, at), (0, 6), textcoords="offset points", ha="center", fontsize=9,
            color=_INK,
        )  # fmt: skip
    panel.set_yticks(range(len(names)), [_short(name) for name in names])
    panel.set_ylim(len(names) - 0.5, -0.7)
    panel.grid(axis="x", color=_GRID)
    _dress(panel, title)


def _draw_pairs(panel: Any, result: Result) -> None:
    """Draw the share of games in which the row's agent did better than the column's."""
    from matplotlib.colors import LinearSegmentedColormap

    order = result.order
    met = [[result.met(one, other) for other in order] for one in order]
    numbers = [[share.share if share.games else float("nan") for share in row] for row in met]
    colours = LinearSegmentedColormap.from_list("better", _WORSE_TO_BETTER)
    panel.imshow(numbers, vmin=0, vmax=1, cmap=colours, aspect="auto")
    for (row, line), column in product(enumerate(met), range(len(order))):
        if line[column].games:
            panel.text(
                column, row, _cell(line[column], len(order)), ha="center", va="center",
                color=_INK if 0.12 < line[column].share < 0.88 else _PAPER,
                fontsize=9 if len(order) <= _DETAILED else 8,
            )  # fmt: skip
    names = [_short(result.agents[number].name) for number in order]
    slanted = {"rotation": 30, "ha": "right"} if len(order) > 3 else {}
    panel.set_xticks(range(len(order)), names, **slanted)
    panel.set_yticks(range(len(order)), names)
    _dress(panel, "row did better than column")


def _cell(share: Share, agents: int) -> str:
    """Return a share; with the number of games and the interval if there is room."""
    if agents > 2 * _DETAILED:
        return f"{share.share:.0%}"
    if agents > _DETAILED:
        return f"{share.share:.0%}\nn={share.games}"
    low, high = share.interval
    return f"{share.share:.1%}\n{100 * low:.0f}..{100 * high:.0f}\nn={share.games}"


def _dress(panel: Any, title: str) -> None:
    panel.set_title(title, loc="left", fontsize=10, color=_INK)
    panel.set_facecolor(_PAPER)
    panel.tick_params(labelsize=9, colors=_INK, length=0)
    for side in panel.spines.values():
        side.set_visible(False)
    panel.set_axisbelow(True)


def _seats(result: Result) -> list[str]:
    return [f"seat {seat}" for seat in range(len(result.seats))]


def _games(shares: Sequence[Share]) -> int:
    return sum(share.games for share in shares)


def _short(name: str) -> str:
    """Return a name, shortened to leave room for the plot."""
    return name if len(name) <= _NAME else f"{name[: _NAME - 2]}.."


def _figure_class() -> Any:
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise LudoError(
            "A plot needs matplotlib, which cannot be imported here; "
            '`pip install "ludo_env[arena]"`.'
        ) from error
    return Figure
