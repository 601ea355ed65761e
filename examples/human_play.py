"""A person against three agents in a window.

    python examples/human_play.py french

The game is any that comes along, or a game's file; F1 tells what keys there are.
"""

import sys

from ludo_env.loose.presets import spec_of
from ludo_env.play.menu import Setup
from ludo_env.play.start import play_in_window
from ludo_env.play.table import Table

game = sys.argv[1] if len(sys.argv) > 1 else "ludo"
spec = spec_of(game)
opponents = ["heuristic", "greedy", "random"]
seats = ["human", *opponents][: spec.players]
table = Table(spec, seats, seed=5)
play_in_window(table, Setup(theme="day", speed="normal"))
print(table.result() if table.over else f"Left after {table.moves} moves.")
