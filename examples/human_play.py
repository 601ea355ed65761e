"""A person against three agents in a window.

    python examples/human_play.py french

The game is a name in the library or a game's file; F1 lists the keys.
"""

import sys

from ludo_env import load_game
from ludo_env.play import Setup, Table, play_in_window

game = sys.argv[1] if len(sys.argv) > 1 else "ludo"
spec = load_game(game)
opponents = ["heuristic", "greedy", "random"]
seats = ["human", *opponents][: spec.players]
table = Table(spec, seats, seed=5)
play_in_window(table, Setup(theme="day", speed="normal"))
print(table.result() if table.over else f"Left after {table.moves} moves.")
