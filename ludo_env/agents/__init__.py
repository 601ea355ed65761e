"""Agents: who plays when nobody learns, from uniform chance to tree search."""

from ludo_env.agents.heuristic import HeuristicAgent
from ludo_env.agents.make import AGENTS, make_agent
from ludo_env.agents.view import Agent, View

__all__ = ["AGENTS", "Agent", "HeuristicAgent", "View", "make_agent"]
