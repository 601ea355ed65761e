"""Rank agents by alpha-rank: a tournament here, its payoffs to OpenSpiel.

pip install ludo_env open_spiel networkx matplotlib
python examples/alpha_rank.py --agents greedy,heuristic,random,lookahead --games 600

Alpha-rank models a population in which one agent sometimes replaces another, more often if it wins
more often against it. The rank of an agent is the share of time in which the population plays it.
Beating weak agents often does not raise it, and agents that beat each other in a cycle share it.
With a large --alpha, the best agent or the cycle of the best has all of it.
"""

import argparse
import json

from open_spiel.python.egt import alpharank

from ludo_env import ludo_v0
from ludo_env.agents import split_agents
from ludo_env.arena import tournament


def main(arguments=None):
    """Play the tournament, and print the table and the ranks."""
    parser = argparse.ArgumentParser(description="Rank agents of Ludo by alpha-rank.")
    parser.add_argument("--agents", default="greedy,heuristic,random")
    parser.add_argument("--players", type=int, default=2, help="at a table")
    parser.add_argument("--games", type=int, default=300, help="in all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--alpha", type=float, default=0.02, help="how strongly wins are preferred")
    parser.add_argument("--json", action="store_true", help="print the ranks alone")
    options = parser.parse_args(arguments)
    spec = ludo_v0.spec(num_players=options.players)
    result = tournament(split_agents(options.agents), spec, options.games, seed=options.seed)
    # A list with one table means a symmetric game.
    *_, masses, _, _ = alpharank.compute([result.payoff()], alpha=options.alpha)
    names = [agent.name for agent in result.agents]
    ranks = {name: float(mass) for name, mass in zip(names, masses, strict=True)}
    if options.json:
        print(json.dumps(ranks))
        return
    print(result)
    print()
    for name in sorted(names, key=ranks.get, reverse=True):
        print(f"{name:20} {ranks[name]:6.1%}")


if __name__ == "__main__":
    main()
