"""All benchmarks in one command: `python benchmarks/run.py`, or with --quick for a first look."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from batches import size_rates
from games import C_LOOP, KERNEL, game_rates
from generals import C_LOOP as GENERALS_BY_HAND
from generals import generals_rates
from starts import first_steps, import_times
from steps import step_rates

from ludo_env._cli.bench import AEC, Rates
from ludo_env._cli.bench import C_LOOP as BATCH_BY_HAND

_YARDSTICK = "connect_four_v3"
_GAMES = {
    "ludo_v0": "ludo_v0.env()",
    "strict_ludo_v0": "strict_ludo_v0.env()",
    "french_ludo_v0": "french_ludo_v0.env()",
    "generals_v0": "generals_v0.env()",
    "backgammon": 'loose_ludo_v0.env("backgammon")',
}


def main() -> None:
    """Measure everything and print the tables."""
    parser = argparse.ArgumentParser(description="Benchmarks of ludo_env, as ratios.")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds")
    parser.add_argument("--starts", action="store_true", help="only the start of a process")
    chosen = parser.parse_args()
    quick = chosen.quick
    if chosen.starts:
        _show_starts(imports=5)
        return
    # Many short turns, so that every contestant gets a quiet moment of a busy machine.
    rounds, seconds = (10, 0.05) if quick else (50, 0.1)
    print("Rates depend on the machine and on what else it does; only the ratios mean something.")
    _show_steps(step_rates(rounds, seconds))
    _show_games(game_rates(rounds, seconds, games=200 if quick else 2000))
    _show_batches(size_rates(rounds // 5, seconds))
    _show_generals(generals_rates(rounds // 5, seconds))
    _show_starts(imports=5)


def _show_steps(rates: dict[str, float]) -> None:
    rows = []
    for name, rate in rates.items():
        empty = rates.get(f"{name}, empty")
        share = f"{rate / empty:.0%}" if empty else ""
        rows.append((name, f"{rate:,.0f}", f"{rate / rates[_YARDSTICK]:.1f}x", share))
    _print_table(("AEC loop", "steps/s", f"of {_YARDSTICK}", "of empty"), rows)


def _show_games(pairs: dict[str, dict[str, float]]) -> None:
    rows = []
    for game, rates in pairs.items():
        hand = rates.get(C_LOOP)
        for name, rate in rates.items():
            share = f"{rate / hand:.2f}x" if hand else ""
            rows.append((f"{game} {name}", f"{rate:,.0f}", share))
    _print_table(("whole random games, one core", "decisions/s", f"of {C_LOOP}"), rows)
    if all(C_LOOP in rates for rates in pairs.values()):
        print(f"Of each game, {KERNEL} and {C_LOOP} played the very same games.")


def _show_batches(rates: Rates) -> None:
    hand = rates.get(BATCH_BY_HAND)
    rows = [
        (name, f"{rate:,.0f}", f"{rate / rates[AEC]:.1f}x", f"{rate / hand:.2f}x" if hand else "")
        for name, rate in rates.items()
    ]
    _print_table(("ludo in batches, one core", "steps/s", "of the AEC loop", "of C by hand"), rows)


def _show_generals(styles: dict[str, dict[str, float]]) -> None:
    rows = []
    for style, rates in styles.items():
        hand = rates.get(GENERALS_BY_HAND)
        for name, rate in rates.items():
            rows.append((f"{style}, {name}", f"{rate:,.0f}", f"{rate / hand:.2f}x" if hand else ""))
    _print_table(("4,096 games of generals, one core", "steps/s", "of C by hand"), rows)


def _show_starts(imports: int) -> None:
    modules = import_times(("pettingzoo", "ludo_env"), imports)
    rows = [
        (f"import {name}", f"{seconds:.2f} s", f"{seconds / modules['pettingzoo']:.1f}x")
        for name, seconds in modules.items()
    ]
    _print_table(("start of a process", "", "of pettingzoo"), rows)
    steps = []
    for game, maker in _GAMES.items():
        starts = first_steps(maker)
        files = f"{starts.files_cold}, {starts.files_warm}"
        numbers = (*starts.cold[1:], starts.cold.process, starts.warm.process)
        steps.append((game, *(f"{number:.2f} s" for number in numbers), files))
    heads = (
        *("nothing compiled yet", "first step after import", "compiled after", "longest step"),
        *("first step of a process", "compiled before", "files in cache"),
    )
    _print_table(heads, steps)


def _print_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table of words: the first column to the left, the others to the right."""
    lines = [heads, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    print()
    for line in lines:
        cells = [line[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)]
        print("  ".join(cells).rstrip())
        if line is heads:
            print("  ".join("-" * width for width in widths))


if __name__ == "__main__":
    main()
