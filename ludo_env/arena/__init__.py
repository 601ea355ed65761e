"""The arena: matches and tournaments between agents, with equal results on every engine.

>>> from ludo_env.arena import match
>>> result = match(["greedy", "random", "random", "random"], "ludo", games=400, seed=1)
>>> print(result)  # doctest: +SKIP
"""

from ludo_env.agents.agent_errors import AgentError as AgentError  # ludo_env.agents lists it
from ludo_env.agents.decisions import BatchAgent, Decisions
from ludo_env.arena.adjusted import Adjusted
from ludo_env.arena.cross_play import Cell, CrossPlay, cross_play
from ludo_env.arena.plackett_luce import Strength, first_place, plackett_luce
from ludo_env.arena.result import Result
from ludo_env.arena.run import match, tournament
from ludo_env.arena.saved_traces import GameTrace, Traces, load_traces

__all__ = [
    "Adjusted",
    "BatchAgent",
    "Cell",
    "CrossPlay",
    "Decisions",
    "GameTrace",
    "Result",
    "Strength",
    "Traces",
    "cross_play",
    "first_place",
    "load_traces",
    "match",
    "plackett_luce",
    "tournament",
]
