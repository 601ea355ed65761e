"""The mean exact regret of agents on a solved game: the average loss of their decisions.

    ludo-env solve --game ur_blitz --out ur_blitz.solution
    python examples/solved/regret.py ur_blitz.solution --agents random,greedy --games 2000

The decisions are from games of an agent against itself, without forced moves. Agents are named as
on the command line (`net`, `lookahead:depth=2`, `my_agent.py:Hunter`).
"""

import argparse
import time
from pathlib import Path

from ludo_env.agents import split_agents
from ludo_env.solver import load, mean_regret


def main():
    """Print a row for each agent, the best first."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path, help="the file of `ludo-env solve --out`")
    parser.add_argument("--agents", default="random,greedy")
    parser.add_argument("--games", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--backend", default="auto", help="auto, numba or python")
    chosen = parser.parse_args()
    solution = load(chosen.file, backend=chosen.backend)
    found = []
    for agent in split_agents(chosen.agents):
        began = time.process_time()
        regret = mean_regret(solution, agent, chosen.games, chosen.seed)
        found.append((regret.mean, agent, regret, time.process_time() - began))
    print(f"{solution.spec.name}: regret in points of win probability for each decision")
    print("| agent | mean regret | +- | mistakes | decisions | games | CPU s |")
    print("|---|---|---|---|---|---|---|")
    for mean, agent, regret, seconds in sorted(found, key=lambda row: row[:2]):
        print(
            f"| `{agent}` | {100 * mean:.3f} | {196 * regret.error:.3f} | "
            f"{100 * regret.mistakes:.1f} % | {regret.decisions:,} | {regret.games:,} | "
            f"{seconds:.1f} |"
        )


if __name__ == "__main__":
    main()
