"""Tables of start-up times: imports, and the first step of each game."""

from __future__ import annotations

from starts import first_steps, import_times
from text_table import table_lines

_GAMES = {
    "ludo_v0": "ludo_v0.env()",
    "strict_ludo_v0": "strict_ludo_v0.env()",
    "french_ludo_v0": "french_ludo_v0.env()",
    "generals_v0": "generals_v0.env()",
    "backgammon": 'loose_ludo_v0.env("backgammon")',
}


def show_starts(imports: int) -> None:
    """Measure and print the start-up times, with the best of this many imports."""
    modules = import_times(("pettingzoo", "ludo_env"), imports)
    rows = [
        (f"import {name}", f"{seconds:.2f} s", f"{seconds / modules['pettingzoo']:.1f}x")
        for name, seconds in modules.items()
    ]
    print("\n".join(["", *table_lines(("start of a process", "", "of pettingzoo"), rows)]))
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
    print("\n".join(["", *table_lines(heads, steps)]))
