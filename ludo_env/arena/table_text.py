"""A result as tables: plain text, `rich` for a terminal, rows for a CSV file."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from ludo_env._engine.plurals import counted
from ludo_env.agents.rating import INTERVAL

if TYPE_CHECKING:
    from ludo_env.arena.adjusted import Adjusted
    from ludo_env.arena.result import Result, Share, Standing


_NAME = 14  # the least number of letters of a name in a line
_GAP = 2  # columns between two numbers


class Sheet(NamedTuple):
    """A table: its title, the column headings, and its lines."""

    title: str
    head: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    names: int = 1  # columns of names, which are aligned left; numbers are aligned right


def summary(result: Result) -> str:
    """Return the run in one line."""
    text = f"{result.game}: {counted(result.games, 'game')}, seed {result.seed}, "
    text += f"{result.seats_rule} seats, {result.mean_length:.1f} decisions a game, "
    text += f"{result.draws} drawn"
    if result.played:
        text += f"; {result.played} played in {result.elapsed:.1f} s, "
        text += f"{result.decisions_per_second:,.0f} decisions/s"
    return text


def sheets(result: Result) -> list[Sheet]:
    """Return the tables: agents from the best, strengths, seats and pairwise results."""
    order = result.order
    agents = [result.agents[number] for number in order]
    shares = Sheet(
        "agents",
        ("agent", "games", "wins", "draws", "share", INTERVAL),
        tuple(
            (agent.name, str(agent.games), str(agent.wins), str(agent.draws), *_shown(agent.total))
            for agent in agents
        ),
    )
    rated = any(agent.rating is not None for agent in agents)
    head = ("agent", "strength", INTERVAL, *(("rating", INTERVAL) if rated else ()), "ms/decision")
    strengths = Sheet("strength", head, tuple(_strength(agent, rated) for agent in agents))
    taken_out = [_luck_sheet(result, agents)] if result.luck else []
    seats = Sheet(
        "seats",
        ("seat", "games", "wins", "share", INTERVAL),
        tuple(
            (str(seat), str(share.games), str(share.wins), *_shown(share))
            for seat, share in enumerate(result.seats)
        ),
    )
    against = Sheet(
        "pairs",
        ("agent", "did better than", "games", "share", INTERVAL),
        tuple(
            (result.agents[one].name, result.agents[other].name, str(met.games), *_shown(met))
            for one, other in combinations(order, 2)
            for met in [result.met(one, other)]
        ),
        names=2,
    )
    return [shares, strengths, *taken_out, seats, against]


def plain(result: Result) -> str:
    """Return the tables as text, columns side by side."""
    parts = [summary(result)]
    parts += map(text_of, sheets(result))
    return "\n\n".join(parts)


def show(result: Result, coloured: bool = True) -> None:
    """Print the tables: with `rich` on a terminal that has it, else as plain text."""
    try:
        from rich.box import SIMPLE_HEAD
        from rich.console import Console
        from rich.table import Table
    except ImportError:
        print(plain(result))
        return
    # Without a colour system rich prints no escape sequences.
    console = Console(color_system="auto" if coloured else None)
    if not console.is_terminal:
        print(plain(result))
        return
    console.print(summary(result), highlight=False)
    for sheet in sheets(result):
        widths = _widths(sheet)
        names = [min(width, _NAME) for width in widths[: sheet.names]]
        numbers = widths[sheet.names :]
        if sum(names) + sum(numbers) + _GAP * (len(widths) - 1) > console.width:
            print(f"\n{text_of(sheet)}")
            continue
        table = Table(
            title=sheet.title, title_justify="left", box=SIMPLE_HEAD, show_edge=False,
            padding=(0, 0, 0, _GAP - 1),
        )  # fmt: skip
        # Only names, which can be long, are wrapped.
        for word, name in zip(sheet.head, names, strict=False):
            table.add_column(word, overflow="fold", min_width=name)
        for word in sheet.head[sheet.names :]:
            table.add_column(word, justify="right", no_wrap=True)
        for line in sheet.lines:
            table.add_row(*line)
        console.print()
        console.print(table)


def csv_rows(result: Result) -> list[list[Any]]:
    """Return a heading, and a line for each agent in the order of the plan."""
    names = ["agent", "games", "wins", "draws", "share", "low", "high", "rating", "deviation"]
    strength = ("strength", "strength_low", "strength_high")
    seats = range(len(result.seats))
    by_seat = [f"{what}_seat_{seat}" for seat in seats for what in ("games", "wins")]
    luck = ("adjusted", "adjusted_low", "adjusted_high", "variance_ratio") if result.luck else ()
    rows: list[list[Any]] = [[*names, "decisions", "seconds", *by_seat, *strength, *luck]]
    for agent in result.agents:
        ends = [round(end, 6) for end in (agent.total.share, *agent.total.interval)]
        rating = ["" if number is None else number for number in (agent.rating, agent.deviation)]
        row = [agent.name, agent.games, agent.wins, agent.draws, *ends, *rating]
        row += [agent.decisions, agent.seconds]
        row += [number for share in agent.seats for number in (share.games, share.wins)]
        level = agent.strength
        row += [""] * 3 if level is None else [level.points, level.low, level.high]
        if result.luck:
            found = agent.adjusted
            known = (
                (None,) * 4 if found is None else (found.share, found.low, found.high, found.ratio)
            )
            row += ["" if number is None else number for number in known]
        rows.append(row)
    return rows


def _strength(agent: Standing, rated: bool) -> tuple[str, ...]:
    """Return the strength, the rating if there is one, and the time per decision."""
    each = 1000 * agent.seconds / agent.decisions if agent.decisions else 0.0
    found = agent.strength
    row: tuple[str, ...] = ("-", "-")
    if found is not None:
        row = (f"{found.points:+.0f}", f"{found.low:+.0f}..{found.high:+.0f}")
    if rated and agent.rating is not None:
        low, high = agent.rating_interval
        row = (*row, f"{agent.rating:.1f}", f"{low:.1f}..{high:.1f}")
    elif rated:
        row = (*row, "-", "-")
    return (agent.name, *row, f"{each:.3f}")


def _luck_sheet(result: Result, agents: Sequence[Standing]) -> Sheet:
    """Return the table of plain shares and of shares adjusted for luck."""
    head = ("agent", "share", INTERVAL, "adjusted", INTERVAL, "variance")
    lines = tuple(
        (agent.name, *_shown(agent.total), *_adjusted(agent.adjusted)) for agent in agents
    )
    return Sheet(f"luck taken out, by {result.luck}", head, lines)


def _adjusted(found: Adjusted | None) -> tuple[str, str, str]:
    if found is None:
        return "-", "-", "-"
    interval = "-" if found.low is None else f"{found.low:.3f}..{found.high:.3f}"
    ratio = "-" if found.ratio is None else f"/ {found.ratio:.2f}"
    return f"{found.share:.3f}", interval, ratio


def _shown(share: Share) -> tuple[str, str]:
    """Return a share and its interval; dashes without games."""
    if not share.games:
        return "-", "-"
    low, high = share.interval
    return f"{share.share:.3f}", f"{low:.3f}..{high:.3f}"


def text_of(sheet: Sheet) -> str:
    """Return a table as text, its columns side by side."""
    widths = _widths(sheet)
    return "\n".join(_line(row, widths, sheet.names) for row in (sheet.head, *sheet.lines))


def _widths(sheet: Sheet) -> list[int]:
    """Return the width of each column."""
    return [max(map(len, column)) for column in zip(sheet.head, *sheet.lines, strict=True)]


def _line(row: Sequence[str], widths: Sequence[int], names: int) -> str:
    """Return a line, with names aligned left and numbers right."""
    cells = [
        cell.ljust(width) if at < names else cell.rjust(width)
        for at, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]
    return "  ".join(cells).rstrip()
