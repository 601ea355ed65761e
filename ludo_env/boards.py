"""Boards of races, to make a spec of your own in Python: crosses, rings, and graphs of any tiles.

>>> from ludo_env import Spec, rules
>>> from ludo_env.boards import cross
>>> from ludo_env.families import TRACK
>>> moves = (rules.dice(), rules.leave_yard(), rules.exact_finish(), rules.capture_lone())
>>> Spec("small", TRACK, cross(seats=(0, 2)), (*moves, rules.all_home_wins())).check().players
2
"""

from ludo_env._families.track.board import cross, ring
from ludo_env._families.track.graph.board import GraphBoard
from ludo_env._families.track.seating import MOST_PIECES, MOST_PLAYERS

__all__ = ["MOST_PIECES", "MOST_PLAYERS", "GraphBoard", "cross", "ring"]
