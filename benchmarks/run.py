"""All lanes in one table: `python benchmarks/run.py`, or with --quick for a rough result.

--beside FOLDER measures another checkout in the same run: turns alternate between the two.
"""

from __future__ import annotations

import argparse
import contextlib
from pathlib import Path
from typing import Any

from lane_table import lane_result, lines_of, read, write
from lanes import Lane, all_lanes
from measuring import Checkout, measured
from start_table import show_starts

_HERE = Path(__file__).parents[1]


def main() -> None:
    """Measure the lanes and print the table."""
    parser = argparse.ArgumentParser(description="Benchmarks of ludo_env, as ratios.")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter turns")
    parser.add_argument("--starts", action="store_true", help="the start of a process instead")
    parser.add_argument(
        "--only", nargs="+", metavar="WORD", help="lanes with one of these words in their names"
    )
    parser.add_argument("--list", action="store_true", help="print the names of the lanes")
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="write the results; with --only, into the file"
    )
    earlier = parser.add_mutually_exclusive_group()
    earlier.add_argument("--against", type=Path, metavar="FILE", help="compare with such a file")
    earlier.add_argument(
        "--beside", type=Path, metavar="FOLDER", help="measure this checkout in the same run"
    )
    chosen = parser.parse_args()
    if chosen.starts:
        show_starts(imports=5)
        return
    lanes = [
        lane
        for lane in all_lanes()
        if chosen.only is None or any(word in lane.name for word in chosen.only)
    ]
    if chosen.list:
        print("\n".join(lane.name for lane in lanes))
        return
    before = read(chosen.against) if chosen.against else {}
    # Many short turns, so that on a busy machine every contestant gets a quiet moment.
    rounds, seconds = (5, 0.05) if chosen.quick else (30, 0.1)
    results = _results(lanes, chosen.beside, rounds, seconds, before)
    print("Rates depend on the machine and on what else it does; only the ratios mean something.")
    print("\n".join(lines_of(results, before)))
    if chosen.json:
        write(chosen.json, results, [lane.name for lane in all_lanes()] if chosen.only else ())


def _results(
    lanes: list[Lane], beside: Path | None, rounds: int, seconds: float, before: dict[str, Any]
) -> list[dict[str, Any]]:
    """Measure the lanes; write the results of the other checkout into `before`."""
    results = []
    with contextlib.ExitStack() as open_processes:
        paths = [_HERE] if beside is None else [_HERE, beside.resolve()]
        checkouts = [open_processes.enter_context(Checkout(path)) for path in paths]
        for lane in lanes:
            rates = measured(checkouts, lane.name, rounds, seconds)
            results.append(lane_result(lane, rates[0]))
            if beside is not None:
                before[lane.name] = {**lane_result(lane, rates[1]), "same_run": True}
    return results


if __name__ == "__main__":
    main()
