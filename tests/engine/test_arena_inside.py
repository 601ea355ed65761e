"""What the arena does before a game, and what it does not touch."""

import sys

import pytest

from ludo_env import Game, load_game
from ludo_env import __main__ as cli
from ludo_env._engine.loops import Loops
from ludo_env.agents import make_agent
from ludo_env.arena.batch_play import Table
from ludo_env.arena.plan import Plan


@pytest.mark.long
@pytest.mark.parametrize("game", ["ludo", "generals"])
def test_compiling_is_no_part_of_a_decision(game, monkeypatch):
    """Everything that the library's agents need is built before the first decision."""
    asked = []
    once = Loops._once

    def watched(self, kind, build):
        if kind not in self._built:
            assert not asked, f"{kind} was built while an agent was asked"
        return once(self, kind, build)

    monkeypatch.setattr(Loops, "_once", watched)

    class Watched:
        def __init__(self, agent):
            self.agent, self.name = agent, agent.name
            self.prepare = getattr(agent, "prepare", None)

        def act(self, view):
            asked.append(self.name)
            try:
                return self.agent.act(view)
            finally:
                asked.clear()

    monkeypatch.setattr("ludo_env.arena.batch_play.game_of", Game)  # a new one: nothing is built
    monkeypatch.setattr("ludo_env.arena.plan.make_agent", lambda text: Watched(make_agent(text)))
    for name in ("greedy", "lookahead", "rollout:samples=4", "mcts:simulations=8", "heuristic"):
        if (name, game) != ("heuristic", "generals"):
            spec = load_game(game)
            plan = Plan(spec, (name,) * spec.players, spec.players, max_steps=12)
            assert Table(plan).play([0])[0].decisions
    assert not asked


def test_a_film_asks_for_its_extra_before_a_game_is_played(tmp_path, monkeypatch, capsys):
    """`ludo-env record` names what is missing, and plays nothing."""
    monkeypatch.setitem(sys.modules, "imageio", None)
    monkeypatch.setitem(sys.modules, "imageio.v2", None)
    monkeypatch.setattr("ludo_env._cli.replay._replay_to_write", lambda chosen: 1 / 0)
    assert cli.main(["record", "--out", str(tmp_path / "a.mp4")]) == 2
    assert "A film needs imageio, which is not installed" in capsys.readouterr().err
