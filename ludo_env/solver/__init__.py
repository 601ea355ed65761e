"""The exact solver: the win probability of every state of a game for two.

>>> from ludo_env.solver import load, solve
>>> solution = solve("my_game.toml")  # doctest: +SKIP
>>> solution.start  # doctest: +SKIP
0.5015694...
"""

from ludo_env.solver.loading import load
from ludo_env.solver.progress import Progress
from ludo_env.solver.solution import Simulation, Solution
from ludo_env.solver.work import solve

__all__ = ["Progress", "Simulation", "Solution", "load", "solve"]
