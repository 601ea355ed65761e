"""The exact solver: the win probability of every state of a game for two.

>>> from ludo_env.solver import load, solve
>>> solution = solve("my_game.toml")  # doctest: +SKIP
>>> solution.start  # doctest: +SKIP
0.5015694...
"""

from ludo_env.solver.loading import load
from ludo_env.solver.progress import Progress
from ludo_env.solver.regret import OptimalAgent, Regret, mean_regret
from ludo_env.solver.solution import Simulation, Solution
from ludo_env.solver.work import solve

__all__ = [
    "OptimalAgent",
    "Progress",
    "Regret",
    "Simulation",
    "Solution",
    "load",
    "mean_regret",
    "solve",
]
