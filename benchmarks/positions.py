"""Make a set of positions for `ludo-env quiz`, with every action valued by playouts.

    python benchmarks/positions.py --count 1000 --by greedy --within 0.2 --out ludo.jsonl

The file is saved after every position, and the same command continues it. With --parquet the whole
set is also written as Parquet.
"""

import argparse
import sys
import time
from pathlib import Path

from ludo_env.quiz import make_positions, save_positions


def main(arguments=None):
    """Make the set, printing a line for each position."""
    parser = argparse.ArgumentParser(description="Make positions with known answers.")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--game", default="ludo", help="a name or a file")
    parser.add_argument("--agents", default="greedy", help="who plays: one for all, or one a seat")
    parser.add_argument("--by", default="greedy", help="who plays everybody in the playouts")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--within", type=float, default=0.2, help="points of 100, at 95 %%")
    parser.add_argument("--most", type=int, default=1_000_000, help="playouts of an action")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--keep-luck", action="store_true", help="more playouts, each quicker")
    parser.add_argument("--out", type=Path, required=True, help="JSON lines")
    parser.add_argument("--parquet", type=Path, help="write the set as Parquet, too")
    options = parser.parse_args(arguments)
    start = time.perf_counter()

    def tell(done, of):
        print(f"{done} of {of}, {time.perf_counter() - start:.0f} s", file=sys.stderr)

    found = make_positions(
        options.count, options.game, options.agents, options.by, options.seed, options.within,
        options.most, options.out, luck=not options.keep_luck, jobs=options.jobs,
        progress=tell,
    )  # fmt: skip
    if options.parquet is not None:
        save_positions(found, options.parquet)
    errors = [error for one in found for error in one.errors]
    playouts = sum(sum(one.playouts) for one in found)
    known = sum(100 * error <= options.within for error in errors)
    print(f"{len(found)} positions, {len(errors)} actions, {known} within {options.within} points")
    print(f"{playouts} playouts, {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
