"""Agents: players that need no learning, from random choice to tree search."""

from ludo_env._engine.forecast import Forecast
from ludo_env.agents.agent_errors import AgentError
from ludo_env.agents.agent_text import split_agents
from ludo_env.agents.function import function_agent
from ludo_env.agents.heuristic import HeuristicAgent
from ludo_env.agents.league import League
from ludo_env.agents.league_members import LeagueMember
from ludo_env.agents.league_table import LeagueStanding
from ludo_env.agents.make import AGENTS, make_agent, names_code, register_agent
from ludo_env.agents.policy import policy_agent
from ludo_env.agents.simulator import Simulator
from ludo_env.agents.view import Agent, View

__all__ = [
    "AGENTS",
    "Agent",
    "AgentError",
    "Forecast",
    "HeuristicAgent",
    "League",
    "LeagueMember",
    "LeagueStanding",
    "Simulator",
    "View",
    "function_agent",
    "make_agent",
    "names_code",
    "policy_agent",
    "register_agent",
    "split_agents",
]
