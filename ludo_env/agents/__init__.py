"""Agents: players that need no learning, from random choice to tree search."""

from ludo_env.agents.heuristic import HeuristicAgent
from ludo_env.agents.league import League
from ludo_env.agents.league_members import LeagueMember
from ludo_env.agents.league_table import LeagueStanding
from ludo_env.agents.make import AGENTS, make_agent, register_agent, split_agents
from ludo_env.agents.policy import policy_agent
from ludo_env.agents.simulator import Simulator
from ludo_env.agents.view import Agent, View

__all__ = [
    "AGENTS",
    "Agent",
    "HeuristicAgent",
    "League",
    "LeagueMember",
    "LeagueStanding",
    "Simulator",
    "View",
    "make_agent",
    "policy_agent",
    "register_agent",
    "split_agents",
]
