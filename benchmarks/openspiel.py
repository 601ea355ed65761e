"""Games in OpenSpiel through the adapter, and OpenSpiel's own: `python benchmarks/openspiel.py`.

All play uniformly random games state by state from Python, taking turns in one run, and count
states including chance nodes. Then `MCTSBot` decides with OpenSpiel's playouts and the library's.
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from random import choice
from typing import Any

import numpy as np
import open_spiel.python.games  # noqa: F401  (registers its games in Python)
import pyspiel
from open_spiel.python.algorithms import mcts

from ludo_env.adapters.openspiel import RolloutEvaluator
from ludo_env.testing.rates import best_rates

GAMES = (
    "ludo_env_ludo(num_players=2)",
    "ludo_env_ludo(num_players=4)",
    "ludo_env_generals",
    "ludo_env_backgammon",
    "backgammon",
    "python_tic_tac_toe",
    "python_block_dominoes",
)
MIDDLE = "p0=20,5,y,y p1=30,7,y,y turn=0 dice=4"


def main() -> None:
    """Measure, and print two tables."""
    parser = argparse.ArgumentParser(description="States of OpenSpiel per second.")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds")
    quick = parser.parse_args().quick
    rounds, seconds = (5, 0.2) if quick else (20, 0.5)
    games = {name: pyspiel.load_game(name) for name in GAMES}
    plays = {name: partial(states, game) for name, game in games.items()}
    show("states/s", best_rates(plays, rounds, seconds, time.process_time), "python_tic_tac_toe")
    copies = {name: partial(clones, game) for name, game in games.items()}
    show("clones/s", best_rates(copies, rounds, seconds, time.process_time), "python_tic_tac_toe")
    evaluators = (mcts.RandomRolloutEvaluator, RolloutEvaluator)
    searches = {
        f"MCTSBot, {make.__name__}": partial(searched, games[GAMES[0]], make) for make in evaluators
    }
    rates = best_rates(searches, min(rounds, 5), seconds, time.process_time)
    show("simulations/s", rates, next(iter(rates)))


def states(game: Any, count: int) -> int:
    """Play random games; return the number of states passed."""
    left = 0
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            left += 1
            if state.is_chance_node():
                state.apply_action(choice(state.chance_outcomes())[0])
            else:
                state.apply_action(choice(state.legal_actions()))
    return left


def clones(game: Any, count: int) -> int:
    """Clone the initial state."""
    state = game.new_initial_state()
    for _ in range(count):
        state.clone()
    return count


def searched(game: Any, make: Any, count: int) -> int:
    """Let OpenSpiel's search decide one position with this many simulations."""
    random = np.random.RandomState(0)
    bot = mcts.MCTSBot(game, 1.0, 10 * count, make(1, random), random_state=random)
    bot.step(game.new_initial_state(MIDDLE))
    return 10 * count


def show(unit: str, rates: dict[str, float], base: str) -> None:
    """Print rates, and their ratios to one of them."""
    print(f"{'':44} {unit:>14}  ratio to {base}")
    for name, rate in rates.items():
        print(f"{name:44} {rate:14,.0f}  {rate / rates[base]:8.2f}")


if __name__ == "__main__":
    main()
