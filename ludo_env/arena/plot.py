"""Plots of a result: pairwise comparison and the strength of each agent."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludo_env._engine.errors import LudoError, cut_path

if TYPE_CHECKING:
    from ludo_env.arena.result import Result

# Half the width of the 95 % interval of a normal distribution, in deviations.
_DEVIATIONS = 1.96


def check_plot(path: Path) -> None:
    """Refuse, before anything is played, a plot that could not be drawn afterwards."""
    figure = _figure_class()()
    known = figure.canvas.get_supported_filetypes()
    if path.suffix[1:] not in known:
        raise LudoError(
            f"{cut_path(path)} cannot be drawn: it does not end in one of {', '.join(known)}."
        )
    if not path.parent.is_dir():
        raise LudoError(f"{cut_path(path)} cannot be drawn: its folder does not exist.")


def draw(result: Result, path: Path) -> None:
    """Write the plot in the format of the file's ending."""
    figure_class = _figure_class()
    names = [agent.name for agent in result.agents]
    places = range(len(names))
    # A separate figure, not pyplot's: no window, and no state shared with other plots.
    figure = figure_class(figsize=(11, 1.6 + 0.7 * len(names)), layout="constrained")
    left, right = figure.subplots(1, 2)
    shares = [[result.beat_share(one, other) for other in places] for one in places]
    numbers = [[float("nan") if share is None else share for share in row] for row in shares]
    left.imshow(numbers, vmin=0, vmax=1, cmap="RdYlGn")
    for one in places:
        for other in places:
            share = shares[one][other]
            if one != other and share is not None:
                left.text(other, one, f"{share:.2f}", ha="center", va="center")
    left.set_xticks(places, names, rotation=30, ha="right")
    left.set_yticks(places, names)
    left.set_title("did better than")
    rated = all(agent.rating is not None for agent in result.agents)
    if rated:
        middles = [agent.rating or 0.0 for agent in result.agents]
        below = above = [_DEVIATIONS * (agent.deviation or 0.0) for agent in result.agents]
    else:
        middles = [agent.total.share for agent in result.agents]
        ends = [agent.total.interval for agent in result.agents]
        below = [middle - low for middle, (low, _) in zip(middles, ends, strict=True)]
        above = [high - middle for middle, (_, high) in zip(middles, ends, strict=True)]
    right.errorbar(middles, places, xerr=[below, above], fmt="o", capsize=4)
    right.set_yticks(places, names)
    right.invert_yaxis()
    right.set_title(f"{'rating' if rated else 'share of games won'}, 95 %")
    figure.suptitle(f"{result.game}, {result.games} games, seed {result.seed}")
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise LudoError(f"{path} cannot be drawn: {error}.") from error


def _figure_class() -> Any:
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise LudoError(
            "A plot needs matplotlib, which cannot be imported here; "
            '`pip install "ludo_env[arena]"`.'
        ) from error
    return Figure
