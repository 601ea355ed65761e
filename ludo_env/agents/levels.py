"""Levels of play: `hard` and `expert` choose strong agents for each game."""

from __future__ import annotations

from ludo_env._engine.game import Game
from ludo_env.agents.greedy import GreedyAgent
from ludo_env.agents.lookahead import LookaheadAgent
from ludo_env.agents.net import NetAgent
from ludo_env.agents.net_file import has_net
from ludo_env.agents.view import Agent, View


class HardAgent:
    """Plays as the net that comes along, or greedily in games without one."""

    name = "hard"
    plays_on = True  # worth a compiled game

    def __init__(self) -> None:
        self._net: Agent = NetAgent()
        self._other: Agent = GreedyAgent()

    def prepare(self, game: Game) -> None:
        """Compile what decisions need, before any decision is timed."""
        self._chosen(game).prepare(game)  # type: ignore[attr-defined]

    def act(self, view: View) -> int:
        """Return the action of the agent chosen for this game."""
        return self._chosen(view.game).act(view)

    def _chosen(self, game: Game) -> Agent:
        return self._net if has_net(game) else self._other


class ExpertAgent(HardAgent):
    """Plays as the net that comes along, a throw deeper, or looks ahead in games without one."""

    name = "expert"

    def __init__(self) -> None:
        super().__init__()
        self._net, self._other = NetAgent(plies=2), LookaheadAgent()
